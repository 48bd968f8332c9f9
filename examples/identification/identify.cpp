// Finds the masses of an arm from a log of its motion (docs/derivatives.md). The arm of loaded-arm.romas is
// simulated; the description that is known, ur5.romas, has nothing at the flange. The log holds positions and
// torques with noise, as drives give them.
//
//   romasc ../arms/ur5.romas --emit=cpp --kernels=rnea,identification -o .
//   romasc loaded-arm.romas --emit=cpp --kernels=fd,identification -o .
//   c++ -std=c++17 -O2 -I ../../runtime -I /usr/include/eigen3 identify.cpp -o identify
#include <Eigen/QR>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include "loaded_arm.hpp"
#include "ur5_like.hpp"

namespace {

constexpr int n = ur5_like::n_v;
constexpr int kParameters = ur5_like::n_base_parameters;
static_assert(kParameters == loaded_arm::n_base_parameters, "a payload adds no parameter");
constexpr double kPeriod = 10;  // s
constexpr int kHarmonics = 5;   // of the motion that is asked for
constexpr int kFitted = 30;     // of the motion that is measured
constexpr int kRate = 500;      // samples a second
constexpr int kSteps = 4;       // of the simulation between two samples
constexpr int kSamples = static_cast<int>(kPeriod) * kRate;
constexpr double kPositionNoise = 2e-5;  // rad
constexpr double kTorqueNoise = 0.3;     // N m
constexpr double kPi = 3.14159265358979323846;

using Joints = std::array<double, n>;
struct State {
  Joints q{}, v{}, a{};
};
struct Log {
  Eigen::MatrixXd q{kSamples, n}, tau{kSamples, n};
};

// Sums of sines that leave no joint at rest and repeat after the period: the motion to ask for.
class Excitation {
 public:
  explicit Excitation(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> part(-1, 1);
    for (auto& joint : parts_)
      for (double& x : joint) x = part(random);
  }
  State at(double t) const {
    State s;
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < kHarmonics; ++k) {
        const double w = 2 * kPi * (k + 1) / kPeriod, size = 0.7 / (k + 1);
        const double c = size * parts_[j][2 * k], d = size * parts_[j][2 * k + 1];
        s.q[j] += c * std::cos(w * t) + d * std::sin(w * t);
        s.v[j] += w * (d * std::cos(w * t) - c * std::sin(w * t));
        s.a[j] -= w * w * (c * std::cos(w * t) + d * std::sin(w * t));
      }
    return s;
  }

 private:
  std::array<std::array<double, 2 * kHarmonics>, n> parts_;
};

// The arm with its load under a controller that knows nothing of the load, in the second period, in which the
// motion repeats. The torque is held between two samples.
Log record(const Excitation& excitation, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise;
  Log log;
  State now = excitation.at(0);
  for (int i = 0; i < 2 * kSamples; ++i) {
    const State wanted = excitation.at(static_cast<double>(i) / kRate);
    Joints command, tau;
    for (int j = 0; j < n; ++j)
      command[j] = wanted.a[j] + 200 * (wanted.q[j] - now.q[j]) + 28 * (wanted.v[j] - now.v[j]);
    ur5_like::inverse_dynamics(now.q.data(), now.v.data(), command.data(), tau.data());
    if (i >= kSamples)
      for (int j = 0; j < n; ++j) {
        log.q(i - kSamples, j) = now.q[j] + kPositionNoise * noise(random);
        log.tau(i - kSamples, j) = tau[j] + kTorqueNoise * noise(random);
      }
    for (int s = 0; s < kSteps; ++s) {
      const double h = 1.0 / (kRate * kSteps);
      loaded_arm::forward_dynamics(now.q.data(), now.v.data(), tau.data(), now.a.data());
      for (int j = 0; j < n; ++j) {
        now.q[j] += h * (now.v[j] + h / 2 * now.a[j]);
        now.v[j] += h * now.a[j];
      }
    }
  }
  return log;
}

