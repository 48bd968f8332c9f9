#include "ir/analysis/mass/dynamics_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ir/analysis/tree/angle_snapper.h"
#include "ir/analysis/tree/axis_frame.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/model/no_limit.h"
#include "ir/values/vector_of.h"

namespace romas {

MassMoments MassMoments::of(const SpatialInertia& inertia) {
  const Matrix3 about_com = 0.5 * inertia.tensor.trace() * Matrix3::Identity() - inertia.tensor;
  return {inertia.mass, inertia.mass * inertia.com,
          about_com + inertia.mass * inertia.com * inertia.com.transpose()};
}

MassMoments MassMoments::expressed_in(const RigidTransform& X_PC) const {
  const Vector3 h = X_PC.R * first;
  MassMoments moved;
  moved.mass = mass;
  moved.first = h + mass * X_PC.p;
  moved.second = X_PC.R * second * X_PC.R.transpose() + h * X_PC.p.transpose() + X_PC.p * h.transpose() +
                 mass * X_PC.p * X_PC.p.transpose();
  return moved;
}

MassMoments& MassMoments::operator+=(const MassMoments& other) {
  mass += other.mass;
  first += other.first;
  second += other.second;
  return *this;
}

namespace {

double value_or(const std::optional<Number>& number, double fallback) {
  return number ? number->value() : fallback;
}

class Maker {
 public:
  Maker(const Model& model, const KinematicTree& tree, const DynamicsOptions& options)
      : model_(model), tree_(tree), options_(options), snapper_(options.snap_tolerance) {}

  DynamicsModel make() {
    to_.gravity = options_.gravity;
    to_.floating_base = options_.floating_base;
    to_.link_order = tree_.order();
    placement_.resize(model_.links.size());
    number_variables();
    for (const LinkId link : tree_.order()) place(link);
    for (const LinkId link : to_.link_order) to_.links.push_back(placement_[link.index()]);
    for (const Frame& frame : model_.frames) {
      Placement placement = placement_[frame.link.id.index()];
      placement.X_BF = placement.X_BF * snapper_.evaluate(frame.origin);
      to_.frames.push_back(placement);
    }
    for (std::size_t i = 0; i < model_.loop_joints.size(); ++i) close(i);
    to_.snapped_angles = snapper_.count();
    to_.largest_snap = snapper_.largest();
    return std::move(to_);
  }

 private:
  struct Variables {
    int q = -1;
    int v = -1;
    double multiplier = 1;
    double offset = 0;
    int leader = -1;  // index in to_.joints
  };

  bool follows(const Joint& joint) const {
    return !options_.independent_mimics && moves(joint.type) && joint.mimic && joint.mimic->joint.id;
  }

  void number_variables() {
    variables_.resize(model_.joints.size());
    if (options_.floating_base) to_.n_q = 7, to_.n_v = 6;
    for (const JointId id : tree_.joint_order()) {
      const Joint& joint = model_.joint(id);
      const int n_v = dof(joint.type);
      if (n_v == 0 || follows(joint)) continue;
      Variables& own = variables_[id.index()];
      own.q = to_.n_q;
      own.v = to_.n_v;
      own.leader = static_cast<int>(to_.joints.size());
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      JointVariables row{id,        to_.n_q,  position_count(joint.type), to_.n_v, n_v, -kInfinity, kInfinity,
                         kInfinity, kInfinity};
      const JointLimit limit = effective_limit(joint);
      row.lower = value_or(limit.lower, -kInfinity);
      row.upper = value_or(limit.upper, kInfinity);
      row.effort = value_or(limit.effort, kInfinity);
      row.velocity = value_or(limit.velocity, kInfinity);
      to_.n_q += row.n_q;
      to_.n_v += n_v;
      to_.joints.push_back(row);
    }
    for (const JointId id : tree_.joint_order())
      if (follows(model_.joint(id))) follow(id);
  }

  void follow(JointId id) {
    Variables& own = variables_[id.index()];
    const MimicRelation mimic = resolve_mimic(model_, id);
    const Variables& leader = variables_[mimic.leader.index()];
    own = {leader.q, leader.v, mimic.multiplier, mimic.offset, leader.leader};
    const Joint& joint = model_.joint(id);
    if (own.leader < 0 || !joint.limit || own.multiplier == 0) return;
    JointVariables& row = to_.joints[static_cast<std::size_t>(own.leader)];
    const JointLimit limit = effective_limit(joint);
    const auto map = [&](const std::optional<Number>& bound, double fallback) {
      return bound ? (bound->value() - own.offset) / own.multiplier : fallback;
    };
    const bool flip = own.multiplier < 0;
    row.lower = std::max(row.lower, map(flip ? limit.upper : limit.lower, row.lower));
    row.upper = std::min(row.upper, map(flip ? limit.lower : limit.upper, row.upper));
    row.velocity =
        std::min(row.velocity, value_or(joint.limit->velocity, row.velocity * std::abs(own.multiplier)) /
                                   std::abs(own.multiplier));
  }

  int add_body(int parent, Motion motion, const RigidTransform& X_PB, const Variables& variables,
               JointId joint, int part) {
    Body body;
    body.parent = parent;
    body.motion = motion;
    body.X_PB = {without_dust(X_PB.R), X_PB.p};
    body.q = variables.q + part;
    body.v = variables.v + part;
    body.multiplier = variables.multiplier;
    body.offset = variables.offset;
    body.joint = joint;
    if (options_.armature && joint) set_armature(model_.joint(joint), part, body);
    to_.bodies.push_back(body);
    return static_cast<int>(to_.bodies.size() - 1);
  }

