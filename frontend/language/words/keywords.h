// The words and signs of the grammar, the types of their tokens, and what the names of its rules say.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "RomasParserTypes.h"

namespace romas::language {

// The type of a token that the grammar writes in quotes. Does not compile if there is none.
consteval std::uint16_t type_of_literal(std::string_view text) {
  for (const grammar::Literal& literal : grammar::kLiterals)
    if (literal.text == text) return literal.type;
  throw "no literal of the grammar";
}

// Keywords by token type; empty for other tokens.
inline constexpr auto kKeywords = [] {
  std::array<std::string_view, grammar::UNIT + 1> words{};
  for (const grammar::Literal& literal : grammar::kLiterals)
    if (literal.text.front() >= 'a' && literal.text.front() <= 'z') words[literal.type] = literal.text;
  return words;
}();

// The word of a keyword's token type; empty for other tokens.
constexpr std::string_view keyword_of(std::size_t token_type) {
  return token_type < kKeywords.size() ? kKeywords[token_type] : std::string_view();
}

// Whether the name of each rule ends so: "Body", "Condition".
consteval auto rules_ending_in(std::string_view ending) {
  std::array<bool, std::size(grammar::kRuleNames)> found{};
  for (std::size_t rule = 0; rule < found.size(); ++rule)
    found[rule] = grammar::kRuleNames[rule].ends_with(ending);
  return found;
}

// Whether a word goes on with the statement whose '}' stands in front of it: `if … { } else { }`.
constexpr bool continues_statement(std::uint16_t token_type) {
  return token_type == type_of_literal("else") || token_type == type_of_literal("with");
}

}  // namespace romas::language
