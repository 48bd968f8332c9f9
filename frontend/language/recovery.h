// Recovery from syntax errors. One typo gives one error: a wrong statement is skipped up to its ';' or its
// closing '}', and a missing ';' or '}' is assumed.
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
  // Skips to the next statement of a robot (or of a file: `rule` says which). Returns false at the end of the
  // tokens.
  bool skip_to_statement(grammar::RomasParser& parser, std::size_t rule);
  // A body was closed although its '}' is missing, so that the braces of the file do not add up.
  bool missing_brace() const;
  // The file ended within a statement, which was not reported.
  bool silent_end() const;
  // Something between statements of the robot was left out.
  bool skipped() const;

 private:
  class Strategy;
  std::shared_ptr<Strategy> strategy_;
};

}  // namespace romas::language
