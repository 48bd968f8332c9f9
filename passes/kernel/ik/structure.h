// Structures of arms that allow a closed form: axes that meet, and axes that are parallel.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "passes/kernel/ik/chain.h"

namespace romas::ik {

enum class Family : unsigned char {
  wrist,     // of six axes, the last three meet
  parallel,  // of six axes, the second to fourth are parallel, and the last two meet
  swivel,    // of seven axes, the first three meet, and the last three
  // Families of fewer axes, which reach a part of all poses.
  point,   // three bring a point to its place
  plane,   // of four or five axes, the second to fourth are parallel, and the fifth is across them
  scara,   // two or three axes that turn and one that slides are parallel
  gantry,  // three axes slide; three more, if any, meet
  // One or two, other than two that slide along one direction, and up to three more that turn about axes
  // through the link's origin.
  few,
  // Six axes of which nothing is known: their eigenvalues are computed. find_structures does not look for it.
  general,
};

// How three joints bring a point to its place.
enum class Reach : unsigned char {
  parallel_last,   // axes 2 and 3 are parallel
  meeting_first,   // axes 1 and 2 meet
  parallel_first,  // axes 1 and 2 are parallel
  meeting_last,    // axes 2 and 3 meet
  skew_first,      // axes 1 and 2 neither meet nor are parallel, and an equation of fourth degree is left
  skew_last,       // the same of axes 2 and 3
  sliding,         // one or two of the three slide
};

struct Structure {
  std::vector<std::size_t> held;  // axes of the chain whose positions are given
  bool reversed = false;          // the formulas count the axes from the link to the root
  Family family = Family::wrist;
  Reach reach = Reach::parallel_last;  // of a wrist or point
  int first = 0;                       // of general axes: with which the elimination begins
  // Axes behind those of the chain, about which the pose may be turned (with_pose_axes).
  std::size_t pose_axes = 0;
  friend bool operator==(const Structure&, const Structure&) = default;
};

// The joints that a whole pose determines.
inline constexpr std::size_t kSix = 6;

// A chain of four or five joints with axes through the link's origin behind it, so that there are six. An arm
// of five reaches a pose but for a turn about the link's z axis, an arm of four but for turns about its z
// axis and the pose's x axis, which that is across. If z is nearly along the last joint that turns, x takes
// its place.
Chain with_pose_axes(const Chain& chain, std::size_t count);
// Which axes these are, 0 for x: the first of the link, and the second of what is left the one that is more
// across the last joint that turns, whose turn it would be otherwise.
std::array<int, 2> pose_axes_of(const RigidTransform& tip, const Vector3& last);

// All structures that hold for a chain, whatever the positions of up to `kMostHeld` given joints. If joints
// of a chain of four or five are given, the other three bring the link's origin to its place.
inline constexpr std::size_t kMostHeld = 2;
std::vector<Structure> find_structures(const Chain& chain, double tolerance);

// Whether the positions of all these axes are given in it.
bool are_held(const std::vector<std::size_t>& axes, const Structure& structure);

// "axes 4, 5 and 6 meet, and axes 2 and 3 are parallel", axes counted from 1 along the whole chain.
std::string structure_text(const Chain& chain, const Structure& structure);

}  // namespace romas::ik
