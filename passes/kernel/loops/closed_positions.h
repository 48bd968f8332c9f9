// Positions at which all loops are closed, found numerically, and what they say of the constraint.
#pragma once

#include <vector>

#include "passes/kernel/loops/closures.h"

namespace romas::lowering {

struct ClosedPositions {
  std::vector<std::vector<double>> positions;
  bool within_limits = true;  // of the joints; otherwise the loops close beyond them alone
  // The best position, if none closes or none within the limits. `gap` is its largest residual (m or rad),
  // which is next to 0 if some positions close beyond the limits. `open` is the motion with the largest
  // residual: within the limits if some positions close beyond them, and at all otherwise.
  double gap = 0;
  std::size_t open = 0;
};
// `motions` and the kernels of all of them: c(q), and J(q). The search begins at q = 0 and at random
// positions.
ClosedPositions find_closed_positions(const DynamicsModel& model, const Kernel& constraint,
                                      const Kernel& jacobian);

// Returns the motions that do not follow from the ones before them. A row of J that is a sum of earlier rows
// at half of the closed positions or more says nothing new. If no position is closed, a random one tells
// which motions the directions of axes forbid twice.
std::vector<ForbiddenMotion> independent_motions(const DynamicsModel& model,
                                                 const std::vector<ForbiddenMotion>& motions,
                                                 const Kernel& jacobian,
                                                 std::vector<std::vector<double>> positions);

}  // namespace romas::lowering
