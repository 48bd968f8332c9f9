// The mass matrix by composite bodies, as values of a kernel.
#pragma once

#include <vector>

#include "passes/kernel/bodies/symbolic_tree.h"

namespace romas::lowering {

// M(q), n_v × n_v, row-major, both triangles. Structural zeros are constants.
std::vector<Scalar> composite_bodies(const SymbolicTree& tree, const Variables& variables, int n_v);

}  // namespace romas::lowering
