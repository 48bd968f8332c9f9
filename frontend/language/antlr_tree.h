// Between this frontend's words and trees and those of ANTLR, whose parser reads what has errors.
#pragma once

#include <memory>
#include <vector>

#include "frontend/language/parse_tree.h"

namespace antlr4 {
class ParserRuleContext;
class Token;
}  // namespace antlr4

namespace romas::language {

std::vector<std::unique_ptr<antlr4::Token>> to_antlr(const std::vector<Lexeme>& words);
// Copies the tree that ANTLR made of these words, with its errors, into an empty one.
void copy_tree(antlr4::ParserRuleContext& from, ParseTree& to);

// What ANTLR's parser may need of the stack for each bracket or condition within another, and beside that:
// bytes.
inline constexpr std::size_t kStackPerLevel = 8 * 1024;
inline constexpr std::size_t kStackOfParser = 96 * 1024;
// ANTLR takes about 450 bytes for a word: statements with more words are not read with it.
inline constexpr std::size_t kMaxExplainedTokens = 100'000;

}  // namespace romas::language
