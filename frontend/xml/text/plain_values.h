// Resolves references and line ends in the texts and values of plain XML.
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

// Append the meaning of characters between tags, of a CDATA section, and of an attribute's value. All
// references in them must be plain.
void append_plain_text(std::string& out, std::string_view written);
void append_plain_section(std::string& out, std::string_view written);
void append_plain_value(std::string& out, std::string_view written);

}  // namespace romas
