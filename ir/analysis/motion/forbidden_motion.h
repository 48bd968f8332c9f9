// The motion that the type of a joint forbids between its two frames, whose z is its axis.
#pragma once

#include <array>

#include "ir/model/model.h"

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

constexpr bool all_of(const std::array<bool, 3>& axes) { return axes[0] && axes[1] && axes[2]; }

// How far the second frame is turned about a forbidden axis of the first: twice the tangent of half the angle
// where several are forbidden. R(row, column): its rotation in the first frame; numbers, or values of
// kernels, of which `one` is 1.
template <class Number, class Rotation>
Number forbidden_rotation(JointType type, int axis, const Number& one, const Rotation& R) {
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  if (type == JointType::universal) return -R(0, 1);
  if (all_of(forbidden_axes(type).rotations))
    return 2 * (R(last, next) - R(next, last)) / (one + R(0, 0) + R(1, 1) + R(2, 2));
  const Number across = 2 * R(1 - axis, 2) / (one + R(2, 2));
  return axis == 0 ? -across : across;
}

}  // namespace romas
