// A place in a text of a test: '|' marks it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace romas::markup {

struct Cursor {
  std::string text;
  std::uint32_t offset;
};
inline Cursor cursor_in(std::string text) {
  const std::size_t mark = text.find('|');
  text.erase(mark, 1);
  return {std::move(text), static_cast<std::uint32_t>(mark)};
}

}  // namespace romas::markup
