// The lexer of the language. The grammar's lexer is its specification: test/frontend/language/lexer_test.cpp
// compares their tokens. Words and signs are read from the grammar. The forms of numbers, texts and comments
// are written by hand for speed, and to avoid setting up the tables of the generated lexer in processes that
// read no program.
#pragma once

#include <string_view>

#include "frontend/language/lexeme.h"

namespace romas::language {

class Lexer {
 public:
  // Reads from a byte of the text on, to its end. The text is UTF-8 and outlives the lexer.
  Lexer(std::string_view text, std::size_t first_byte)
      : text_(text), at_(first_byte), line_begin_(first_byte) {}

  // The next token, comments too; of type kEnd at the end. White space is skipped.
  Lexeme next();

 private:
  void skip_space();
  // The token that begins at `at_`: its type, and where it ends.
  struct Match {
    std::uint16_t type;
    std::size_t end;
  };
  Match match() const;
  Match match_word() const;
  Match match_number() const;
  Match match_text() const;
  Match match_raw_text(std::size_t quote) const;
  Match match_slash() const;
  Match match_sign() const;

  char character(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  std::size_t digits_end(std::size_t at) const;

  std::string_view text_;
  std::size_t at_;
  std::size_t line_begin_;  // the first byte of the present line
  std::uint32_t line_ = 1;
};

}  // namespace romas::language
