// Words of URDF that belong to one program.
#pragma once

#include <string_view>

namespace romas::urdf {

enum class WordKind : unsigned char { element, attribute };

// The program to whose dialect a child element or an attribute of an element belongs; empty if it is none
// that is known (dialects.def).
std::string_view find_dialect(std::string_view element, std::string_view word, WordKind kind);

}  // namespace romas::urdf
