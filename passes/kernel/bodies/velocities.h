// Linear velocities of bodies, beside what newton_euler computes of their motion.
#pragma once

#include <vector>

#include "passes/kernel/bodies/newton_euler.h"

namespace romas::lowering {

// Velocity of the origin of a body's frame F, along the axes of F: as a point of the parent and of the body.
struct OriginVelocity {
  Vec v_P, v;
};
std::vector<OriginVelocity> origin_velocities(const SymbolicTree& tree, const Variables& variables,
                                              const std::vector<BodyState>& states);

}  // namespace romas::lowering
