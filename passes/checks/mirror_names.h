// Names for left and right.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

// The names that the right twin of something on the left may have, the likeliest first; empty for a name that
// says no left. A name tells its side by a word of its own: l_arm, leftArm, LHipPitch, FL_hip. If several
// words name a side (l_hand_l_finger), all of them change, or the first alone: a hand may be mirrored, or
// used twice. `exists` says whether a thing of that kind has this name: robots that call their links by
// letters (S, L, U, R, B, T) have no sides.
std::vector<std::string> right_twin_names(std::string_view name,
                                          const std::function<bool(const std::string&)>& exists);

}  // namespace romas
