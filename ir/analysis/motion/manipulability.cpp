#include "ir/analysis/motion/manipulability.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace romas {

namespace {

constexpr double kRank = 1e-6;  // of the largest singular value: what counts as a direction

// Ascending, of a matrix with singular values; those of J Jᵀ or Jᵀ J, whichever is smaller.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& J) {
  const Eigen::MatrixXd square =
      J.rows() <= J.cols() ? Eigen::MatrixXd(J * J.transpose()) : Eigen::MatrixXd(J.transpose() * J);
  if (square.size() == 0) return {};
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(square, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().cwiseMax(0).cwiseSqrt();
}

int rank_of(const Eigen::VectorXd& ascending) {
  const double largest = ascending.size() == 0 ? 0 : ascending[ascending.size() - 1];
  return static_cast<int>((ascending.array() > kRank * largest).count());
}

}  // namespace

LinkMotion::LinkMotion(const DynamicsModel& dynamics, const LimbChain& chain, double length,
                       const std::vector<std::vector<double>>& postures)
    : chain_(chain),
      posture_(dynamics),
      length_(length),
      turns_(chain.variables.size() >= 6),
      slides_(chain.variables.size()) {
  for (const std::size_t index : chain.bodies) {
    const Body& body = dynamics.bodies[index];
    const auto at = std::ranges::find(chain.variables, static_cast<std::size_t>(body.q));
    if (at != chain.variables.end() && body.motion == Motion::prismatic)
      slides_[static_cast<std::size_t>(at - chain.variables.begin())] = true;
  }
  const Eigen::Index rows = turns_ ? 6 : 3;
  base_ = Eigen::MatrixXd::Identity(rows, rows);
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(rows, rows);
  for (const std::vector<double>& q : postures) {
    const Eigen::MatrixXd J = scaled(q);
    all += J * J.transpose();
    rank_ = std::max(rank_, rank_of(singular_values(J)));
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(all);
  const int moved = rank_of(solver.eigenvalues().cwiseMax(0).cwiseSqrt());
  if (moved < rows) base_ = solver.eigenvectors().rightCols(moved);
}

Eigen::MatrixXd LinkMotion::jacobian(const std::vector<double>& q) {
  posture_.move_to(q, chain_.bodies);
  const Jacobian all = posture_.jacobian(chain_.place);
  Eigen::MatrixXd J(turns_ ? 6 : 3, static_cast<Eigen::Index>(chain_.variables.size()));
  for (std::size_t k = 0; k < chain_.velocities.size(); ++k)
    J.col(static_cast<Eigen::Index>(k)) =
        all.col(static_cast<Eigen::Index>(chain_.velocities[k])).tail(J.rows());
  return J;
}

Eigen::MatrixXd LinkMotion::scaled(const std::vector<double>& q) {
  Eigen::MatrixXd J = jacobian(q);
  J.bottomRows<3>() /= length_;
  for (std::size_t k = 0; k < slides_.size(); ++k)
    if (slides_[k]) J.col(static_cast<Eigen::Index>(k)) *= length_;
  return base_.transpose() * J;
}

MotionEllipsoid LinkMotion::ellipsoid(const std::vector<double>& q) {
  MotionEllipsoid result;
  const Eigen::VectorXd metric = singular_values(jacobian(q));
  const Eigen::VectorXd plain = singular_values(scaled(q));
  if (rank_ == 0 || plain.size() < rank_ || metric.size() < rank_) return result;
  result.volume = metric.tail(rank_).prod();
  result.smallest = plain[plain.size() - rank_];
  result.largest = plain[plain.size() - 1];
  return result;
}

// To all digits, which the eigenvalues of J Jᵀ have not.
double LinkMotion::smallest(const std::vector<double>& q) {
  const Eigen::MatrixXd J = scaled(q);
  if (rank_ == 0 || std::min(J.rows(), J.cols()) < rank_) return 0;
  return Eigen::JacobiSVD<Eigen::MatrixXd>(J).singularValues()[rank_ - 1];
}

// Newton's method on the smallest singular value, along its gradient: the step to the nearest place where it
// would be 0 if it were linear.
bool LinkMotion::descend(std::vector<double>& q, const std::vector<VariableRange>& ranges) {
  constexpr int kSteps = 25;
  constexpr double kDelta = 1e-8;   // rad or m: half of the step of the numerical derivative
  constexpr double kLongest = 0.3;  // of a step, rad or parts of the length
  for (int step = 0; step < kSteps; ++step) {
    const double value = smallest(q);
    if (value < kSingular / 10) return true;
    std::vector<double> gradient;
    double square = 0;
    for (const std::size_t variable : chain_.variables) {
      std::vector<double> moved = q;
      const PositionRange& range = ranges[variable].range;
      moved[variable] = std::min(q[variable] + kDelta, range.upper);
      const double above = smallest(moved), at_above = moved[variable];
      moved[variable] = std::max(q[variable] - kDelta, range.lower);
      gradient.push_back((above - smallest(moved)) / (at_above - moved[variable]));
      // Steps out of the range are no way.
      if ((q[variable] >= range.upper && gradient.back() < 0) ||
          (q[variable] <= range.lower && gradient.back() > 0))
        gradient.back() = 0;
      square += gradient.back() * gradient.back();
    }
    if (square < 1e-12) break;
    const double scale = std::min(value / square, kLongest / std::sqrt(square));
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      const std::size_t variable = chain_.variables[k];
      const PositionRange& range = ranges[variable].range;
      q[variable] = std::clamp(q[variable] - scale * gradient[k], range.lower, range.upper);
    }
  }
  return smallest(q) < kSingular;
}

