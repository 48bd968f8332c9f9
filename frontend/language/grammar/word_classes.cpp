#include "frontend/language/grammar/word_classes.h"

#include <optional>

#include "frontend/language/grammar/lexer.h"
#include "frontend/language/grammar/unit_places.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

std::optional<WordClass> word_class_of(std::uint16_t type) {
  switch (type) {
    case grammar::IDENT: return WordClass::name;
    case grammar::UNIT: return WordClass::unit;
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
  UnitPlaces units(text);
  for (Lexeme lexeme = lexer.next(); lexeme.type != Lexeme::kEnd; lexeme = lexer.next()) {
    const bool is_comment = lexeme.type == grammar::LINE_COMMENT || lexeme.type == grammar::BLOCK_COMMENT;
    if (!is_comment) lexeme.type = units.read(lexeme.type, lexeme.begin, lexeme.end);
    if (const auto kind = word_class_of(lexeme.type)) words.push_back({lexeme.begin, lexeme.end, *kind});
  }
  return words;
}

}  // namespace romas::language
