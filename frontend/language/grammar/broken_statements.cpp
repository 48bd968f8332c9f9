#include "frontend/language/grammar/broken_statements.h"

#include "frontend/language/words/keywords.h"

namespace romas::language {

bool defines_name(const Statement& s) {
  const std::string_view word = s.word();
  if (word == "let") return s.first<Pattern>() != nullptr;
  if (word == "import") return s.get<Text>("import") != nullptr || s.get<Name>("import") != nullptr;
  return (word == "param" || word == "fn" || word == "module" || word == "type") &&
         s.get<Name>(word) != nullptr;
}

bool holds_entity(const TokenBatch& batch) {
  static constexpr std::uint16_t kLink = type_of_literal("link"), kJoint = type_of_literal("joint");
  const auto& tokens = batch.tokens;
  if (tokens.front().type != kLink && tokens.front().type != kJoint) return false;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const bool begins = tokens[i - 1].type == grammar::LBRACE || tokens[i - 1].type == grammar::RBRACE ||
                        tokens[i - 1].type == grammar::SEMICOLON;
    if (begins && (tokens[i].type == kLink || tokens[i].type == kJoint)) return true;
  }
  return false;
}

}  // namespace romas::language
