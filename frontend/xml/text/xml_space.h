// White space as XML defines it, which is less than other texts have.
#pragma once

#include <cstddef>
#include <string_view>

namespace romas {

constexpr bool is_xml_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The first offset from `at` on that holds something else; the end of the text if there is none.
constexpr std::size_t skip_xml_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_xml_space(text[at])) ++at;
  return at;
}

}  // namespace romas
