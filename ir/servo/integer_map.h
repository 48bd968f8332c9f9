// Maps of linkages in the whole numbers of servo tables, and how far these are from the map that was given.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/servo/conversion.h"

namespace romas {

struct IntegerPlace {
  std::int32_t joint = 0;  // Q16.16 rad or m
  std::int32_t count = 0;
};

// The places of a map, each number rounded to the nearest.
std::vector<IntegerPlace> integer_places(const ServoConversion& conversion);

// The same as the code of the tables (map_functions.c.in): the straight line between the two places around
// the value, rounded to the nearest, halves away from zero. Beyond the ends it stops there.
std::int32_t count_by_map(const std::vector<IntegerPlace>& places, std::int32_t joint);
std::int32_t joint_by_map(const std::vector<IntegerPlace>& places, std::int32_t count);

// How far the joint is at most, in rad or m, from where a goal sends it, and from where a reading says that
// it is: measured over all positions and all counts of the map. An upper bound where these are too many to be
// tried.
double map_rounding_error(const ServoConversion& conversion);

}  // namespace romas
