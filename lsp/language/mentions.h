// Finds a name in a text of the Romas language, whatever the name means there.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace romas::typing {

// The bytes where a name begins that is a word of its own: in the text, and in values in the braces of texts
// in quotes. Words of properties are not told from names, and left out.
std::vector<std::uint32_t> places_of_name(std::string_view text, std::string_view name);

}  // namespace romas::typing
