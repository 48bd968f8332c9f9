#include "passes/kernel/lanes/branch.h"

#include <algorithm>

namespace romas::lowering {

Branch branch_to(const DynamicsModel& model, const Placement& placement) {
  Branch branch;
  branch.model.n_q = model.n_q;
  branch.model.n_v = model.n_v;
  for (int at = placement.body; at >= 0; at = model.bodies[static_cast<std::size_t>(at)].parent)
    branch.model.bodies.push_back(model.bodies[static_cast<std::size_t>(at)]);
  std::reverse(branch.model.bodies.begin(), branch.model.bodies.end());
  for (std::size_t i = 0; i < branch.model.bodies.size(); ++i)
    branch.model.bodies[i].parent = static_cast<int>(i) - 1;
  branch.placement = {static_cast<int>(branch.model.bodies.size()) - 1, placement.X_BF};
  return branch;
}

}  // namespace romas::lowering
