#include "frontend/language/word_classes.h"

#include <optional>

#include "frontend/language/keywords.h"
#include "frontend/language/lexer.h"

namespace romas::language {

namespace {

std::optional<WordClass> class_of(std::uint16_t type) {
  switch (type) {
    case grammar::UNIT: return WordClass::unit;
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
  for (Lexeme lexeme = lexer.next(); lexeme.type != Lexeme::kEnd; lexeme = lexer.next())
    if (const auto kind = class_of(lexeme.type)) words.push_back({lexeme.begin, lexeme.end, *kind});
  return words;
}

}  // namespace romas::language
