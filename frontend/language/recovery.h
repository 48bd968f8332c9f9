// Errors of syntax: how the parser goes on. One typo gives one error: a wrong
// statement is skipped up to its ';' or its closing '}', a forgotten ';' or '}' is taken as written.
#pragma once

#include <memory>

#include "frontend/language/syntax_messages.h"

namespace antlr4 {
class ANTLRErrorStrategy;
}
namespace romas::grammar {
class RomasParser;
}

namespace romas::language {

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
