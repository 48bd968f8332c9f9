// Positions at which all loops are closed, found numerically, and what they say of the constraint.
#pragma once

#include <vector>

#include "passes/kernel/closures.h"

namespace romas::lowering {

struct ClosedPositions {
  std::vector<std::vector<double>> positions;
  bool within_limits = true;  // of the joints; otherwise the loops close beyond them alone
  // Of the best position, where none closes or none within the limits: the largest residual (m or rad; where
  // some close beyond the limits, next to 0), and of which motion it was within the limits, or at all.
  double gap = 0;
  std::size_t open = 0;
};
// `motions` and the kernels of all of them: c(q), and J(q). The search begins at q = 0 and at random
// positions.
ClosedPositions find_closed_positions(const DynamicsModel& model, const Kernel& constraint,
                                      const Kernel& jacobian);

// Of the motions, those that do not follow from the ones before them: a row of J that is a sum of earlier
// rows at most of the closed positions says nothing new. Where no position is closed, any position tells what
// is forbidden twice by the directions of axes.
std::vector<ForbiddenMotion> independent_motions(const DynamicsModel& model,
                                                 const std::vector<ForbiddenMotion>& motions,
                                                 const Kernel& jacobian,
                                                 std::vector<std::vector<double>> positions);

}  // namespace romas::lowering
