// Names of elements and attributes, compared very often.
#pragma once

#include <string_view>

namespace romas {

// a == b. Names that differ mostly do so in their length or their last character: ixx, ixy, ixz.
constexpr bool is_same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.empty() || (a.back() == b.back() && a == b));
}

}  // namespace romas
