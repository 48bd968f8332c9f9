// Generalised forces by recursive Newton-Euler, as values of a kernel.
#pragma once

#include <vector>

#include "passes/kernel/symbolic_tree.h"

namespace romas::lowering {

// tau = M(q) a + bias(q, v), n_v values. `gravity` is in {W}.
std::vector<Scalar> newton_euler(const SymbolicTree& tree, const Variables& variables, const Choices& choices,
                                 const Vector3& gravity, int n_v);

}  // namespace romas::lowering
