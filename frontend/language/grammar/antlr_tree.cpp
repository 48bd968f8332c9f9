#include "frontend/language/grammar/antlr_tree.h"

#include <antlr4-runtime.h>

namespace romas::language {

std::vector<std::unique_ptr<antlr4::Token>> to_antlr(const std::vector<Lexeme>& words) {
  std::vector<std::unique_ptr<antlr4::Token>> tokens;
  tokens.reserve(words.size());
  for (const Lexeme& word : words) {
    auto token = std::make_unique<antlr4::CommonToken>(
        std::pair<antlr4::TokenSource*, antlr4::CharStream*>(nullptr, nullptr), word.type,
        antlr4::Token::DEFAULT_CHANNEL, word.begin, word.end - 1);
    token->setLine(word.line);
    token->setCharPositionInLine(word.column);
    tokens.push_back(std::move(token));
  }
  return tokens;
}

namespace {

void copy_word(antlr4::tree::TerminalNode& node, ParseTree& to) {
  const antlr4::Token& token = *node.getSymbol();
  const bool error = antlrcpp::is<antlr4::tree::ErrorNode*>(&node);
  if (token.getTokenIndex() == INVALID_INDEX) {
    to.add_word(static_cast<std::uint32_t>(token.getType()), ParseTree::kConjured);
  } else if (token.getType() != antlr4::Token::EOF) {
    to.add_word(static_cast<std::uint32_t>(token.getTokenIndex()), error ? ParseTree::kError : 0);
  }
}

}  // namespace

void copy_tree(antlr4::ParserRuleContext& from, ParseTree& to) {
  const auto first = static_cast<std::uint32_t>(from.start->getTokenIndex());
  const std::uint32_t at = to.open(static_cast<std::uint16_t>(from.getRuleIndex()), first);
  if (from.exception) to.set_flag(at, ParseTree::kFailed);
  for (antlr4::tree::ParseTree* node : from.children) {
    if (auto* word = dynamic_cast<antlr4::tree::TerminalNode*>(node))
      copy_word(*word, to);
    else if (auto* rule = dynamic_cast<antlr4::ParserRuleContext*>(node))
      copy_tree(*rule, to);
  }
  const bool stopped = from.stop != nullptr && from.stop->getType() != antlr4::Token::EOF;
  to.close(at, stopped ? static_cast<std::uint32_t>(from.stop->getTokenIndex() + 1) : first);
}

}  // namespace romas::language
