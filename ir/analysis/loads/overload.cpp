#include "ir/analysis/loads/overload.h"

#include <algorithm>
#include <cmath>

#include "ir/analysis/loads/ground_support.h"
#include "ir/analysis/loads/worst_pose.h"
#include "ir/analysis/mass/gravity_load.h"
#include "ir/model/fields.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Written efforts are rounded.
constexpr double kEffortTolerance = 1.01;
constexpr std::size_t kMostListed = 8;

bool cannot_move(const Joint& joint) {
  const JointLimit limit = effective_limit(joint);
  return limit.lower && limit.upper && limit.lower->value() == limit.upper->value();
}

class OverloadSearch {
 public:
  OverloadSearch(const Model& model, const DynamicsModel& dynamics, const Holding& holding)
      : model_(model),
        dynamics_(dynamics),
        holding_(holding),
        ranges_(position_ranges(model, dynamics)),
        search_(dynamics, ranges_) {}

  Overloads run() {
    for (std::size_t body = 0; body < dynamics_.bodies.size(); ++body) look_at(body);
    return std::move(found_);
  }

 private:
  void look_at(std::size_t body) {
    const JointId id = dynamics_.bodies[body].joint;
    const Joint& joint = model_.joint(id);
    // The description does not say how mimic joints and their leader share a load.
    if (!carries_load(joint.type) || !search_.has_own_variable(body)) return;
    if (cannot_move(joint)) return;  // its stops hold it
    const std::optional<double> holds = holding_(joint);
    if (!holds) return;
    const double held = (*holds + holding_friction(joint)) * kEffortTolerance;
    if (search_.bound(body) <= held) return;
    if (search_.work() >= kMostOverloadWork) {
      if (found_.unsettled++ == 0) found_.first_unsettled = id;
      return;
    }
    const auto worst = search_.worst(body);
    if (worst && worst->effort > held) found_.joints.push_back({id, worst->effort, pose_text(body, *worst)});
  }

  // The relevant variables that are not zero.
  std::string pose_text(std::size_t body, const GravityLoad& worst) const {
    std::vector<std::string> moved;
    std::size_t count = 0;
    for (const std::size_t variable : search_.variables_of(body)) {
      if (worst.q[variable] == 0 || ++count > kMostListed) continue;
      const auto of_variable = [&](const JointVariables& row) { return row.q == static_cast<int>(variable); };
      const Joint& joint =
          model_.joint(std::find_if(dynamics_.joints.begin(), dynamics_.joints.end(), of_variable)->joint);
      moved.push_back(concat(in_quotes(joint.name), " at ", worst.q[variable],
                             unit_text(Quantity::position, joint.type == JointType::prismatic)));
    }
    if (moved.empty()) return "in the zero position";
    const std::string text = "with " + join(moved, ", ");
    return count > kMostListed ? concat(text, " and ", count - kMostListed, " more away from 0") : text;
  }

  const Model& model_;
  const DynamicsModel& dynamics_;
  const Holding& holding_;
  const std::vector<PositionRange> ranges_;
  GravitySearch search_;
  Overloads found_;
};

}  // namespace

double holding_friction(const Joint& joint) {
  double friction = 0;
  if (joint.dynamics)
    for (const Number& number : joint.dynamics->friction) friction += std::max(0.0, number.value());
  return friction;
}

Overloads find_overloads(const Model& model, const KinematicTree& tree, const Vector3& gravity,
                         const Holding& holding) {
  DynamicsOptions options;
  options.gravity = gravity;
  const DynamicsModel dynamics = weighed_dynamics(model, tree, options);
  if (dynamics.bodies.empty()) return {};
  return OverloadSearch(model, dynamics, holding).run();
}

}  // namespace romas