bool LinkMotion::leads_out(const std::vector<double>& q, std::size_t variable, const VariableRange& range) {
  constexpr double kMove = 0.1;  // of the range, at most so many rad
  const double by = kMove * std::min(range.range.upper - range.range.lower, 2.0);
  for (const double step : {by, -by}) {
    std::vector<double> moved = q;
    moved[variable] = std::clamp(q[variable] + step, range.range.lower, range.range.upper);
    if (smallest(moved) > 10 * kSingular) return true;
  }
  return false;
}

SingularPostures LinkMotion::describe(const std::vector<double>& q,
                                      const std::vector<VariableRange>& ranges) {
  SingularPostures result;
  result.q = q;
  result.found = 1;
  const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(scaled(q)).singularValues();
  result.lost = static_cast<int>((values.head(rank_).array() < 10 * kSingular).count());
  for (const std::size_t variable : chain_.variables)
    if (leads_out(q, variable, ranges[variable])) result.variables.push_back(variable);
  if (base_.cols() != rank_) return result;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(scaled(q), Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::VectorXd lost = base_ * svd.matrixU().col(rank_ - 1);
  // The direction is the same the other way round: its largest part is positive.
  Eigen::Index largest = 0;
  lost.cwiseAbs().maxCoeff(&largest);
  if (lost[largest] < 0) lost = -lost;
  if (turns_) result.turn = lost.head<3>();
  result.shift = lost.tail<3>();
  if (svd.matrixV().cols() != rank_) return result;
  constexpr double kTakesPart = 0.05;
  for (std::size_t k = 0; k < chain_.variables.size(); ++k)
    if (std::abs(svd.matrixV()(static_cast<Eigen::Index>(k), rank_ - 1)) > kTakesPart)
      result.idle.push_back(chain_.variables[k]);
  return result;
}

bool LinkMotion::is_value_enough(const SingularPostures& group,
                                 const std::vector<std::vector<double>>& starts) {
  if (group.variables.size() != 1) return false;
  const std::size_t variable = group.variables.front();
  return std::ranges::all_of(starts, [&](std::vector<double> q) {
    q[variable] = group.q[variable];
    return smallest(q) < 10 * kSingular;
  });
}

std::vector<SingularPostures> LinkMotion::singular_postures(const std::vector<std::vector<double>>& starts,
                                                            const std::vector<VariableRange>& ranges) {
  constexpr double kSame = 0.01;  // rad or m: values of the one variable of a group
  std::vector<SingularPostures> groups;
  if (rank_ == 0) return groups;
  for (const std::vector<double>& start : starts) {
    std::vector<double> q = start;
    if (!descend(q, ranges)) continue;
    SingularPostures found = describe(q, ranges);
    const auto same = std::ranges::find_if(groups, [&](const SingularPostures& group) {
      if (group.variables != found.variables || group.lost != found.lost) return false;
      if (group.variables.size() != 1) return true;
      const std::size_t variable = group.variables.front();
      const double apart = std::abs(group.q[variable] - found.q[variable]);
      const bool turn = ranges[variable].travel == Travel::whole_turn;
      return apart < kSame || (turn && std::abs(apart - 2 * std::numbers::pi) < kSame);
    });
    if (same != groups.end())
      ++same->found;
    else
      groups.push_back(std::move(found));
  }
  for (SingularPostures& group : groups) group.is_value_enough = is_value_enough(group, starts);
  // At postures where several kinds meet, more directions are lost, or no single joint leads out. The single
  // kinds describe these postures already.
  const auto single = [](const SingularPostures& group) {
    return group.lost == 1 && !group.variables.empty();
  };
  if (std::ranges::any_of(groups, single))
    std::erase_if(groups, [&](const SingularPostures& group) { return !single(group); });
  std::stable_sort(groups.begin(), groups.end(),
                   [](const SingularPostures& a, const SingularPostures& b) { return a.found > b.found; });
  return groups;
}

}  // namespace romas
