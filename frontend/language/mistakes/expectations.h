// Descriptions, for messages, of what is expected at a place of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace antlr4 {
class Parser;
class Token;
namespace misc {
class IntervalSet;
}
}  // namespace antlr4

namespace romas::language {

// "a value", "a shape (box, cylinder, …)", "';' or 'at'": what the parser would take instead of the token.
std::string describe_expected(antlr4::Parser& parser, const antlr4::Token& token,
                              const antlr4::misc::IntervalSet& expected);
// The keywords among the tokens.
std::vector<std::string_view> keywords_in(const antlr4::misc::IntervalSet& tokens);
// "a link", "the robot": the owner of the body that a rule reads.
std::string_view describe_body(std::size_t body_rule);

}  // namespace romas::language