  // One value of a joint counts for all of its degrees of freedom.
  static void set_armature(const Joint& joint, int part, Body& body) {
    if (!joint.dynamics || joint.dynamics->armature.empty()) return;
    const std::vector<Number>& given = joint.dynamics->armature;
    for (int k = 0; k < motion_dof(body.motion); ++k)
      body.armature[static_cast<std::size_t>(k)] =
          given[std::min(static_cast<std::size_t>(part + k), given.size() - 1)].value();
  }

  // Adds the bodies that a joint moves; returns where its child link is.
  Placement move(JointId id, const Placement& parent) {
    const Joint& joint = model_.joint(id);
    RigidTransform X = parent.X_BF * snapper_.evaluate(joint.origin);
    const Variables& own = variables_[id.index()];
    if (own.q < 0) return {parent.body, X};
    const auto along = [&](int at, Motion motion, const RigidTransform& X_PB, int part) {
      return add_body(at, motion, X_PB, own, id, part);
    };
    const RigidTransform none;
    switch (joint.type) {
      case JointType::fixed:
      case JointType::foreign: return {parent.body, X};
      case JointType::ball: return {along(parent.body, Motion::ball, X, 0), none};
      case JointType::floating: return {along(parent.body, Motion::floating, X, 0), none};
      case JointType::universal: {
        const RigidTransform A{frame_on_axis(Vector3::UnitX()), Vector3::Zero()};
        const RigidTransform B{frame_on_axis(Vector3::UnitY()), Vector3::Zero()};
        const int first = along(parent.body, Motion::revolute, X * A, 0);
        return {along(first, Motion::revolute, A.inverse() * B, 1), B.inverse()};
      }
      case JointType::planar: {
        const Matrix3 plane = plane_frame(snapper_.axis(joint.axis_or_default()));
        const RigidTransform A{plane * frame_on_axis(Vector3::UnitX()), Vector3::Zero()};
        const RigidTransform B{plane * frame_on_axis(Vector3::UnitY()), Vector3::Zero()};
        const RigidTransform C{plane, Vector3::Zero()};
        const int x = along(parent.body, Motion::prismatic, X * A, 0);
        const int y = along(x, Motion::prismatic, A.inverse() * B, 1);
        return {along(y, Motion::revolute, B.inverse() * C, 2), C.inverse()};
      }
      case JointType::revolute:
      case JointType::continuous:
      case JointType::prismatic:
      case JointType::screw: break;
    }
    const RigidTransform A{frame_on_axis(snapper_.axis(joint.axis_or_default())), Vector3::Zero()};
    const Motion motion = joint.type == JointType::prismatic ? Motion::prismatic
                          : joint.type == JointType::screw   ? Motion::screw
                                                             : Motion::revolute;
    const int body = along(parent.body, motion, X * A, 0);
    to_.bodies[static_cast<std::size_t>(body)].pitch =
        value_or(joint.screw_pitch, 0) / (2 * std::numbers::pi);
    return {body, A.inverse()};
  }

  void place(LinkId id) {
    Placement& placement = placement_[id.index()];
    const JointId joint = tree_.parent_joint(id);
    if (joint) {
      placement = move(joint, placement_[tree_.parent_link(id).index()]);
    } else if (options_.floating_base) {
      Variables base;
      base.q = base.v = 0;
      placement.body = add_body(-1, Motion::floating, {}, base, {}, 0);
    }
    placement.X_BF.R = without_dust(placement.X_BF.R);
    if (placement.body >= 0) {
      LinkId& owner = to_.bodies[static_cast<std::size_t>(placement.body)].link;
      if (!owner) owner = id;
    }
    const Link& link = model_.link(id);
    if (!link.inertial) return;
    const MassMoments moments = MassMoments::of(link.inertial->spatial()).expressed_in(placement.X_BF);
    if (placement.body < 0) {
      to_.ground += moments;
      return;
    }
    Body& body = to_.bodies[static_cast<std::size_t>(placement.body)];
    body.inertia += moments;
    body.mass_scale += std::abs(moments.mass);
    body.second_scale += moments.second.cwiseAbs().maxCoeff();
  }

  void close(std::size_t index) {
    const LoopJoint& loop = model_.loop_joints[index];
    const auto side = [&](const Attachment& attachment) {
      Placement placement = placement_[attachment.link.id.index()];
      placement.X_BF = placement.X_BF * snapper_.evaluate(attachment.origin);
      placement.X_BF.R = without_dust(placement.X_BF.R);
      return placement;
    };
    to_.closures.push_back({index, loop.type, side(loop.link1), side(loop.link2),
                            loop.axis ? snapper_.axis(vector_of(loop.axis->xyz)) : Vector3::UnitX()});
  }

  const Model& model_;
  const KinematicTree& tree_;
  const DynamicsOptions& options_;
  AngleSnapper snapper_;
  std::vector<Placement> placement_;
  std::vector<Variables> variables_;
  DynamicsModel to_;
};

}  // namespace

DynamicsModel make_dynamics_model(const Model& model, const KinematicTree& tree,
                                  const DynamicsOptions& options) {
  return Maker(model, tree, options).make();
}

}  // namespace romas
