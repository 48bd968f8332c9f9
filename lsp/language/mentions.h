// Finds a name in a text of the Romas language, whatever the name means there.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace romas::typing {

// The bytes where a name begins that is a word of its own: in the text, and in values in the braces of texts
// in quotes. Words of properties are not told from names, and left out.
std::vector<std::uint32_t> places_of_name(std::string_view text, std::string_view name);

// Whether a word at a place is surely no name of a program: the type of a value, an axis of a joint, or a
// part of the path of a file of the standard library.
bool is_word_of_language(std::string_view text, std::uint32_t begin, std::string_view word);

}  // namespace romas::typing
