#include "ir/analysis/motion/closed_posture.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "ir/analysis/motion/forbidden_motion.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/axis.h"
#include "ir/analysis/tree/axis_frame.h"
#include "ir/analysis/tree/mimic.h"

namespace romas {

namespace {

constexpr double kClosed = 1e-10;  // m and rad
constexpr double kTurn = 0.1;      // rad: on the way of a held joint, so far the others need not jump
constexpr double kSlide = 0.01;    // m
constexpr int kMostParts = 64;     // of a way
constexpr int kMostSteps = 60;     // of one search
constexpr int kMostTries = 10;     // of one step, each shorter
constexpr double kDifference = 1e-6;

// The frame of one side of a loop, in that of the root.
RigidTransform side_of(const std::vector<RigidTransform>& X_RL, const Attachment& side, const Matrix3& axes) {
  const RigidTransform X = X_RL[side.link.id.index()] * side.origin.evaluate();
  return {X.R * axes, X.p};
}

Matrix3 axes_of(const LoopJoint& loop) {
  if (!has_axis(loop.type)) return Matrix3::Identity();
  return frame_on_axis(loop.axis ? unit_axis(axis_vector(*loop.axis)) : Vector3(Vector3::UnitX()));
}

}  // namespace

ClosedPosture::ClosedPosture(const Model& model, const KinematicTree& tree) : model_(model), tree_(tree) {
  for (std::size_t i = 0; i < model.loop_joints.size(); ++i) {
    const LoopJoint& loop = model.loop_joints[i];
    if (!loop.link1.link.id || !loop.link2.link.id) continue;
    const std::size_t before = residuals_.size();
    const ForbiddenAxes forbidden = forbidden_axes(loop.type);
    for (const bool turns : {false, true})
      for (int axis = 0; axis < 3; ++axis)
        if ((turns ? forbidden.rotations : forbidden.displacements)[static_cast<std::size_t>(axis)])
          residuals_.push_back({i, turns, axis});
    if (residuals_.size() > before) loops_.push_back(i);
  }
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    if (const JointId joint(i); !model.joints[i].mimic && position_count(model.joints[i].type) == 1 &&
                                moves(model.joints[i].type) && tree.q_index(joint) >= 0)
      movable_.push_back(static_cast<std::size_t>(tree.q_index(joint)));
}

std::size_t ClosedPosture::cost() const {
  return static_cast<std::size_t>(kMostParts) * (2 * movable_.size() + 1);
}

void ClosedPosture::place_followers(std::vector<double>& q) const {
  for (std::size_t i = 0; i < model_.joints.size(); ++i) {
    const JointId joint(i);
    const auto relation = followed_by(model_, joint);
    if (!relation || tree_.q_index(joint) < 0 || tree_.q_index(relation->leader) < 0) continue;
    const double leader = q[static_cast<std::size_t>(tree_.q_index(relation->leader))];
    q[static_cast<std::size_t>(tree_.q_index(joint))] = relation->multiplier * leader + relation->offset;
  }
}

Eigen::VectorXd ClosedPosture::residuals(std::vector<double> q) const {
  place_followers(q);
  const std::vector<RigidTransform> X_RL = link_poses(model_, tree_, q);
  Eigen::VectorXd all(static_cast<Eigen::Index>(residuals_.size()));
  RigidTransform F, G;
  for (std::size_t i = 0; i < residuals_.size(); ++i) {
    const Residual& residual = residuals_[i];
    const LoopJoint& loop = model_.loop_joints[residual.loop];
    if (i == 0 || residuals_[i - 1].loop != residual.loop) {
      const Matrix3 axes = axes_of(loop);
      F = side_of(X_RL, loop.link1, axes);
      G = side_of(X_RL, loop.link2, axes);
    }
    all[static_cast<Eigen::Index>(i)] =
        residual.rotation ? forbidden_rotation(loop.type, residual.axis, 1.0, Matrix3(F.R.transpose() * G.R))
                          : F.R.col(residual.axis).dot(G.p - F.p);
  }
  return all;
}

// By the variables `free`, from differences: how fast the search ends depends on it, and not where.
Eigen::MatrixXd ClosedPosture::jacobian(const std::vector<double>& q,
                                        const std::vector<std::size_t>& free) const {
  Eigen::MatrixXd J(static_cast<Eigen::Index>(residuals_.size()), static_cast<Eigen::Index>(free.size()));
  for (std::size_t i = 0; i < free.size(); ++i) {
    std::vector<double> above = q, below = q;
    above[free[i]] += kDifference;
    below[free[i]] -= kDifference;
    J.col(static_cast<Eigen::Index>(i)) = (residuals(above) - residuals(below)) / (2 * kDifference);
  }
  return J;
}

// Levenberg and Marquardt: a step is damped as long as it leads away.
bool ClosedPosture::close(std::vector<double>& q, const std::vector<std::size_t>& free) const {
  Eigen::VectorXd c = residuals(q);
  double damping = 1e-6;
  for (int step = 0; step < kMostSteps && c.allFinite(); ++step) {
    if (c.lpNorm<Eigen::Infinity>() <= kClosed) return true;
    const Eigen::MatrixXd J = jacobian(q, free);
    bool better = false;
    for (int tries = 0; tries < kMostTries && !better; ++tries) {
      Eigen::MatrixXd A = J.transpose() * J;
      A.diagonal().array() += damping;
      const Eigen::VectorXd by = A.ldlt().solve(-J.transpose() * c);
      std::vector<double> next = q;
      for (std::size_t i = 0; i < free.size(); ++i) next[free[i]] += by[static_cast<Eigen::Index>(i)];
      const Eigen::VectorXd there = residuals(next);
      better = there.allFinite() && there.squaredNorm() < c.squaredNorm();
      damping = better ? std::max(damping / 10, 1e-15) : damping * 10;
      if (!better) continue;
      q = std::move(next);
      c = there;
    }
    if (!better) return false;
  }
  return false;
}

OpenLoop ClosedPosture::widest(const std::vector<double>& q) const {
  const Eigen::VectorXd c = residuals(q);
  Eigen::Index at = 0;
  const double gap = c.cwiseAbs().maxCoeff(&at);
  const Residual& residual = residuals_[static_cast<std::size_t>(at)];
  return {residual.loop, gap, residual.rotation};
}

std::optional<OpenLoop> ClosedPosture::move(std::vector<double>& q, const std::vector<double>& to,
                                            const std::vector<bool>& held) const {
  if (!has_loops()) {
    for (std::size_t at = 0; at < q.size(); ++at)
      if (held[at]) q[at] = to[at];
    place_followers(q);
    return std::nullopt;
  }
  std::vector<std::size_t> free;
  std::ranges::copy_if(movable_, std::back_inserter(free), [&](std::size_t at) { return !held[at]; });
  double parts = 1;
  for (std::size_t i = 0; i < model_.joints.size(); ++i) {
    const int at = tree_.q_index(JointId(i));
    if (at < 0 || !held[static_cast<std::size_t>(at)]) continue;
    const double way = std::abs(to[static_cast<std::size_t>(at)] - q[static_cast<std::size_t>(at)]);
    parts =
        std::max(parts, std::ceil(way / (model_.joints[i].type == JointType::prismatic ? kSlide : kTurn)));
  }
  const int count = static_cast<int>(std::min(parts, static_cast<double>(kMostParts)));
  const std::vector<double> from = q;
  bool closed = false;
  for (int part = 1; part <= count; ++part) {
    for (std::size_t at = 0; at < q.size(); ++at)
      if (held[at]) q[at] = part == count ? to[at] : from[at] + (to[at] - from[at]) * part / count;
    closed = close(q, free);
  }
  place_followers(q);
  if (closed) return std::nullopt;
  return widest(q);
}

}  // namespace romas
