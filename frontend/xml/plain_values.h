// References and line ends of plain XML: what its texts and values mean.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace romas {

// A reference that is plain: to a character that XML can hold, by one of the five names or by a number of at
// most seven digits.
struct PlainReference {
  char32_t value = 0;
  std::size_t length = 0;  // bytes from '&' to ';'; 0 if it is not plain
};

// The reference at the start of a text, which begins with '&'.
PlainReference plain_reference(std::string_view text);

// Append what characters between tags, a section's characters, and those between the quotes of an attribute
// mean. All their references are plain.
void append_plain_text(std::string& out, std::string_view written);
void append_plain_section(std::string& out, std::string_view written);
void append_plain_value(std::string& out, std::string_view written);

}  // namespace romas
