#include "frontend/language/words/foreign_signs.h"

#include <algorithm>
#include <array>

#include "frontend/language/words/keywords.h"
#include "support/text/characters.h"

namespace romas::language {

namespace {

constexpr std::array<ForeignSign, 32> kForeignSigns = {{
    {"\u221a", "roots are written 'sqrt(X)'"},
    {"#", "comments begin with '//'"},
    {"\u2212", "this sign looks like '-' but is not; write '-'", grammar::MINUS},
    {"\u2013", "this dash looks like '-' but is not; write '-'", grammar::MINUS},
    {"\u2014", "this dash looks like '-' but is not; write '-'", grammar::MINUS},
    {"\u00d7", "products are written with '*'", grammar::STAR},
    {"\u00b7", "products are written with '*'", grammar::STAR},
    {"\u22c5", "products are written with '*'", grammar::STAR},
    {"\u00f7", "quotients are written with '/'", grammar::SLASH},
    {"\u00a0", "this is a no-break space; write a plain one"},
    {"\u202f", "this is a no-break space; write a plain one"},
    {"\u2009", "this is a thin space; write a plain one"},
    {"\u200b", "this is a zero-width space; remove it"},
    {"\ufeff", "this is a byte order mark within the text; remove it"},
    {"\u201c", "write texts in plain quotes: \"…\""},
    {"\u201d", "write texts in plain quotes: \"…\""},
    {"\u201e", "write texts in plain quotes: \"…\""},
    {"\u2019", "write texts in double quotes: \"…\""},
    {"'", "write texts in double quotes: \"…\""},
    {"$", "values need no '$': write the name alone, or in braces in a text, as in \"{side}_hip\""},
    {"\u00b0", "degrees are written 'deg', as in 90 deg", grammar::UNIT},
    {"\u00b2", "powers are written with '^': '^2'", grammar::CARET},
    {"\u00b3", "powers are written with '^': '^3'", grammar::CARET},
    {"\u00b5", "a millionth is written 'u', as in 5 um or 20 us"},
    {"\u03bc", "a millionth is written 'u', as in 5 um or 20 us"},
    {"\u03c0", "this constant is written 'pi'"},
    {"&", "write 'and'"},
    {"|", "write 'or'"},
    {"!", "write 'not'"},
    {"\u00b1", "both bounds are written: '-A .. A'"},
    {"?", "a choice is written 'if A then B else C'"},
    {"%", "the rest of a division is mod(a, b)", grammar::STAR},
}};

}  // namespace

const ForeignSign* find_foreign_sign(std::string_view text) {
  const auto* known = std::ranges::find_if(
      kForeignSigns, [&](const ForeignSign& sign) { return text.starts_with(sign.text); });
  return known == kForeignSigns.end() ? nullptr : &*known;
}

std::size_t colour_size(std::string_view text) {
  if (!text.starts_with('#')) return 0;
  const std::size_t end = std::min(text.find_first_not_of("0123456789abcdefABCDEF", 1), text.size());
  const bool is_whole = end == text.size() || !is_word_character(text[end]);
  return is_whole && (end == 4 || end == 7 || end == 9) ? end : 0;
}

bool is_share(std::string_view behind) {
  const std::size_t next = behind.find_first_not_of(" \t");
  return next == std::string_view::npos ||
         std::string_view(";,)]}\n").find(behind[next]) != std::string_view::npos;
}

}  // namespace romas::language
