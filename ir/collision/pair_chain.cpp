#include "ir/collision/pair_chain.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ir/analysis/tree/axis.h"
#include "ir/analysis/tree/mimic.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The furthest that a point of a collider can be from a line through `at` in the direction `along` (a unit
// vector), in the collider's frame.
double reach_from_axis(const Collider& collider, const Vector3& at, const Vector3& along) {
  const auto distance = [&](const Vector3& point) { return along.cross(point - at).norm(); };
  const double by_ball = distance(collider.centre()) + collider.radius();
  const Collider::Node& box = collider.nodes().front();
  double by_box = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    by_box = std::max(by_box, distance(box.centre + box.half.cwiseProduct(sign)));
  }
  return std::min(by_ball, by_box);
}

// The chord of a circle of radius 1.
double chord(double angle) { return 2 * std::sin(std::min(std::abs(angle), std::numbers::pi) / 2); }

}  // namespace

RigidTransform PairChain::Step::motion(double q) const {
  RigidTransform X;
  if (turns) X.R = rotation_about(axis, q);
  if (slides) X.p = (turns ? pitch * q : q) * axis;
  return X;
}

std::optional<std::size_t> PairChain::variable_of(const Model& model, JointId leader, bool alone,
                                                  std::string& because) {
  const auto known =
      std::find_if(variables_.begin(), variables_.end(),
                   [&](const CollisionVariable& variable) { return variable.joint == leader; });
  if (known != variables_.end()) return static_cast<std::size_t>(known - variables_.begin());
  const Joint& joint = model.joint(leader);
  constexpr double kTurn = 2 * std::numbers::pi;
  CollisionVariable variable{leader, -std::numbers::pi, std::numbers::pi};
  const bool turns = joint.type == JointType::revolute || joint.type == JointType::continuous;
  const bool written =
      joint.type != JointType::continuous && joint.limit && joint.limit->lower && joint.limit->upper;
  const double lower = written ? joint.limit->lower->value() : 0,
               upper = written ? joint.limit->upper->value() : 0;
  const bool bounded = written && std::isfinite(lower) && std::isfinite(upper) && lower <= upper;
  if (bounded) {
    variable.lower = lower;
    variable.upper = upper;
    // One turn has all postures of a joint that moves nothing else.
    if (turns && alone && upper - lower > kTurn) {
      variable.lower = std::max(lower, std::min(upper - kTurn, -std::numbers::pi));
      variable.upper = variable.lower + kTurn;
    }
  } else if (!turns || !alone) {
    because = concat("joint '", joint.name, "' has no limits");
    return std::nullopt;
  }
  variables_.push_back(variable);
  return variables_.size() - 1;
}

bool PairChain::add_joint(const Model& model, const std::vector<bool>& followed, JointId id, bool upwards,
                          std::string& because) {
  const Joint& joint = model.joint(id);
  const RigidTransform X_PC = joint.origin.evaluate();
  Step step;
  switch (joint.type) {
    case JointType::fixed: after_ = after_ * (upwards ? X_PC.inverse() : X_PC); return true;
    case JointType::revolute:
    case JointType::continuous: step.turns = true; break;
    case JointType::prismatic: step.slides = true; break;
    case JointType::screw:
      step.turns = step.slides = true;
      step.pitch = joint.screw_pitch.value_or(0).value() / (2 * std::numbers::pi);
      break;
    default: because = concat("joint '", joint.name, "' has several variables"); return false;
  }
  const Vector3 axis = joint.axis_or_default();
  if (!(axis.norm() > 0) || !axis.allFinite()) {
    because = concat("joint '", joint.name, "' has no axis");
    return false;
  }
  step.axis = unit_axis(axis);
  const MimicRelation leader = resolve_mimic(model, id);
  const auto variable = variable_of(model, leader.leader, !followed[leader.leader.index()], because);
  if (!variable) return false;
  step.variable = *variable;
  const double sign = upwards ? -1 : 1;
  step.multiplier = sign * leader.multiplier;
  step.offset = sign * leader.offset;
  step.before = upwards ? after_ : after_ * X_PC;
  after_ = upwards ? X_PC.inverse() : RigidTransform();
  steps_.push_back(step);
  return true;
}

