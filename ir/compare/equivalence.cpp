#include "ir/compare/equivalence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/chance.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/model/joint_fields.h"
#include "ir/model/no_limit.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// A model with what follows from a position.
class Moving {
 public:
  explicit Moving(const Model& robot) : model(robot), tree(robot), q(neutral_position(robot, tree)) {}

  // Poses and moments of subtrees in the frame of the link `base`.
  void move(LinkId base) {
    X_BL = link_poses(model, tree, q);
    const RigidTransform X_BR = X_BL[base.index()].inverse();
    for (RigidTransform& X : X_BL) X = X_BR * X;
    gravity = X_BR.R * model.gravity_or_default();
    carried.assign(model.links.size(), {});
    for (const LinkId link : tree.order())
      if (const auto& inertial = model.link(link).inertial)
        carried[link.index()] = MassMoments::of(inertial->spatial()).expressed_in(X_BL[link.index()]);
    for (auto link = tree.order().rbegin(); link != tree.order().rend(); ++link)
      if (tree.parent_joint(*link)) carried[tree.parent_link(*link).index()] += carried[link->index()];
  }

  MassMoments whole() const {
    MassMoments sum;
    for (const LinkId root : tree.roots()) sum += carried[root.index()];
    return sum;
  }

  std::span<double> position(JointId joint) {
    const auto count = static_cast<std::size_t>(position_count(model.joint(joint).type));
    return std::span(q).subspan(static_cast<std::size_t>(tree.q_index(joint)), count);
  }

  const Model& model;
  const KinematicTree tree;
  std::vector<double> q;              // at first the neutral position
  std::vector<RigidTransform> X_BL;   // by link
  std::vector<MassMoments> carried;   // of the link and all below it, by link, about the base
  Vector3 gravity = Vector3::Zero();  // m/s², in the base
};

// The load that a drive of the joint would feel.
struct Load {
  double inertia = 0;  // kg m² about the axis, or kg along it
  double weight = 0;   // N m or N: what holds the joint against gravity
};

Load load_of(const Moving& robot, const Joint& joint) {
  const RigidTransform& X = robot.X_BL[joint.child.id.index()];
  const MassMoments& moved = robot.carried[joint.child.id.index()];
  const Vector3 axis = X.R * joint.axis_or_default().normalized();
  const Vector3 weight = moved.mass * robot.gravity;
  if (joint.type == JointType::prismatic) return {moved.mass, -axis.dot(weight)};
  const Vector3 first = moved.first - moved.mass * X.p;  // about the joint
  const Matrix3 second = moved.second - moved.first * X.p.transpose() - X.p * moved.first.transpose() +
                         moved.mass * X.p * X.p.transpose();
  return {second.trace() - axis.dot(second * axis), -axis.dot(first.cross(robot.gravity))};
}

bool turns_or_slides(JointType type) {
  return type == JointType::revolute || type == JointType::continuous || type == JointType::prismatic;
}

// Positions mean the same to both.
bool moves_alike(const Joint& a, const Joint& b) {
  if (position_count(a.type) == 0 || position_count(a.type) != position_count(b.type)) return false;
  const auto kind = [](JointType type) { return type == JointType::continuous ? JointType::revolute : type; };
  return kind(a.type) == kind(b.type) && a.child.name == b.child.name;
}

class Measurement {
 public:
  Measurement(const Model& first, const Model& second, const EquivalenceOptions& options)
      : a_(first), b_(second), options_(options), chance_(options.seed) {}

  std::optional<Equivalence> run() {
    match();
    if (links_.empty()) return {};
    constexpr std::size_t kWork = 200'000;  // links in all states
    constexpr std::size_t kFewest = 3;
    result_.states = std::min(options_.states, std::max(kFewest, kWork / a_.model.links.size()));
    result_.base = a_.model.link(links_.front().first).name;
    result_.links = links_.size();
    compare_bodies();
    compare_joints();
    for (std::size_t state = 0; state < result_.states; ++state) compare_state(state);
    finish();
    return std::move(result_);
  }

 private:
  enum Name : std::size_t {
    position,
    rotation,
    mass,
    centre,
    moment,
    whole_centre,
    whole_moment,
    axis_inertia,
    axis_mass,
    torque,
    force,
    limits,
    kCount
  };
  static constexpr std::array<std::array<std::string_view, 2>, kCount> kNames = {
      {{"positions of links", "m"},
       {"rotations of links", "rad"},
       {"masses of links", "kg"},
       {"centres of mass of links", "m"},
       {"moments of inertia of links", "kg m²"},
       {"centre of mass of the robot", "m"},
       {"moments of inertia of the robot", "kg m²"},
       {"inertia about axes of joints", "kg m²"},
       {"mass moved along axes of joints", "kg"},
       {"gravity torque of joints", "N m"},
       {"gravity force of joints", "N"},
       {"limits, damping, friction and armature of joints", "SI units"}}};

