// Since which version of SDFormat elements and attributes exist (sdf_since.def).
#pragma once

#include <span>
#include <string_view>

namespace romas::sdf {

// "1.8"; empty: since 1.4 or before. `path`: the names of the elements around, the outermost first; `name`:
// of an element, or "@name" of an attribute. Nothing is younger than what is in it.
std::string_view since(std::span<const std::string_view> path, std::string_view name);

}  // namespace romas::sdf
