// Errors of syntax: what is said about them, and how the parser goes on. One typo gives one error: a wrong
// statement is skipped up to its ';' or its closing '}', a forgotten ';' or '}' is taken as written.
#pragma once

#include <memory>
#include <vector>

#include "support/diagnostic.h"

namespace antlr4 {
class ANTLRErrorStrategy;
}
namespace romas::grammar {
class RomasParser;
}

namespace romas::language {

// What the strategy must know about the tokens it works on.
struct RecoveryContext {
  FileId file = 0;
  const SourceManager* sources = nullptr;
  DiagnosticEngine* diagnostics = nullptr;
  std::vector<std::size_t> reported_lines;  // lines in which something was reported already
  bool at_end_of_file = false;              // the tokens end because the file ends
};

class Recovery {
 public:
  explicit Recovery(RecoveryContext context);
  ~Recovery();
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;

  std::shared_ptr<antlr4::ANTLRErrorStrategy> strategy() const;
  // Skips what is no statement of a robot (or of a file: `rule` says which); true if one follows, false at
  // the end of the tokens.
  bool skip_to_statement(grammar::RomasParser& parser, std::size_t rule);
  // A body was closed although its '}' is missing, so that the braces of the file do not add up.
  bool missing_brace() const;
  // The file ended within a statement, and nothing was said about it.
  bool silent_end() const;
  // Something between statements of the robot was left out.
  bool skipped() const;

 private:
  class Strategy;
  std::shared_ptr<Strategy> strategy_;
};

}  // namespace romas::language
