// Conversions between this frontend's words and trees and those of ANTLR, whose parser reads statements with
// errors.
#pragma once

#include <memory>
#include <vector>

#include "frontend/language/grammar/parse_tree.h"

namespace antlr4 {
class ParserRuleContext;
class Token;
}  // namespace antlr4

namespace romas::language {

std::vector<std::unique_ptr<antlr4::Token>> to_antlr(const std::vector<Lexeme>& words);
// Copies the tree that ANTLR made of these words, with its errors, into an empty one.
void copy_tree(antlr4::ParserRuleContext& from, ParseTree& to);

// Upper bounds of the stack that ANTLR's parser needs, in bytes: for each level of nested brackets and
// conditions, and for everything else.
inline constexpr std::size_t kStackPerLevel = std::size_t{8} * 1024;
inline constexpr std::size_t kStackOfParser = std::size_t{96} * 1024;
// Statements with more words are not read with ANTLR, which takes about 450 bytes a word.
inline constexpr std::size_t kMaxExplainedTokens = 100'000;

}  // namespace romas::language
