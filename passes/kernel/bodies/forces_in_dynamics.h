// Dynamics that count the forces of a description.
#pragma once

#include "passes/kernel/bodies/lower.h"

namespace romas::lowering {

// a(q, v, tau, u): forward dynamics with these forces beside tau.
Kernel lower_forward_dynamics_with_forces(const Kernel& forward_dynamics, const Kernel& applied_forces);

// The forces F(q, v) that act where all inputs are 0, and kernels that count them. Without any, kernels stay
// as they are.
class ForcesInDynamics {
 public:
  ForcesInDynamics() = default;
  explicit ForcesInDynamics(const Kernel& applied_forces);

  // lower_inverse_dynamics; F is taken from the torques, that at rest from the gravity torque.
  Kernel torque(const DynamicsPlan& plan, Dynamics kind) const;
  // Adds F to tau in a kernel of q, v, tau and more inputs, such as one of accelerations.
  Kernel acceleration(Kernel kernel) const;
  // Derivatives of torques by q and v.
  Kernel torque_derivatives(Kernel kernel, const DynamicsModel& model) const;

 private:
  bool any() const { return !forces_.outputs.empty(); }
  Kernel forces_;  // of q and v; without outputs where there are none
};

}  // namespace romas::lowering
