// The distance between colliders, with bounds that hold whatever the search for it found.
#pragma once

#include <cstddef>
#include <limits>

#include "ir/collision/collider.h"

namespace romas {

// `lower` <= distance <= `upper`, m. Where the bodies touch, `upper` is at most 0; `lower` is then negative
// by no more than what their margins overlap.
struct Separation {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  Vector3 on_a = Vector3::Zero(), on_b = Vector3::Zero();  // points that are `upper` apart; in the frame of a
  std::uint32_t piece_a = 0, piece_b = 0;                  // on which they are

  bool touches() const { return upper <= 0; }
};

// Returns the bounds for two pieces; X_AB is the pose of the collider of b in that of a. The upper bound is a
// distance of two points of the bodies. The lower one is the width of the gap between two parallel planes
// that hold the bodies apart. They differ by at most 1e-9 m. E. Gilbert, D. Johnson, S. Keerthi, "A fast
// procedure for computing the distance between complex objects in three-dimensional space", IEEE J. Robot.
// Autom. 4 (1988).
Separation separation(const Collider& a, const ConvexPiece& piece_a, const Collider& b,
                      const ConvexPiece& piece_b, const RigidTransform& X_AB);

// How far a search goes.
struct SearchLimits {
  double enough = std::numeric_limits<double>::infinity();  // m: it ends when the distance is at least this
  std::size_t steps = 1'000'000;  // it may take: a pair of pieces is one, and eight pairs of boxes are
};

// Returns the bounds for two colliders, which are not empty, by the nearest of their pieces. Where the search
// ends early, the bounds hold and are further apart. `work` counts steps. `guess`: pieces that may be near
// each other, such as the nearest ones of another posture: the search is faster where they are.
Separation separation(const Collider& a, const Collider& b, const RigidTransform& X_AB,
                      const SearchLimits& limits = {}, std::size_t* work = nullptr,
                      const Separation* guess = nullptr);

}  // namespace romas
