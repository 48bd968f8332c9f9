// Fast comparison of the names of elements and attributes.
#pragma once

#include <string_view>

namespace romas {

// a == b. Different names mostly differ in length or in their last character: ixx, ixy, ixz.
constexpr bool is_same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.empty() || (a.back() == b.back() && a == b));
}

}  // namespace romas
