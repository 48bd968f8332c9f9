// The syntax of whole files.
#pragma once

#include <memory>
#include <vector>

#include "frontend/language/lower/session.h"
#include "frontend/language/program/file_text.h"
#include "frontend/language/reading/parser.h"

namespace romas::language {

// Reads files, and keeps as trees what programs of a usual size hold; larger ones are read again where they
// are used.
class SyntaxReader {
 public:
  explicit SyntaxReader(Session& session) : session_(session) {}
  // The whole file. Errors are reported.
  std::shared_ptr<Syntax> read(FileId file);
  // The next piece of a file; what an error in it has broken is noted.
  Parser::Piece next(Parser& parser);

 private:
  bool keep(std::vector<Statement>& statements, Syntax& syntax);
  void add(std::vector<Statement>& statements, Body& robot);
  // True if the body with this text is kept as a tree.
  bool keeps(SourceRange text);

  Session& session_;
  std::size_t kept_ = 0;  // bytes of text of the bodies that are kept as trees
};

// Reports a name with values in braces where nothing is known that it could be made from. `of`: "a robot".
void expect_fixed(const Name& name, std::string_view of, Session& session);

}  // namespace romas::language
