#include "frontend/language/mistakes/later_definitions.h"

#include <algorithm>

#include "frontend/language/grammar/lexer.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

// Reads the words behind a place. Lines are read from their begin, because the place may be within a text.
class WordsBehind {
 public:
  WordsBehind(std::string_view text, std::uint32_t place)
      : text_(text), lexer_(text, text.rfind('\n', place) + 1), place_(place) {}

  // The next word that is no comment; kEnd at the end.
  Lexeme next() {
    Lexeme word = lexer_.next();
    while (word.type == grammar::LINE_COMMENT || word.type == grammar::BLOCK_COMMENT ||
           (word.type != Lexeme::kEnd && word.begin < place_))
      word = lexer_.next();
    return word;
  }
  std::string_view text(const Lexeme& word) const { return text_.substr(word.begin, word.end - word.begin); }

 private:
  std::string_view text_;
  Lexer lexer_;
  std::uint32_t place_;
};

}  // namespace

std::optional<SourceRange> find_defined_below(const SourceManager& sources, std::string_view name,
                                              SourceRange use) {
  WordsBehind words(sources.text(use.file), use.end);
  int depth = 0, outermost = 0;  // of braces, beside those around the use
  bool in_pattern = false;       // between `let` and its '=' or ':'
  for (Lexeme word = words.next(); word.type != Lexeme::kEnd; word = words.next()) {
    switch (word.type) {
      case grammar::LBRACE: ++depth; break;
      case grammar::RBRACE: outermost = std::min(outermost, --depth); break;
      case grammar::SEMICOLON:
      case grammar::COLON:
      case grammar::EQUALS: in_pattern = false; break;
      case type_of_literal("let"): in_pattern = depth <= outermost; break;
      default:
        if (in_pattern && words.text(word) == name) return word.range(use.file);
    }
  }
  return std::nullopt;
}

}  // namespace romas::language
