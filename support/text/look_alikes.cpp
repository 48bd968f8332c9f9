#include "support/text/look_alikes.h"

#include "support/text/text.h"

namespace romas {

std::optional<LookAlike> look_alike(char32_t c) {
  constexpr std::string_view kDigit = "a digit of another script";
  if (c < 0x80) return std::nullopt;
  if (c >= 0xFF01 && c <= 0xFF5E) return LookAlike{static_cast<char>(c - 0xFEE0), "a full-width character"};
  if ((c >= 0x660 && c <= 0x669) || (c >= 0x6F0 && c <= 0x6F9))
    return LookAlike{static_cast<char>('0' + (c & 0xF)), kDigit};
  if (c >= 0x966 && c <= 0x96F) return LookAlike{static_cast<char>('0' + (c - 0x966)), kDigit};
  if (c >= 0x1D7CE && c <= 0x1D7FF)  // bold, double-struck and other digits of mathematics
    return LookAlike{static_cast<char>('0' + (c - 0x1D7CE) % 10), "a digit of mathematics"};
  switch (c) {
    case 0x2212: return LookAlike{'-', "a minus sign (U+2212)"};
    case 0x2D7:
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0xFE63: return LookAlike{'-', "a dash"};
    case 0x66B: return LookAlike{'.', "a decimal point of another script"};
    case 0x3002: return LookAlike{'.', "a full stop of another script"};
    case 0x66C: return LookAlike{'\'', "a thousands' separator of another script"};
    case 0x60C:
    case 0x3001: return LookAlike{',', "a comma of another script"};
    case 0xA0:
    case 0x2007:
    case 0x2009:
    case 0x202F:
    case 0x3000: return LookAlike{' ', "a special space"};
    case 0xAB:
    case 0xBB:
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
    case 0x2033:
    case 0x300C:
    case 0x300D: return LookAlike{'"', "a typographic quote"};
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x2032:
    case 0x2039:
    case 0x203A: return LookAlike{'\'', "a typographic quote"};
    default: return std::nullopt;
  }
}

std::optional<PlainText> without_look_alikes(std::string_view text) {
  std::optional<PlainText> plain;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint character = first_code_point(text.substr(at));
    const auto found = character.valid ? look_alike(character.value) : std::nullopt;
    if (found && !plain) plain = PlainText{std::string(text.substr(0, at)), *found, at, character.length};
    if (plain && found)
      plain->text += found->ascii;
    else if (plain)
      plain->text += text.substr(at, character.length);
    at += character.length;
  }
  return plain;
}

}  // namespace romas
