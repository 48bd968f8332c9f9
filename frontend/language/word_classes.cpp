#include "frontend/language/word_classes.h"

#include <optional>

#include "frontend/language/keywords.h"
#include "frontend/language/lexer.h"
#include "ir/units.h"

namespace romas::language {

namespace {

std::optional<WordClass> word_class_of(std::uint16_t type) {
  switch (type) {
    case grammar::IDENT: return WordClass::name;
    case grammar::NUMBER: return WordClass::number;
    case grammar::STRING:
    case grammar::RAW_STRING:
    case grammar::OPEN_STRING:
    case grammar::OPEN_RAW_STRING: return WordClass::text;
    case grammar::LINE_COMMENT:
    case grammar::BLOCK_COMMENT:
    case grammar::OPEN_COMMENT: return WordClass::comment;
    default: break;
  }
  return keyword_of(type).empty() ? std::nullopt : std::optional(WordClass::keyword);
}

}  // namespace

std::vector<ClassifiedWord> classify_words(std::string_view text) {
  std::vector<ClassifiedWord> words;
  Lexer lexer(text, text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  bool in_quantity = false;  // a number or ')' stands in front, or a unit with '*', '/' or '^'
  for (Lexeme lexeme = lexer.next(); lexeme.type != Lexeme::kEnd; lexeme = lexer.next()) {
    auto kind = word_class_of(lexeme.type);
    const std::string_view word = text.substr(lexeme.begin, lexeme.end - lexeme.begin);
    if (in_quantity && kind == WordClass::name && find_unit(word) != nullptr) kind = WordClass::unit;
    const bool joins =
        lexeme.type == grammar::STAR || lexeme.type == grammar::SLASH || lexeme.type == grammar::CARET;
    in_quantity = kind == WordClass::number || kind == WordClass::unit || lexeme.type == grammar::RPAREN ||
                  (in_quantity && joins);
    if (kind) words.push_back({lexeme.begin, lexeme.end, *kind});
  }
  return words;
}

}  // namespace romas::language
