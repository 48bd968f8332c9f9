// Recovery from syntax errors. One typo gives one error: a wrong statement is skipped up to its ';' or its
// closing '}', and a missing ';' or '}' is assumed.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "frontend/language/mistakes/syntax_messages.h"

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
  // Returns true if the text behind the tokens may be a rest of a statement that was reported.
  bool rest_follows(std::size_t token_count) const;
  // The file ended within a statement, which was not reported.
  bool silent_end() const;
  // The parts of the text between statements of the robot that were left out: bytes of the text.
  const std::vector<std::pair<std::size_t, std::size_t>>& skipped() const;

 private:
  class Strategy;
  std::shared_ptr<Strategy> strategy_;
};

}  // namespace romas::language
