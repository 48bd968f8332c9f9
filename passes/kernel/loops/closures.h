// Constraints of joints that close loops: residuals of the motions that they forbid, which are 0 where the
// loops are closed.
//
// A closure holds two frames F and G on two links; z of both is its axis. The motion of G in F that its type
// does not allow is forbidden: displacements along axes, and rotations about axes of F. Rotations are
// measured by twice the tangent of half the angle, which is the angle to second order and grows up to half a
// turn, so that frames which look into opposite directions do not count as closed.
#pragma once

#include <string>
#include <vector>

#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/lower.h"

namespace romas::lowering {

// One forbidden motion.
struct ForbiddenMotion {
  std::size_t closure = 0;  // in DynamicsModel::closures
  bool rotation = false;    // rad; a displacement (m) otherwise
  int axis = 0;             // along or about it: 0 to 2, x y z of F
};

// False for types whose motion is no constraint of this kind: a screw, a foreign joint.
bool can_close(JointType type);

// All that the closures forbid, in their order.
std::vector<ForbiddenMotion> forbidden_motions(const DynamicsModel& model);

// c(q): the residuals of these motions. If all displacements are forbidden, they are along the axes that F
// has in the common ancestor of both links at q = 0.
Kernel lower_constraint(const DynamicsModel& model, const std::vector<ForbiddenMotion>& motions);
// J(q), so many rows × n_v: the rate of c is J v.
Kernel lower_constraint_jacobian(const DynamicsModel& model, const Kernel& constraint);
// The rate of a kernel's first output where q, its first input, moves at the input array v.
std::vector<Value> rate_along(KernelBuilder& builder, const DynamicsModel& model,
                              const Differentiator& differentiator, std::uint32_t v);
// The rate of J times v (q, v).
Kernel lower_constraint_bias(const DynamicsModel& model, const Kernel& constraint);
// a and the force of the loops (q, v, tau, stabilization) from M a + bias = tau + Jᵀ force and J a + J̇ v =
// -(s₀ J v + s₁ c), with the two factors of Baumgarte (1972) in `stabilization`. M is factorised once; J M⁻¹
// Jᵀ is what its half solutions give.
Kernel lower_constrained_forward_dynamics(const DynamicsPlan& mass_plan, const DynamicsPlan& bias_plan,
                                          const DynamicsModel& model, const Kernel& constraint);

}  // namespace romas::lowering
