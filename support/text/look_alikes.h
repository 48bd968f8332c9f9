// Characters that look like those of ASCII and are others: typographic signs, full-width characters, digits
// of other scripts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace romas {

struct LookAlike {
  char ascii;             // the character that it resembles
  std::string_view name;  // for messages: "a minus sign (U+2212)"
};
// Nothing for characters of ASCII, and for those that resemble none.
std::optional<LookAlike> look_alike(char32_t character);

// A text with each look-alike replaced, and the first of them.
struct PlainText {
  std::string text;
  LookAlike first;
  std::size_t at, size;  // the bytes of the first one
};
// Nothing if the text has no look-alike.
std::optional<PlainText> without_look_alikes(std::string_view text);

}  // namespace romas
