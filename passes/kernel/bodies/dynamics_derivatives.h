// Derivatives of inverse dynamics and the Coriolis matrix, as values of a kernel.
#pragma once

#include <vector>

#include "passes/kernel/bodies/newton_euler.h"

namespace romas::lowering {

struct WantedDerivatives {
  bool by_q = false;
  bool by_v = false;
  bool coriolis = false;
};

// Each n_v × n_v, row-major; empty where it is not wanted.
struct DynamicsDerivatives {
  std::vector<Scalar> by_q;      // ∂tau/∂q: a column for each direction in which q can move, see below
  std::vector<Scalar> by_v;      // ∂tau/∂v
  std::vector<Scalar> coriolis;  // C with C v + g = bias, and dM/dt - 2 C antisymmetric
};

// A step of q along its k-th velocity variable is what that velocity adds in a unit of time: q itself for
// joints of one variable, a turn or shift in the body's own axes for balls and free bodies.
// `motion`: what newton_euler computed in the same tree.
DynamicsDerivatives dynamics_derivatives(const SymbolicTree& tree, const Variables& variables,
                                         const NewtonEuler& motion, int n_v, const WantedDerivatives& wanted);

}  // namespace romas::lowering
