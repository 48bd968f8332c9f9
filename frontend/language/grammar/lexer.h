// The lexer of the language, made of the tokens of Romas.g4 (lexer_parts.h). ANTLR's lexer finds the same
// tokens (test/frontend/language/grammar/lexer_test.cpp), but takes longer, and sets up tables in processes
// that read no program.
#pragma once

#include <string_view>

#include "frontend/language/words/lexeme.h"

namespace romas::language {

class Lexer {
 public:
  // Reads from a byte of the text on, to its end. The text is UTF-8 and outlives the lexer.
  Lexer(std::string_view text, std::size_t first_byte)
      : text_(text), at_(first_byte), line_begin_(first_byte) {}

  // The next token, comments too; of type kEnd at the end. White space is skipped.
  Lexeme next();
  // Reads on from an earlier byte of the present line.
  void back_to(std::size_t byte) { at_ = byte; }

 private:
  void skip_space();

  std::string_view text_;
  std::size_t at_;
  std::size_t line_begin_;  // the first byte of the present line
  std::uint32_t line_ = 1;
};

}  // namespace romas::language
