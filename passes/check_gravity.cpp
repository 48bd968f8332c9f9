// check-gravity: joints whose effort limit, plus friction, is less than their gravity load in a pose that the
// limits allow (RM1706). The load of a joint is its subtree, which holds where the root stands on the ground:
// other robots are left out (RM1707), because their joints carry what is above them. Poses are searched only
// if an upper bound of the load, which is cheap to compute, exceeds the limit, and only up to a limit of
// work.
#include <algorithm>
#include <cmath>

#include "ir/analysis/gravity_load.h"
#include "ir/analysis/ground_support.h"
#include "ir/analysis/worst_pose.h"
#include "ir/entity.h"
#include "ir/fields.h"
#include "ir/no_limit.h"
#include "passes/pass_functions.h"
#include "support/text.h"

namespace romas {

namespace {

// Written efforts are rounded.
constexpr double kEffortTolerance = 1.01;
// Further joints are skipped once this many bodies were visited in all poses together.
constexpr std::size_t kMostWork = 2'000'000;
constexpr std::size_t kMostListed = 8;

std::size_t moving_joints(const Model& model) {
  return static_cast<std::size_t>(std::count_if(model.joints.begin(), model.joints.end(),
                                                [](const Joint& joint) { return moves(joint.type); }));
}

bool cannot_move(const Joint& joint) {
  const JointLimit limit = effective_limit(joint);
  return limit.lower && limit.upper && limit.lower->value() == limit.upper->value();
}

class GravityChecker {
 public:
  GravityChecker(const Model& model, const DynamicsModel& dynamics, DiagnosticEngine& diagnostics)
      : model_(model),
        dynamics_(dynamics),
        diagnostics_(diagnostics),
        ranges_(position_ranges(model, dynamics)),
        search_(dynamics, ranges_) {}

  void run() {
    for (std::size_t body = 0; body < dynamics_.bodies.size(); ++body) check(body);
    if (unsettled_ == 0) return;
    diagnostics_.report(
        Rule::effort_unsettled, model_.name_range,
        concat("the search for the pose in which gravity loads a joint most ended after ", kMostWork,
               " steps; the effort limits of ", unsettled_, unsettled_ == 1 ? " joint" : " joints",
               " are not settled, the first is '", first_unsettled_, "'"));
  }

 private:
  void check(std::size_t body) {
    const Joint& joint = model_.joint(dynamics_.bodies[body].joint);
    // The description does not say how mimic joints and their leader share a load.
    if (!carries_load(joint.type) || !search_.has_own_variable(body)) return;
    // Other rules report effort limits that are absent, zero or negative.
    if (!joint.limit || !joint.limit->effort || !(joint.limit->effort->value() > 0)) return;
    if (cannot_move(joint)) return;  // its stops hold it
    double friction = 0;
    if (joint.dynamics)
      for (const Number& number : joint.dynamics->friction) friction += std::max(0.0, number.value());
    const double held = (joint.limit->effort->value() + friction) * kEffortTolerance;
    if (search_.bound(body) <= held) return;
    if (search_.work() >= kMostWork) {
      if (unsettled_++ == 0) first_unsettled_ = joint.name;
      return;
    }
    const auto worst = search_.worst(body);
    if (worst && worst->effort > held) report(body, joint, *worst, friction);
  }

  void report(std::size_t body, const Joint& joint, const GravityLoad& worst, double friction) {
    const std::string unit = unit_text(Quantity::effort, joint.type == JointType::prismatic);
    diagnostics_.report(Rule::effort_insufficient, place_or_name(joint.limit->range, joint),
                        concat("joint '", joint.name, "' needs ", about(worst.effort), unit,
                               " to hold what hangs on it against gravity ", pose_text(body, worst),
                               ", but its effort limit is ", joint.limit->effort->value(), unit,
                               friction > 0 ? concat(" and its friction ", friction, unit) : std::string()));
  }

  // "with 'shoulder' at 1.571 rad": the relevant variables that are not zero.
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
  DiagnosticEngine& diagnostics_;
  const std::vector<PositionRange> ranges_;
  GravitySearch search_;
  std::size_t unsettled_ = 0;  // joints that may be overloaded and were skipped
  std::string_view first_unsettled_;
};

// Nothing is left open where no joint has an effort limit.
void report_unknown_support(const Model& model, const KinematicTree& tree, DiagnosticEngine& diagnostics) {
  if (std::none_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
        return carries_load(joint.type) && joint.limit && joint.limit->effort &&
               joint.limit->effort->value() > 0;
      }))
    return;
  diagnostics.report(
      Rule::effort_unsettled, model.name_range,
      concat(
          "effort limits were not compared with the load of gravity, because nothing tells whether robot '",
          model.name, "' stands on its root '", model.link(tree.roots().front()).name,
          "'; if it does, fix that link to a link 'world'"));
}

}  // namespace

void check_gravity(const Model& model, const CheckContext& context) {
  // Loads are computed only if all numbers could be read.
  if (context.diagnostics.has_errors() || !context.diagnostics.enabled(Rule::effort_insufficient)) return;
  const KinematicTree tree(model);
  if (!has_gravity_loads(model, tree)) return;
  if (!stands_on_root(model, tree)) return report_unknown_support(model, tree, context.diagnostics);
  if (const std::size_t moving = moving_joints(model); moving > kMostSearchedJoints) {
    context.diagnostics.report(
        Rule::effort_unsettled, model.name_range,
        concat("robot '", model.name, "' has ", moving,
               " joints that move; effort limits are compared with the load of gravity up to ",
               kMostSearchedJoints));
    return;
  }
  DynamicsOptions options;
  options.gravity = model.gravity_or_default();
  const std::vector<LinkId> floating = links_without_gravity(model);
  DynamicsModel dynamics;
  if (floating.empty()) {
    dynamics = make_dynamics_model(model, tree, options);
  } else {
    Model weighed = model;
    for (const LinkId link : floating) weighed.link(link).inertial.reset();
    dynamics = make_dynamics_model(weighed, tree, options);
  }
  if (!dynamics.bodies.empty()) GravityChecker(model, dynamics, context.diagnostics).run();
}

}  // namespace romas
