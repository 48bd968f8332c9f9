#include "passes/kernel/loops/closed_positions.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/analysis/tree/chance.h"
#include "passes/kernel/bodies/positions.h"

namespace romas::lowering {

namespace {

constexpr int kStarts = 60;               // positions from which the search begins
constexpr std::size_t kEnough = 6;        // closed positions
constexpr double kWandering = 0.3;        // rad and m, from a closed position to another
constexpr double kWorthwhile = 1 - 1e-6;  // a step to more than this part of the sum of squares is stuck
constexpr int kMostSteps = 200;
constexpr double kClosed = 1e-11;   // m and rad
constexpr double kNothing = 1e-10;  // a row of J that is smaller (m and rad by a unit of v) forbids nothing
// A row is a sum of others if no more than this part of it is left without them: more than closed positions
// are wrong, and less than any length or angle of a robot makes.
constexpr double kRest = 1e-7;

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Search {
 public:
  Search(const DynamicsModel& model, const Kernel& constraint, const Kernel& jacobian)
      : model_(model), constraint_(constraint), jacobian_(jacobian) {}

  ClosedPositions run() {
    best_.gap = std::numeric_limits<double>::infinity();
    if (search(true)) return std::move(best_);
    const std::size_t open_within = best_.open;
    best_.within_limits = !search(false);
    if (!best_.positions.empty()) best_.open = open_within;
    return std::move(best_);
  }

 private:
  // True if there are closed positions.
  bool search(bool within_limits) {
    Chance chance(1);
    for (int start = 0; start < kStarts && best_.positions.size() < kEnough; ++start) {
      std::vector<double> q = start == 0 ? neutral_position(model_) : random_position(model_, chance);
      if (within_limits) enter_limits(q, start == 0 ? nullptr : &chance);
      if (!close(q, within_limits)) continue;
      wander(q, within_limits, chance);
      best_.positions.push_back(std::move(q));
    }
    return !best_.positions.empty();
  }

  // Clamps; with a source of chance, joints that have two limits start anywhere between them.
  void enter_limits(std::vector<double>& q, Chance* chance) const {
    for (const JointVariables& joint : model_.joints) {
      if (joint.n_q != 1 || !(joint.lower <= joint.upper)) continue;
      double& x = q[static_cast<std::size_t>(joint.q)];
      if (chance != nullptr && std::isfinite(joint.upper - joint.lower))
        x = chance->between(joint.lower, joint.upper);
      x = std::clamp(x, joint.lower, joint.upper);
    }
  }

  Eigen::VectorXd residuals(const std::vector<double>& q) const {
    const std::vector<double> c = evaluate_kernel(constraint_, {q});
    return Eigen::Map<const Eigen::VectorXd>(c.data(), static_cast<Eigen::Index>(c.size()));
  }

  // Away from positions that are special, such as stretched ones: along what the loops allow, and closed
  // again.
  void wander(std::vector<double>& q, bool within_limits, Chance& chance) {
    if (model_.n_v == 0) return;  // Eigen decomposes no matrix without columns
    const std::vector<double> numbers = evaluate_kernel(jacobian_, {q});
    const Eigen::Map<const Matrix> J(
        numbers.data(), static_cast<Eigen::Index>(constraint_.outputs.front().elements.size()), model_.n_v);
    const Eigen::VectorXd any =
        Eigen::VectorXd::NullaryExpr(model_.n_v, [&] { return chance.between(-1, 1); });
    const Eigen::VectorXd step =
        kWandering * (any - J.completeOrthogonalDecomposition().solve(Eigen::VectorXd(J * any)));
    std::vector<double> there = advanced(model_, q, {step.data(), step.data() + step.size()});
    if (within_limits) enter_limits(there, nullptr);
    if (close(there, within_limits)) q = std::move(there);
  }

  // Levenberg and Marquardt: the step is damped as long as it leads away. True if the loops are closed at q
  // then.
  bool close(std::vector<double>& q, bool within_limits) {
    Eigen::VectorXd c = residuals(q);
    double damping = 1e-3;
    for (int step = 0; step < kMostSteps && c.allFinite(); ++step) {
      const double gap = c.size() == 0 ? 0 : c.cwiseAbs().maxCoeff();
      if (gap < best_.gap) remember(c);
      if (gap <= kClosed) return true;
      const std::vector<double> numbers = evaluate_kernel(jacobian_, {q});
      const Eigen::Map<const Matrix> J(numbers.data(), c.size(), model_.n_v);
      bool better = false;
      for (int tries = 0; tries < 12 && !better; ++tries) {
        std::vector<double> next = advanced(model_, q, step_from(q, J, c, damping, within_limits));
        if (within_limits) enter_limits(next, nullptr);
        const Eigen::VectorXd there = residuals(next);
        better = there.allFinite() && there.squaredNorm() < kWorthwhile * c.squaredNorm();
        damping = better ? std::max(damping / 10, 1e-15) : damping * 10;
        if (!better) continue;
        q = std::move(next);
        c = there;
      }
      if (!better) return false;
    }
    return false;
  }

  void remember(const Eigen::VectorXd& c) {
    Eigen::Index open = 0;
    best_.gap = c.cwiseAbs().maxCoeff(&open);
    best_.open = static_cast<std::size_t>(open);
  }

  // A joint at a limit that the step would leave stays there.
  std::vector<double> step_from(const std::vector<double>& q, Matrix J, const Eigen::VectorXd& c,
                                double damping, bool within_limits) const {
    const auto solved = [&] {
      Eigen::MatrixXd A = J.transpose() * J;
      A.diagonal().array() += damping;
      return Eigen::VectorXd(A.ldlt().solve(-J.transpose() * c));
    };
    Eigen::VectorXd step = solved();
    bool stays = false;
    for (const JointVariables& joint : model_.joints) {
      if (!within_limits || joint.n_q != 1) continue;
      const double x = q[static_cast<std::size_t>(joint.q)];
      const bool outwards =
          (step[joint.v] > 0 && x >= joint.upper) || (step[joint.v] < 0 && x <= joint.lower);
      if (outwards) J.col(joint.v).setZero();
      stays = stays || outwards;
    }
    if (stays) step = solved();
    return {step.data(), step.data() + step.size()};
  }

  const DynamicsModel& model_;
  const Kernel& constraint_;
  const Kernel& jacobian_;
  ClosedPositions best_;
};

// The rows of J at one position that were taken, as orthonormal vectors.
struct Taken {
  Matrix J;
  std::vector<Eigen::VectorXd> span;

