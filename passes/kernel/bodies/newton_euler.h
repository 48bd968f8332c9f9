// Generalised forces by recursive Newton-Euler, as values of a kernel.
#pragma once

#include <vector>

#include "passes/kernel/bodies/symbolic_tree.h"

namespace romas::lowering {

// How a body moves, and what its joint exerts, in its frame F: components along the axes of F, accelerations
// and moments of F's origin.
struct BodyState {
  Vec w_P, dw_P;  // angular velocity and acceleration of the parent
  Vec a_P;        // acceleration of the parent's point at the origin of F, minus gravity
  Vec w;          // angular velocity
  Vec dw;         // angular acceleration
  Vec a;          // acceleration of the origin, minus gravity
  // U = [ω̇]× + [ω]×[ω]×, by entries
  Scalar xx, xy, xz, yx, yy, yz, zx, zy, zz;
  Vec f, n;  // force and moment about the origin that the joint exerts on all that it carries

  Vec times(const Vec& r) const {
    return {xx * r.x + xy * r.y + xz * r.z, yx * r.x + yy * r.y + yz * r.z, zx * r.x + zy * r.y + zz * r.z};
  }
};

// Returns the wrench that accelerates a mass distribution that moves so, about the origin.
Wrench force_on(const Moments& moments, const BodyState& state);

struct NewtonEuler {
  std::vector<Scalar> tau;  // M(q) a + bias(q, v), n_v values
  std::vector<BodyState> bodies;
};
// `gravity` is in {W}.
NewtonEuler newton_euler(const SymbolicTree& tree, const Variables& variables, const Choices& choices,
                         const Vector3& gravity, int n_v);

}  // namespace romas::lowering
