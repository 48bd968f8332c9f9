// The joints between the root and a link as lines in space, in the pose where all positions are zero.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"

namespace romas::ik {

// The axis of a revolute or prismatic joint, in {W}.
struct Axis {
  Vector3 h = Vector3::UnitZ();  // unit direction
  Vector3 o = Vector3::Zero();   // a point on it
  bool slides = false;           // the joint moves along it
};

struct Chain {
  std::vector<Axis> axes;           // from the root to the link
  std::vector<std::size_t> joints;  // of each axis, in DynamicsModel::joints
  RigidTransform tip;               // pose of the link
  double length = 0;                // m: from the first axis over all others to the link
};

// The direction of the link whose turns count where an arm cannot turn it in every way about an axis: its z
// axis, or its x axis where z is nearly along that axis.
bool points_along_x(const RigidTransform& tip, const Vector3& axis);

// Empty if the link is moved by other joints than revolute and prismatic ones, or by followers; `reason` says
// why then.
std::optional<Chain> chain_to(const Model& model, const DynamicsModel& dynamics, const Placement& place,
                              std::string& reason);

// The axes without those at `held`, whose joints have the given positions (rad or m). Axes in the nearer part
// of the chain are moved, so that the rest keeps its place: those before a held joint in the first half, else
// those behind it.
std::vector<Axis> axes_without(const Chain& chain, const std::vector<std::size_t>& held,
                               const std::vector<double>& positions);
// Whether the axes before a held joint are moved.
bool moves_axes_before(const Chain& chain, std::size_t held);

// Two lines meet or are parallel up to this part of the chain's length, or this angle in radians.
inline constexpr double kStructureTolerance = 1e-10;

// Arms of one or two joints: the link's origin is on an axis up to this part of their length, which counts as
// at least 0.1 m, since a chain of one joint may have none.
inline constexpr double kOnAxis = 1e-6;
inline double length_of_few(const Chain& chain) { return chain.length < 0.1 ? 0.1 : chain.length; }

// How many axes at the end of a chain turn about lines through the link's origin.
std::size_t axes_through_link(const Chain& chain);

bool parallel(const Axis& a, const Axis& b, double tolerance);
// The lines meet in one point. Parallel lines do not.
bool meet(const Axis& a, const Axis& b, double length, double tolerance);
// The point in the middle of their common normal.
Vector3 meeting_point(const Axis& a, const Axis& b);
bool on_line(const Axis& line, const Vector3& point, double length, double tolerance);

// Without parts that are rounding errors of lengths of that size.
Vector3 without_dust(const Vector3& point, double length);

}  // namespace romas::ik