// Velocities and accelerations from measured positions: the motion repeats, so that it is a sum of few sines,
// whose derivatives are known (Swevers et al. 1997).
std::vector<State> smoothed(const Eigen::MatrixXd& q) {
  Eigen::MatrixXd basis(kSamples, 2 * kFitted + 1), rate(basis), rate_of_rate(basis);
  for (int i = 0; i < kSamples; ++i) {
    const double t = static_cast<double>(i) / kRate;
    basis(i, 0) = 1, rate(i, 0) = rate_of_rate(i, 0) = 0;
    for (int k = 1; k <= kFitted; ++k) {
      const double w = 2 * kPi * k / kPeriod, c = std::cos(w * t), s = std::sin(w * t);
      basis(i, 2 * k - 1) = c, basis(i, 2 * k) = s;
      rate(i, 2 * k - 1) = -w * s, rate(i, 2 * k) = w * c;
      rate_of_rate(i, 2 * k - 1) = -w * w * c, rate_of_rate(i, 2 * k) = -w * w * s;
    }
  }
  const Eigen::MatrixXd parts = basis.householderQr().solve(q);
  const Eigen::MatrixXd positions = basis * parts, v = rate * parts, a = rate_of_rate * parts;
  std::vector<State> states(kSamples);
  for (int i = 0; i < kSamples; ++i)
    for (int j = 0; j < n; ++j)
      states[i].q[j] = positions(i, j), states[i].v[j] = v(i, j), states[i].a[j] = a(i, j);
  return states;
}

// The base regressor of all samples, one below another.
Eigen::MatrixXd regressor(const std::vector<State>& states) {
  Eigen::MatrixXd W(kSamples * n, kParameters);
  Eigen::Matrix<double, n, kParameters, Eigen::RowMajor> Y;
  for (int i = 0; i < kSamples; ++i) {
    ur5_like::base_regressor(states[i].q.data(), states[i].v.data(), states[i].a.data(), Y.data());
    W.middleRows(i * n, n) = Y;
  }
  return W;
}
Eigen::VectorXd torques(const Log& log) {
  Eigen::VectorXd tau(kSamples * n);
  for (int i = 0; i < kSamples; ++i) tau.segment(i * n, n) = log.tau.row(i).transpose();
  return tau;
}
double deviation(const Eigen::VectorXd& error) { return std::sqrt(error.squaredNorm() / error.size()); }

}  // namespace

int main() {
  const Log log = record(Excitation(1), 2);
  const Eigen::MatrixXd W = regressor(smoothed(log.q));
  const auto solved = W.colPivHouseholderQr();
  if (solved.rank() != kParameters) {
    std::printf("the motion does not excite all parameters\n");
    return 1;
  }
  const Eigen::VectorXd found = solved.solve(torques(log));

  Eigen::VectorXd described(kParameters), real(kParameters);
  ur5_like::base_parameters(ur5_like::inertial_parameters.data(), described.data());
  loaded_arm::base_parameters(loaded_arm::inertial_parameters.data(), real.data());
  std::printf("parameter  described      found       real\n");
  for (int k = 0; k < kParameters; ++k)
    std::printf("beta[%2d]  %10.4f %10.4f %10.4f\n", k, described[k], found[k], real[k]);

  // The test: the torques of another motion.
  const Log other = record(Excitation(7), 8);
  const Eigen::MatrixXd W_other = regressor(smoothed(other.q));
  const double before = deviation(torques(other) - W_other * described);
  const double after = deviation(torques(other) - W_other * found);
  std::printf("torques of another motion: off by %.3f N m as described, %.3f N m as found (noise %.3f)\n",
              before, after, kTorqueNoise);
  const bool good = after < 1.2 * kTorqueNoise && before > 5 * kTorqueNoise &&
                    (found - real).norm() < 0.1 * (described - real).norm();
  std::printf(good ? "the load is known\n" : "the load is not known\n");
  return good ? 0 : 1;
}
