// Derivatives of generated functions by automatic differentiation, with Eigen's AutoDiffScalar (of fixed and
// of dynamic size) and with a dual number that has no more than a generated header asks for, against central
// differences.
#include <cmath>
#include <cstdio>
#include <vector>

#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

#include "dual.h"
#include "tree.hpp"

namespace {

using tree::Robot;
constexpr int kQ = Robot::n_q, kV = Robot::n_v;
constexpr int kInputs = kQ + 2 * kV;  // x = (q, v, a), or (q, v, tau)
using Input = Eigen::Matrix<double, kInputs, 1>;

// Each function from x to its outputs.
struct InverseDynamics {
  static constexpr const char* kName = "inverse dynamics";
  static constexpr int kOutputs = kV;
  template <class S>
  void operator()(const S* x, S* y) const {
    Robot::inverse_dynamics(x, x + kQ, x + kQ + kV, y);
  }
};
struct ForwardDynamics {
  static constexpr const char* kName = "forward dynamics";
  static constexpr int kOutputs = kV;
  template <class S>
  void operator()(const S* x, S* y) const {
    Robot::forward_dynamics(x, x + kQ, x + kQ + kV, y);
  }
};
struct ForwardKinematics {
  static constexpr const char* kName = "forward kinematics";
  static constexpr int kOutputs = 12 * Robot::n_links;
  template <class S>
  void operator()(const S* x, S* y) const {
    Robot::forward_kinematics(x, y);
  }
};

template <class Function>
Eigen::MatrixXd by_differences(const Function& f, const Input& x) {
  constexpr double kStep = 1e-6;
  Eigen::MatrixXd D(Function::kOutputs, kInputs);
  for (int k = 0; k < kInputs; ++k) {
    Eigen::Matrix<double, Function::kOutputs, 1> side[2];
    for (int s = 0; s < 2; ++s) {
      Input moved = x;
      moved[k] += s == 0 ? -kStep : kStep;
      f(moved.data(), side[s].data());
    }
    D.col(k) = (side[1] - side[0]) / (2 * kStep);
  }
  return D;
}

template <class Function>
Eigen::MatrixXd by_dual(const Function& f, const Input& x) {
  Eigen::MatrixXd D(Function::kOutputs, kInputs);
  for (int k = 0; k < kInputs; ++k) {
    std::vector<Dual> in, out(Function::kOutputs);
    for (int i = 0; i < kInputs; ++i) in.emplace_back(x[i], i == k ? 1 : 0);
    f(in.data(), out.data());
    for (int i = 0; i < Function::kOutputs; ++i) D(i, k) = out[static_cast<std::size_t>(i)].rate();
  }
  return D;
}

// If an output does not depend on the input, its gradient of dynamic size stays empty.
template <class Gradient, class Function>
Eigen::MatrixXd by_eigen(const Function& f, const Input& x) {
  using Scalar = Eigen::AutoDiffScalar<Gradient>;
  std::vector<Scalar> in, out(Function::kOutputs);
  for (int i = 0; i < kInputs; ++i) in.emplace_back(x[i], kInputs, i);
  f(in.data(), out.data());
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(Function::kOutputs, kInputs);
  for (int i = 0; i < Function::kOutputs; ++i) {
    const auto& gradient = out[static_cast<std::size_t>(i)].derivatives();
    if (gradient.size() == kInputs) D.row(i) = gradient.transpose();
  }
  return D;
}

int failures = 0;

template <class Function>
void check(const Function& f, const Input& x) {
  const Eigen::MatrixXd wanted = by_differences(f, x);
  const double size = std::fmax(1, wanted.cwiseAbs().maxCoeff());
  const auto compare = [&](const char* type, const Eigen::MatrixXd& D, const Eigen::MatrixXd& right,
                           double tolerance) {
    const double error = (D - right).cwiseAbs().maxCoeff();
    if (D.allFinite() && error <= tolerance * size) return;
    std::printf("%s by %s: off by %g of %g\n", Function::kName, type, error, size);
    ++failures;
  };
  if (!(wanted.cwiseAbs().maxCoeff() > 0.1)) std::printf("%s does not change\n", Function::kName), ++failures;
  const Eigen::MatrixXd exact = by_dual(f, x);
  compare("dual numbers", exact, wanted, 1e-7);
  compare("AutoDiffScalar of fixed size", by_eigen<Input>(f, x), exact, 1e-12);
  compare("AutoDiffScalar of dynamic size", by_eigen<Eigen::VectorXd>(f, x), exact, 1e-12);
}

}  // namespace

int main() {
  Input x;
  for (int i = 0; i < kInputs; ++i) x[i] = std::sin(1 + 2.7 * i);
  check(InverseDynamics{}, x);
  check(ForwardDynamics{}, x);
  check(ForwardKinematics{}, x);
  return failures == 0 ? 0 : 1;
}
