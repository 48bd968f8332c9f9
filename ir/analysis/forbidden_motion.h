// What the type of a joint forbids between its two frames, z of which is its axis.
#pragma once

#include <array>

#include "ir/model.h"

namespace romas {

// The axes of the first frame along and about which nothing moves. A universal joint turns about x of the
// first frame and y of the second.
struct ForbiddenAxes {
  std::array<bool, 3> displacements{}, rotations{};
};

// Nothing for types whose motion is no such constraint: a screw, a foreign joint.
constexpr ForbiddenAxes forbidden_axes(JointType type) {
  switch (type) {
    case JointType::fixed: return {{true, true, true}, {true, true, true}};
    case JointType::revolute:
    case JointType::continuous: return {{true, true, true}, {true, true, false}};
    case JointType::prismatic: return {{true, true, false}, {true, true, true}};
    case JointType::planar: return {{false, false, true}, {true, true, false}};
    case JointType::ball: return {{true, true, true}, {}};
    case JointType::universal: return {{true, true, true}, {false, false, true}};
    case JointType::floating:
    case JointType::screw:
    case JointType::foreign: break;
  }
  return {};
}

}  // namespace romas
