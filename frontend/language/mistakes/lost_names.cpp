#include "frontend/language/mistakes/lost_names.h"

#include <algorithm>
#include <array>

#include "frontend/language/grammar/expected_words.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

bool may_be_name(const Lexeme& word) {
  return word.type == grammar::IDENT || word.type == grammar::STRING || !keyword_of(word.type).empty();
}

// Whether a definition has something else where its name should stand: `link { … }`, `import "a" as ;`.
bool lacks_name(const std::vector<Lexeme>& words) {
  constexpr std::array<std::uint16_t, 11> kDefining = {
      type_of_literal("link"), type_of_literal("joint"),  type_of_literal("frame"),
      type_of_literal("let"),  type_of_literal("param"),  type_of_literal("material"),
      type_of_literal("fn"),   type_of_literal("module"), type_of_literal("part"),
      type_of_literal("base"), type_of_literal("as")};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const bool defines = std::ranges::find(kDefining, words[i].type) != kDefining.end();
    if (!defines || (i > 0 && words[i].type != type_of_literal("as"))) continue;
    const std::uint16_t next = words[i + 1].type;
    if (!may_be_name(words[i + 1]) && next != grammar::LPAREN && next != grammar::COLON) return true;
    if (words[i].type != type_of_literal("let") && next == grammar::LPAREN) return true;
  }
  return false;
}

}  // namespace

void LostNames::add_text(const SourceManager& sources, SourceRange part) {
  if (!part.valid() || !parts_.insert({part.file, part.begin}).second) return;
  const std::string_view text = sources.text(part);
  const std::vector<Lexeme> words = words_of(text).words;
  if (lacks_name(words)) ++nameless_;
  for (const Lexeme& word : words) {
    std::string_view name = text.substr(word.begin, word.end - word.begin);
    const bool quoted = word.type == grammar::STRING && name.size() > 1;
    if (quoted) name = name.substr(1, name.size() - 2);
    if (quoted && name.find('{') != std::string_view::npos) computes_names_ = true;
    const bool own_word = quoted || word.type == grammar::IDENT || word.type == grammar::UNIT;
    if (own_word)
      names_.insert_or_assign(std::string(name), true);
    else if (!keyword_of(word.type).empty())
      names_.try_emplace(std::string(name), false);
  }
}

bool LostNames::has(std::string_view name) {
  if (names_.contains(name)) return true;
  if (nameless_ == 0) return false;
  --nameless_;
  add(name);
  return true;
}

bool LostNames::has_entity(std::string_view name) {
  if (computes_names_ || names_.contains(name)) return true;
  for (std::size_t at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
    const auto instance = names_.find(name.substr(0, at));
    if (instance != names_.end() && instance->second) return true;
  }
  return has(name);
}

}  // namespace romas::language
