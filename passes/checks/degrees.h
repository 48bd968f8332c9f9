// Positions of joints that were written in degrees where radians are meant.
#pragma once

#include <numbers>

namespace romas {

// Three turns (rad): few joints have so much room, but a position in degrees soon has such a number.
constexpr double kDegreesFrom = 6 * std::numbers::pi;

}  // namespace romas
