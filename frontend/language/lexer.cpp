#include "frontend/language/lexer.h"

#include <array>

#include "frontend/language/keywords.h"
#include "frontend/language/token_reader.h"

namespace romas::language {

namespace {

enum class Class : std::uint8_t { other, space, letter, digit, foreign };

// The class of every byte. Bytes of UTF-8 sequences and DEL are foreign: only texts and comments may contain
// them.
constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (const char c : {' ', '\t', '\r', '\n'}) classes[static_cast<unsigned char>(c)] = Class::space;
  for (std::size_t c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 'a' + 'A'] = Class::letter;
  classes['_'] = Class::letter;
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = Class::digit;
  for (std::size_t c = 0x7F; c < classes.size(); ++c) classes[c] = Class::foreign;
  return classes;
}
constexpr std::array<Class, 256> kClasses = make_classes();

constexpr Class class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
constexpr bool is_word_character(char c) {
  return class_of(c) == Class::letter || class_of(c) == Class::digit;
}
constexpr bool ends_line(char c) { return c == '\r' || c == '\n'; }

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

// The signs of the grammar that begin with a character: the character alone, and with a second one.
struct Sign {
  std::uint16_t alone = grammar::FOREIGN_CHARACTER;
  std::uint16_t both = 0;
  char second = '\0';
};
constexpr std::array<Sign, 256> kSigns = [] {
  std::array<Sign, 256> signs{};
  for (const grammar::Literal& literal : grammar::kLiterals) {
    if (class_of(literal.text.front()) == Class::letter) continue;
    Sign& sign = signs[static_cast<unsigned char>(literal.text.front())];
    if (literal.text.size() == 1) {
      sign.alone = literal.type;
    } else if (literal.text.size() == 2 && sign.second == '\0') {
      sign.both = literal.type;
      sign.second = literal.text.back();
    } else {
      throw "this lexer reads no such sign";
    }
  }
  return signs;
}();

}  // namespace

Lexeme Lexer::next() {
  skip_space();
  if (at_ >= text_.size()) return {};
  const auto [type, end] = match();
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
  for (; at_ < text_.size() && class_of(text_[at_]) == Class::space; ++at_)
    if (text_[at_] == '\n') {
      ++line_;
      line_begin_ = at_ + 1;
    }
}

Lexer::Match Lexer::match() const {
  const char c = text_[at_];
  switch (class_of(c)) {
    case Class::letter: return match_word();
    case Class::digit: return match_number();
    case Class::foreign: {
      std::size_t end = at_ + 1;
      while (end < text_.size() && class_of(text_[end]) == Class::foreign) ++end;
      return {grammar::FOREIGN_TEXT, end};
    }
    case Class::space:
    case Class::other: break;
  }
  if (c == '"') return match_text();
  if (c == '/') return match_slash();
  return match_sign();
}

Lexer::Match Lexer::match_word() const {
  if (text_[at_] == 'r') {
    std::size_t quote = at_ + 1;
    while (character(quote) == '#') ++quote;
    if (character(quote) == '"') return match_raw_text(quote);
  }
  std::size_t end = at_ + 1;
  while (end < text_.size() && is_word_character(text_[end])) ++end;
  return {type_of_word(text_.substr(at_, end - at_)), end};
}

// r"…", r#"…"#, …
Lexer::Match Lexer::match_raw_text(std::size_t quote) const {
  const std::size_t signs = quote - at_ - 1;
  if (signs <= kMaxRawSigns) {
    const std::string_view closing = std::string_view("\"########").substr(0, signs + 1);
    const std::size_t found = text_.find(closing, quote + 1);
    if (found != std::string_view::npos) return {grammar::RAW_STRING, found + closing.size()};
  }
  return {grammar::OPEN_RAW_STRING, quote + 1};
}

std::size_t Lexer::digits_end(std::size_t at) const {
  while (class_of(character(at)) == Class::digit) ++at;
  return at;
}

// A point or an exponent is part of the number only if digits follow.
Lexer::Match Lexer::match_number() const {
  std::size_t end = digits_end(at_);
  if (character(end) == '.' && class_of(character(end + 1)) == Class::digit) end = digits_end(end + 1);
  if (character(end) == 'e' || character(end) == 'E') {
    const bool sign = character(end + 1) == '+' || character(end + 1) == '-';
    const std::size_t exponent = end + (sign ? 2 : 1);
    if (class_of(character(exponent)) == Class::digit) end = digits_end(exponent);
  }
  return {grammar::NUMBER, end};
}

Lexer::Match Lexer::match_text() const {
  std::size_t end = at_ + 1;
  while (end < text_.size() && !ends_line(text_[end])) {
    if (text_[end] == '"') return {grammar::STRING, end + 1};
    const bool escape = text_[end] == '\\' && end + 1 < text_.size() && !ends_line(text_[end + 1]);
    end += escape ? 2 : 1;
  }
  return {grammar::OPEN_STRING, end};
}

Lexer::Match Lexer::match_slash() const {
  if (character(at_ + 1) == '/')
    return {grammar::LINE_COMMENT, std::min(text_.find_first_of("\r\n", at_), text_.size())};
  if (character(at_ + 1) != '*') return {grammar::SLASH, at_ + 1};
  const std::size_t closing = text_.find("*/", at_ + 2);
  if (closing == std::string_view::npos) return {grammar::OPEN_COMMENT, at_ + 2};
  return {grammar::BLOCK_COMMENT, closing + 2};
}

Lexer::Match Lexer::match_sign() const {
  const Sign& sign = kSigns[static_cast<unsigned char>(text_[at_])];
  if (sign.second != '\0' && character(at_ + 1) == sign.second) return {sign.both, at_ + 2};
  return {sign.alone, at_ + 1};
}

}  // namespace romas::language
