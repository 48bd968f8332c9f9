#include "frontend/language/grammar/lexer.h"

#include <array>

#include "RomasLexerRules.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

// The token types of keywords: a hash table with open addressing.
class Keywords {
 public:
  constexpr Keywords() {
    for (std::uint16_t type = 1; type < grammar::LBRACE; ++type) {
      const std::string_view word = keyword_of(type);
      std::size_t slot = first_slot(word);
      while (slots_[slot].type != 0) slot = (slot + 1) % kSlots;
      slots_[slot] = {word, type};
    }
  }

  // 0 if the word is no keyword.
  constexpr std::uint16_t find(std::string_view word) const {
    for (std::size_t slot = first_slot(word); slots_[slot].type != 0; slot = (slot + 1) % kSlots)
      if (slots_[slot].word == word) return slots_[slot].type;
    return 0;
  }

 private:
  static constexpr std::size_t kSlots = 1024;
  static constexpr std::size_t first_slot(std::string_view word) {
    constexpr std::size_t kFactor = 31;
    std::size_t hash = word.size();
    for (const char c : word) hash = hash * kFactor + static_cast<unsigned char>(c);
    return hash % kSlots;
  }

  struct Slot {
    std::string_view word;
    std::uint16_t type = 0;
  };
  std::array<Slot, kSlots> slots_{};
};

std::uint16_t type_of_word(std::string_view word) {
  static constexpr Keywords kWords;
  const std::uint16_t keyword = kWords.find(word);
  return keyword == 0 ? std::uint16_t{grammar::IDENT} : keyword;
}

bool is_space(char c) { return tokens::kFirst<tokens::SPACE>.contains(static_cast<unsigned char>(c)); }

}  // namespace

Lexeme Lexer::next() {
  skip_space();
  if (at_ >= text_.size()) return {};
  const tokens::Match match = tokens::All::longest(text_.substr(at_));
  const auto end = static_cast<std::size_t>(match.end - text_.data());
  const std::uint16_t type =
      match.type == grammar::IDENT ? type_of_word(text_.substr(at_, end - at_)) : match.type;
  const Lexeme token{type, Lexeme::column_of(at_ - line_begin_), line_, static_cast<std::uint32_t>(at_),
                     static_cast<std::uint32_t>(end)};
  // Comments and raw texts may span several lines.
  if (type == grammar::BLOCK_COMMENT || type == grammar::RAW_STRING)
    for (std::size_t i = text_.find('\n', at_); i < end; i = text_.find('\n', i + 1)) {
      ++line_;
      line_begin_ = i + 1;
    }
  at_ = end;
  return token;
}

void Lexer::skip_space() {
  for (; at_ < text_.size() && is_space(text_[at_]); ++at_)
    if (text_[at_] == '\n') {
      ++line_;
      line_begin_ = at_ + 1;
    }
}

}  // namespace romas::language
