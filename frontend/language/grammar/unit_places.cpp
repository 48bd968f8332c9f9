#include "frontend/language/grammar/unit_places.h"

#include "frontend/language/grammar/lexer.h"
#include "frontend/language/words/keywords.h"
#include "ir/model/units.h"

namespace romas::language {

namespace {

std::uint16_t next_type(Lexer& lexer) {
  for (;;) {
    const std::uint16_t type = lexer.next().type;
    if (type != grammar::LINE_COMMENT && type != grammar::BLOCK_COMMENT) return type;
  }
}

}  // namespace

bool UnitPlaces::goes_on_as_value(std::uint32_t behind) const {
  Lexer rest(text_, behind);
  const std::uint16_t next = next_type(rest);
  if (next != grammar::CARET)
    return next == grammar::DOT || next == grammar::LBRACKET || next == grammar::LPAREN;
  std::uint16_t exponent = next_type(rest);
  if (exponent == grammar::MINUS) exponent = next_type(rest);
  return exponent == grammar::IDENT || exponent == grammar::LPAREN || !keyword_of(exponent).empty();
}

std::uint16_t UnitPlaces::read(std::uint16_t type, std::uint32_t begin, std::uint32_t end) {
  const bool may_be_unit = before_ != Before::other && before_ != Before::power;
  if (type == grammar::IDENT && may_be_unit && find_unit(text_.substr(begin, end - begin)) != nullptr &&
      !(before_ == Before::joined && goes_on_as_value(end)))
    type = grammar::UNIT;
  const bool behind_unit = before_ == Before::unit;
  switch (type) {
    case grammar::UNIT: before_ = Before::unit; break;
    case grammar::NUMBER: before_ = before_ == Before::power ? Before::unit : Before::value; break;
    case grammar::RPAREN: before_ = Before::value; break;
    case grammar::STAR:
    case grammar::SLASH: before_ = behind_unit ? Before::joined : Before::other; break;
    case grammar::CARET: before_ = behind_unit ? Before::power : Before::other; break;
    case grammar::MINUS:
      if (before_ != Before::power) before_ = Before::other;
      break;
    default: before_ = Before::other;
  }
  return type;
}

}  // namespace romas::language
