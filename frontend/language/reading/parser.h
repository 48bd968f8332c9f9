// A text of the language as a sequence of robots and their statements. The memory needed is that of the text
// and of one statement.
#pragma once

#include <memory>

#include "frontend/language/syntax/ast.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

class Parser {
 public:
  // The text must be UTF-8. Reading starts at `first_byte`, where a robot or statement of the file begins.
  Parser(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
         std::size_t first_byte = 0);
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  struct Piece {
    enum class Kind { robot, statements, robot_end, file_statements, file_end } kind = Kind::file_end;
    Name robot_name;
    std::vector<Formal> formals;        // of the robot
    SourceRange range;                  // of the robot's head, or its '}'
    std::vector<Statement> statements;  // one, but for statements that run into each other
  };
  // Reads the next piece. All of its problems are reported before it is returned.
  Piece next();

  // True if statements of a robot were left out because of errors, so that references to them cannot be
  // resolved.
  bool lost_statements() const;
  // The parts of the text that were left out because of errors since the last call.
  std::vector<SourceRange> take_lost();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace romas::language