  void match() {
    for (const LinkId link : a_.tree.order()) {
      const Link& own = a_.model.link(link);
      const LinkId other = b_.model.find_link(own.name);
      if (other && b_.tree.reached(other))
        links_.emplace_back(link, other);
      else
        result_.first_only.push_back(own.name);
    }
    for (const LinkId link : b_.tree.order())
      if (!a_.model.find_link(b_.model.link(link).name))
        result_.second_only.push_back(b_.model.link(link).name);
    for (const JointId id : a_.tree.joint_order()) {
      const Joint& joint = a_.model.joint(id);
      if (position_count(joint.type) == 0) continue;
      const JointId other = b_.model.find_joint(joint.name);
      if (other && b_.tree.q_index(other) >= 0 && moves_alike(joint, b_.model.joint(other))) {
        joints_.emplace_back(id, other);
        result_.moved.push_back(joint.name);
      } else {
        result_.unmoved.push_back(joint.name);
      }
    }
    for (const JointId id : b_.tree.joint_order()) {
      const Joint& joint = b_.model.joint(id);
      const JointId own = a_.model.find_joint(joint.name);
      const bool told = own && a_.tree.q_index(own) >= 0;
      if (position_count(joint.type) > 0 && !told) result_.unmoved.push_back(joint.name);
    }
  }

  void note(Name name, double in_a, double difference, const std::string& where,
            std::optional<std::size_t> state) {
    MeasuredQuantity& quantity = quantities_[name];
    ++quantity.compared;
    quantity.largest = std::max(quantity.largest, std::abs(in_a));
    if (!(difference > quantity.largest_difference)) return;
    quantity.largest_difference = difference;
    quantity.where = where;
    quantity.state = state;
  }

  void compare_bodies() {
    for (const auto& [first, second] : links_) {
      const Link& a = a_.model.link(first);
      const Link& b = b_.model.link(second);
      const SpatialInertia none;
      const SpatialInertia of_a = a.inertial ? a.inertial->spatial() : none;
      const SpatialInertia of_b = b.inertial ? b.inertial->spatial() : none;
      const std::string where = concat("link '", a.name, "'");
      note(mass, of_a.mass, std::abs(of_a.mass - of_b.mass), where, {});
      if (of_a.mass == 0 && of_b.mass == 0) continue;
      note(centre, of_a.com.norm(), (of_a.com - of_b.com).norm(), where, {});
      note(moment, of_a.tensor.cwiseAbs().maxCoeff(), (of_a.tensor - of_b.tensor).cwiseAbs().maxCoeff(),
           where, {});
    }
  }