std::optional<PairChain> PairChain::between(const Model& model, const KinematicTree& tree,
                                            const std::vector<bool>& followed, LinkId a, LinkId b,
                                            std::string& because) {
  std::vector<JointId> up, down;
  for (LinkId from_a = a, from_b = b; from_a != from_b;) {
    const bool deeper = tree.depth(from_a) >= tree.depth(from_b);
    LinkId& link = deeper ? from_a : from_b;
    const JointId joint = tree.parent_joint(link);
    if (!joint) {
      because = "no joints connect them";
      return std::nullopt;
    }
    (deeper ? up : down).push_back(joint);
    link = tree.parent_link(link);
  }
  std::reverse(down.begin(), down.end());
  PairChain chain;
  for (const JointId joint : up)
    if (!chain.add_joint(model, followed, joint, true, because)) return std::nullopt;
  for (const JointId joint : down)
    if (!chain.add_joint(model, followed, joint, false, because)) return std::nullopt;
  return chain;
}

RigidTransform PairChain::pose(const std::vector<double>& values) const {
  RigidTransform X_AF;
  for (const Step& step : steps_) X_AF = X_AF * step.before * step.motion(step.value(values));
  return X_AF * after_;
}

double PairChain::motion(const Collider& a, const Collider& b, const std::vector<double>& centre,
                         const std::vector<double>& half, std::vector<double>& shares) const {
  const std::size_t n = steps_.size();
  struct Lever {
    double of_a = 0, of_b = 0;    // m: how far a point of the link can be from the axis
    double angle = 0, slide = 0;  // rad and m that the joint moves at most
  };
  std::vector<Lever> levers(n);
  const RigidTransform X_BA = pose(centre).inverse();
  RigidTransform X_AF;
  for (std::size_t k = 0; k < n; ++k) {
    const Step& step = steps_[k];
    X_AF = X_AF * step.before;
    Lever& lever = levers[k];
    const double moved = std::abs(step.multiplier) * half[step.variable];
    if (step.turns) {
      const Vector3 along = X_AF.R * step.axis;
      lever.angle = chord(moved);
      lever.of_a = reach_from_axis(a, X_AF.p, along);
      lever.of_b = reach_from_axis(b, X_BA * X_AF.p, X_BA.R * along);
    }
    if (step.slides) lever.slide = step.turns ? std::abs(step.pitch) * moved : moved;
    X_AF = X_AF * step.motion(step.value(centre));
  }
  // The joints move one after the other. In the order from a to b, those between a joint and b have not moved
  // yet, so that b's lever is that of `centre`; a's has changed by what the joints before moved.
  const auto total = [&](bool from_a, std::vector<double>* parts) {
    double sum = 0, changed = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = from_a ? i : n - 1 - i;
      const Lever& lever = levers[k];
      const double still = from_a ? lever.of_b : lever.of_a;
      const double moved = (from_a ? lever.of_a : lever.of_b) + changed;
      const double part = lever.angle * std::min(still, moved) + lever.slide;
      changed += lever.angle * moved + lever.slide;
      sum += part;
      if (parts != nullptr) (*parts)[steps_[k].variable] += part;
    }
    return sum;
  };
  const double from_a = total(true, nullptr), from_b = total(false, nullptr);
  shares.assign(variables_.size(), 0);
  return total(from_a <= from_b, &shares);
}

std::vector<bool> followed_joints(const Model& model) {
  std::vector<bool> result(model.joints.size(), false);
  for (std::size_t joint = 0; joint < model.joints.size(); ++joint) {
    const JointId id{static_cast<std::uint32_t>(joint)};
    if (const JointId leader = resolve_mimic(model, id).leader; leader != id) result[leader.index()] = true;
  }
  return result;
}

}  // namespace romas
