#include "passes/kernel/bodies/velocities.h"

namespace romas::lowering {

std::vector<OriginVelocity> origin_velocities(const SymbolicTree& tree, const Variables& variables,
                                              const std::vector<BodyState>& states) {
  std::vector<OriginVelocity> result;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const SymbolicBody& b = tree[i];
    const Vec& w_P = states[i].w_P;
    OriginVelocity origin{Vec::zero(variables.builder()), {}};
    if (b.parent >= 0) {
      const auto parent = static_cast<std::size_t>(b.parent);
      origin.v_P = tree.to_body(i, result[parent].v + cross(states[parent].w, b.p));
      origin.v_P += Vec{w_P.y * b.slide, -(w_P.x * b.slide), variables.zero()};
    }
    origin.v = origin.v_P;
    for (int k = 0; k < motion_dof(b.body->motion); ++k)
      origin.v += variables.v(*b.body, k) * tree.freedom(i, k).v;
    result.push_back(origin);
  }
  return result;
}

}  // namespace romas::lowering