  void compare_joints() {
    for (const auto& [first, second] : joints_) {
      const Joint& a = a_.model.joint(first);
      const Joint& b = b_.model.joint(second);
      if (dof(a.type) == 1)
        for_each_field<JointLimit>([&](const auto& field) {
          compare_values(a, concat("limit ", field.name), bound_of(a, field), bound_of(b, field));
        });
      for_each_field<JointDynamics>([&](const auto& field) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(dof(a.type)); ++k)
          compare_values(a, field.name, value_of(a, field, k), value_of(b, field, k));
      });
    }
  }

  // Nothing where the joint is not limited.
  template <class FieldOfLimit>
  static std::optional<double> bound_of(const Joint& joint, const FieldOfLimit& field) {
    const JointLimit limit = effective_limit(joint);
    const std::optional<Number>& said = field.of(limit);
    return said && !means_no_limit(*said) ? std::optional(said->value()) : std::nullopt;
  }

  // One value counts for all degrees of freedom.
  template <class FieldOfDynamics>
  static double value_of(const Joint& joint, const FieldOfDynamics& field, std::size_t freedom) {
    if (!joint.dynamics || field.of(*joint.dynamics).empty()) return 0;
    const std::vector<Number>& values = field.of(*joint.dynamics);
    return values[std::min(freedom, values.size() - 1)].value();
  }

  void compare_values(const Joint& joint, std::string_view what, std::optional<double> x,
                      std::optional<double> y) {
    if (!x && !y) return;
    const double difference = x && y ? std::abs(*x - *y) : std::max(1.0, std::abs(x ? *x : *y));
    note(limits, x.value_or(0), difference, concat("joint '", joint.name, "', ", what), {});
  }

  void compare_state(std::size_t state) {
    if (state > 0) choose_positions();
    a_.move(links_.front().first);
    b_.move(links_.front().second);
    for (const auto& [first, second] : links_) {
      const RigidTransform& X = a_.X_BL[first.index()];
      const RigidTransform& Y = b_.X_BL[second.index()];
      const std::string where = concat("link '", a_.model.link(first).name, "'");
      note(position, X.p.norm(), (X.p - Y.p).norm(), where, state);
      note(rotation, std::numbers::pi, 2 * math::asin(std::min(1.0, (X.R - Y.R).norm() / std::sqrt(8.0))),
           where, state);
    }
    compare_whole(state);
    for (const auto& [first, second] : joints_) {
      const Joint& joint = a_.model.joint(first);
      if (!turns_or_slides(joint.type)) continue;
      const Load x = load_of(a_, joint);
      const Load y = load_of(b_, b_.model.joint(second));
      const bool slides = joint.type == JointType::prismatic;
      const std::string where = concat("joint '", joint.name, "'");
      note(slides ? axis_mass : axis_inertia, x.inertia, std::abs(x.inertia - y.inertia), where, state);
      note(slides ? force : torque, x.weight, std::abs(x.weight - y.weight), where, state);
    }
  }

  // Compares the centre of mass and the moments of all links together, about the base.
  void compare_whole(std::size_t state) {
    const MassMoments x = a_.whole();
    const MassMoments y = b_.whole();
    if (x.mass == 0 || y.mass == 0) return;
    note(whole_centre, x.first.norm() / x.mass, (x.first / x.mass - y.first / y.mass).norm(), "the robot",
         state);
    note(whole_moment, x.second.cwiseAbs().maxCoeff(), (x.second - y.second).cwiseAbs().maxCoeff(),
         "the robot", state);
  }

  void choose_positions() {
    for (const auto& [first, second] : joints_) {
      const std::span<double> q = a_.position(first);
      const auto followed = followed_by(a_.model, first);
      if (!followed || a_.tree.q_index(followed->leader) < 0) choose(a_.model.joint(first), q);
    }
    for (const auto& [first, second] : joints_) {
      const auto followed = followed_by(a_.model, first);
      if (followed && a_.tree.q_index(followed->leader) >= 0)
        a_.position(first).front() =
            followed->multiplier * a_.position(followed->leader).front() + followed->offset;
      std::ranges::copy(a_.position(first), b_.position(second).begin());
    }
  }

  void choose(const Joint& joint, std::span<double> q) {
    if (q.size() == 1) {
      const auto bound = [&](const std::optional<Number> JointLimit::*member, double otherwise) {
        if (!joint.limit || !((*joint.limit).*member) || means_no_limit(*((*joint.limit).*member)))
          return otherwise;
        return ((*joint.limit).*member)->value();
      };
      const double lower = bound(&JointLimit::lower, -1);
      q[0] = chance_.between(lower, std::max(lower, bound(&JointLimit::upper, 1)));
      return;
    }
    for (double& x : q) x = chance_.between(-1, 1);
    if (joint.type != JointType::ball && joint.type != JointType::floating) return;
    const std::span<double> turn = q.last(4);
    turn[3] += 2;  // away from zero length
    const double length = math::hypot(math::hypot(turn[0], turn[1]), math::hypot(turn[2], turn[3]));
    for (double& x : turn) x /= length;
  }

  void finish() {
    for (std::size_t i = 0; i < kCount; ++i) {
      MeasuredQuantity& quantity = quantities_[i];
      if (quantity.compared == 0) continue;
      quantity.name = kNames[i][0];
      quantity.unit = kNames[i][1];
      // If all values are zero, the tolerance is relative to 1e-3 instead.
      quantity.allowed = options_.tolerance * std::max(quantity.largest, 1e-3);
      result_.quantities.push_back(quantity);
    }
  }

  Moving a_, b_;
  EquivalenceOptions options_;
  Chance chance_;
  std::vector<std::pair<LinkId, LinkId>> links_;
  std::vector<std::pair<JointId, JointId>> joints_;
  std::array<MeasuredQuantity, kCount> quantities_;
  Equivalence result_;
};

}  // namespace

bool Equivalence::agrees() const {
  return std::ranges::all_of(quantities, [](const MeasuredQuantity& quantity) { return quantity.agrees(); });
}

std::optional<Equivalence> measure_equivalence(const Model& first, const Model& second,
                                               const EquivalenceOptions& options) {
  return Measurement(first, second, options).run();
}

}  // namespace romas
