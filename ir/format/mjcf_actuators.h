// The kinds of drive that a <general> actuator of MJCF can be. <motor>, <position> and <velocity> are short
// ways to write one with a gain and a bias: force = gain · control + b0 + b1 · position + b2 · velocity.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace romas::mjcf {

// Attributes that <general> has and the short ways have not, separated by spaces.
inline constexpr std::string_view kGeneralAttributes =
    "dyntype gaintype biastype dynprm gainprm biasprm actdim actearly";

struct Drive {
  std::string_view interface;  // effort, position, velocity
  double gain = 1;             // force for one unit of control
};

// The text of an attribute; empty: there is none.
using AttributeText = std::function<std::string_view(std::string_view name)>;
// Returns the drive that a <general> with these attributes is: an effort without a bias, a position with the
// bias "0 -gain -kv", a velocity with "0 0 -gain". A first-order filter of the control makes no difference.
// Returns nothing for others.
std::optional<Drive> drive_of_general(const AttributeText& text);

}  // namespace romas::mjcf
