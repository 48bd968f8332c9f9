// Forward dynamics by articulated bodies, as values of a kernel.
#pragma once

#include <vector>

#include "passes/kernel/bodies/symbolic_tree.h"

namespace romas::lowering {

// a(q, v, tau), n_v values; `gravity` is in {W}. Not for models with followers.
std::vector<Scalar> articulated_bodies(const SymbolicTree& tree, const Variables& variables,
                                       const std::vector<Scalar>& tau, const Vector3& gravity);

}  // namespace romas::lowering
