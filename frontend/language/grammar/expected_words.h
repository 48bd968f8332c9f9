// Finds what may follow the words of a text by the rules of the grammar, for completion at an editor's
// cursor. The words may be whole or half typed.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/language/words/lexeme.h"

namespace romas::language {

// A rule of the grammar that has begun.
struct OpenRule {
  std::uint16_t rule = 0;
  std::uint32_t first = 0;  // its first word; the number of words where it would begin with the next one
  friend bool operator==(const OpenRule&, const OpenRule&) = default;
};

// Tokens that may come next, in one place of the grammar.
struct Expectation {
  std::vector<OpenRule> path;        // the rules around the place, the outermost first
  std::vector<std::uint16_t> types;  // of the tokens
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

struct Expected {
  std::vector<Expectation> places;  // none: the words fit no text
  std::uint32_t reached = 0;        // so many words fit
};

enum class TextStart : std::uint8_t { file, expression };

// Nothing is expected behind words that nest deeper than the parser reads.
Expected expected_after(const std::vector<Lexeme>& words, TextStart start);

// The tokens of a text from a byte on, as the parser gets them: names of units are units, and an open string
// is a string. Signs that begin no token are left out. Comments are apart.
struct TextWords {
  std::vector<Lexeme> words, comments;
};
TextWords words_of(std::string_view text, std::size_t first_byte = 0);

}  // namespace romas::language