  // Returns the rest of a row after its parts along those taken are removed.
  Eigen::VectorXd rest(Eigen::Index row) const {
    Eigen::VectorXd rest = J.row(row).transpose();
    for (int pass = 0; pass < 2; ++pass)
      for (const Eigen::VectorXd& unit : span) rest -= unit.dot(rest) * unit;
    return rest;
  }
};

// Loops may close in ways that leave less mobility, or none: a linkage with one crank folded over, at one
// position alone. Those with the most are what the robot is for.
void keep_most_mobile(std::vector<Taken>& at) {
  const auto rank = [](const Taken& taken) -> Eigen::Index {
    if (taken.J.cols() == 0) return 0;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(taken.J);
    qr.setThreshold(kRest);
    return qr.rank();
  };
  std::vector<Eigen::Index> ranks;
  for (const Taken& taken : at) ranks.push_back(rank(taken));
  if (at.empty()) return;
  const Eigen::Index least = *std::min_element(ranks.begin(), ranks.end());
  std::vector<Taken> kept;
  for (std::size_t i = 0; i < at.size(); ++i)
    if (ranks[i] == least) kept.push_back(std::move(at[i]));
  at = std::move(kept);
}

}  // namespace

ClosedPositions find_closed_positions(const DynamicsModel& model, const Kernel& constraint,
                                      const Kernel& jacobian) {
  return Search(model, constraint, jacobian).run();
}

std::vector<ForbiddenMotion> independent_motions(const DynamicsModel& model,
                                                 const std::vector<ForbiddenMotion>& motions,
                                                 const Kernel& jacobian,
                                                 std::vector<std::vector<double>> positions) {
  Chance chance(1);
  if (positions.empty()) positions.push_back(random_position(model, chance));
  std::vector<Taken> at;
  for (const std::vector<double>& q : positions) {
    const std::vector<double> numbers = evaluate_kernel(jacobian, {q});
    at.push_back(
        {Eigen::Map<const Matrix>(numbers.data(), static_cast<Eigen::Index>(motions.size()), model.n_v), {}});
  }
  keep_most_mobile(at);
  std::vector<ForbiddenMotion> kept;
  for (std::size_t r = 0; r < motions.size(); ++r) {
    const auto row = static_cast<Eigen::Index>(r);
    const auto is_new = [&](const Taken& taken) {
      const double norm = taken.J.row(row).norm();
      return norm > kNothing && taken.rest(row).norm() > kRest * norm;
    };
    const auto votes = std::count_if(at.begin(), at.end(), is_new);
    if (2 * votes <= static_cast<std::ptrdiff_t>(at.size())) continue;
    kept.push_back(motions[r]);
    for (Taken& taken : at)
      if (is_new(taken)) taken.span.push_back(taken.rest(row).normalized());
  }
  return kept;
}

}  // namespace romas::lowering
