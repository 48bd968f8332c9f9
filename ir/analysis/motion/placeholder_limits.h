// Sizes of limits that stand where nobody knows one.
#pragma once

namespace romas {

// No joint slides farther (m), turns farther (rad), is faster (m/s or rad/s) or stronger (N or N m). Larger
// limits count as none where they are shown to people, or figures follow from them.
inline constexpr double kFarthestSlide = 1e4, kFarthestTurn = 1e5, kFastest = 1e5, kStrongest = 1e8;

}  // namespace romas
