// The tags of YAML that xacro has for units, as in `!degrees 90`.
#pragma once

#include <algorithm>
#include <array>
#include <numbers>
#include <string_view>

namespace romas {

struct UnitTag {
  std::string_view tag;
  std::string_view unit;  // as the language says it
  std::string_view base;  // the unit that xacro's numbers have: "rad" or "m"
  double factor;          // to the base
};
inline constexpr std::array kUnitTags = {
    UnitTag{"!radians", "rad", "rad", 1.0}, UnitTag{"!degrees", "deg", "rad", std::numbers::pi / 180.0},
    UnitTag{"!meters", "m", "m", 1.0},      UnitTag{"!millimeters", "mm", "m", 0.001},
    UnitTag{"!foot", "ft", "m", 0.3048},    UnitTag{"!inches", "inch", "m", 0.0254},
};

// Null: the tag is none of these.
inline const UnitTag* find_unit_tag(std::string_view tag) {
  const auto* const found = std::ranges::find(kUnitTags, tag, &UnitTag::tag);
  return found == kUnitTags.end() ? nullptr : found;
}

}  // namespace romas
