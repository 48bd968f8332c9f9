#include "ir/analysis/loads/joint_resistance.h"

#include <algorithm>
#include <cmath>

namespace romas {

std::vector<double> joint_resistance(const Model& model, const DynamicsModel& dynamics, Resistance kind) {
  std::vector<double> result(static_cast<std::size_t>(dynamics.n_v), 0.0);
  JointId last;
  for (const Body& body : dynamics.bodies) {
    if (!body.joint) continue;
    const Joint& joint = model.joint(body.joint);
    if (!joint.dynamics || body.joint == last) continue;
    last = body.joint;
    const bool damping = kind == Resistance::damping;
    const std::vector<Number>& given = damping ? joint.dynamics->damping : joint.dynamics->friction;
    for (int k = 0; k < dof(joint.type) && !given.empty(); ++k) {
      const double value = given[std::min(static_cast<std::size_t>(k), given.size() - 1)].value();
      const double rate = std::abs(body.multiplier);
      result[static_cast<std::size_t>(body.v) + static_cast<std::size_t>(k)] +=
          damping ? rate * rate * value : rate * value;
    }
  }
  return result;
}

}  // namespace romas
