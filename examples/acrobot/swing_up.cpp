// Swings the acrobot up: an iterative linear quadratic regulator (Li and Todorov 2004), which needs the
// derivatives of the dynamics at each step of the motion. docs/derivatives.md explains it.
//
//   romasc acrobot.romas --emit=cpp --kernels=fd,fd_derivatives -o .
//   c++ -std=c++17 -O2 -I ../../runtime swing_up.cpp -o swing_up
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "acrobot.hpp"

namespace {

constexpr int kN = 4;             // x = (q, v)
constexpr double kStep = 0.01;    // s
constexpr int kSteps = 500;       // 5 s
constexpr double kEffort = 1e-3;  // what a squared torque costs in a second
constexpr double kPi = 3.14159265358979323846;
constexpr std::array<double, kN> kUpright = {kPi, 0, 0, 0};
constexpr std::array<double, kN> kFinal = {500, 500, 50, 50};  // what squared errors cost at the end

using State = std::array<double, kN>;
using Matrix = std::array<std::array<double, kN>, kN>;

// One step of the motion: semi-implicit Euler, x' = f(x, u).
State step(const State& x, double u) {
  const double tau[2] = {0, u};
  double a[2];
  acrobot::forward_dynamics(&x[0], &x[2], tau, a);
  State next = x;
  for (int i = 0; i < 2; ++i) {
    next[2 + i] += kStep * a[i];
    next[i] += kStep * next[2 + i];
  }
  return next;
}

// A = df/dx and B = df/du of the step, from the generated derivatives.
void linearise(const State& x, double u, Matrix& A, State& B) {
  const double tau[2] = {0, u};
  double by_q[4], by_v[4], by_tau[4];
  acrobot::forward_dynamics_derivatives(&x[0], &x[2], tau, by_q, by_v, by_tau);
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 2; ++k) {
      A[2 + i][k] = kStep * by_q[2 * i + k];
      A[2 + i][2 + k] = (i == k ? 1 : 0) + kStep * by_v[2 * i + k];
    }
    B[2 + i] = kStep * by_tau[2 * i + 1];
    for (int k = 0; k < kN; ++k) A[i][k] = (i == k ? 1 : 0) + kStep * A[2 + i][k];
    B[i] = kStep * B[2 + i];
  }
}

using Motion = std::vector<State>;
using Torques = std::vector<double>;

double cost_of(const Motion& x, const Torques& u) {
  double cost = 0;
  for (const double torque : u) cost += 0.5 * kEffort * torque * torque * kStep;
  for (int i = 0; i < kN; ++i) {
    const double error = x.back()[i] - kUpright[i];
    cost += 0.5 * kFinal[i] * error * error;
  }
  return cost;
}

// How the torques answer to deviations from a motion: du = k + K dx.
struct Policy {
  Torques k;
  std::vector<State> K;
};

// From the last step to the first: the cost that remains, V + V_x dx + 1/2 dx V_xx dx, and the best answer.
// `penalty` keeps the answers small. False where the cost would not be convex.
bool solve_backward(const Motion& x, const Torques& u, double penalty, Policy& policy) {
  State V_x;
  Matrix V_xx{};
  for (int i = 0; i < kN; ++i) {
    V_x[i] = kFinal[i] * (x.back()[i] - kUpright[i]);
    V_xx[i][i] = kFinal[i];
  }
  for (int t = kSteps - 1; t >= 0; --t) {
    Matrix A;
    State B;
    linearise(x[t], u[t], A, B);
    Matrix VA{};
    State VB{}, Q_x{}, Q_ux{};
    double Q_u = kEffort * kStep * u[t], Q_uu = kEffort * kStep + penalty;
    for (int i = 0; i < kN; ++i)
      for (int k = 0; k < kN; ++k) {
        VB[i] += V_xx[i][k] * B[k];
        for (int l = 0; l < kN; ++l) VA[i][l] += V_xx[i][k] * A[k][l];
      }
    Matrix Q_xx{};
    for (int i = 0; i < kN; ++i) {
      Q_u += B[i] * V_x[i];
      Q_uu += B[i] * VB[i];
      for (int k = 0; k < kN; ++k) {
        Q_x[k] += A[i][k] * V_x[i];
        Q_ux[k] += B[i] * VA[i][k];
        for (int l = 0; l < kN; ++l) Q_xx[k][l] += A[i][k] * VA[i][l];
      }
    }
    if (!(Q_uu > 0)) return false;
    policy.k[t] = -Q_u / Q_uu;
    for (int i = 0; i < kN; ++i) policy.K[t][i] = -Q_ux[i] / Q_uu;
    for (int i = 0; i < kN; ++i) {
      V_x[i] = Q_x[i] + Q_ux[i] * policy.k[t];
      for (int k = 0; k < kN; ++k) V_xx[i][k] = Q_xx[i][k] + Q_ux[i] * policy.K[t][k];
    }
  }
  return true;
}

// The motion under the policy, with a part of its change.
void run_forward(const Motion& x, const Torques& u, const Policy& policy, double part, Motion& new_x,
                 Torques& new_u) {
  new_x[0] = x[0];
  for (int t = 0; t < kSteps; ++t) {
    new_u[t] = u[t] + part * policy.k[t];
    for (int i = 0; i < kN; ++i) new_u[t] += policy.K[t][i] * (new_x[t][i] - x[t][i]);
    new_x[t + 1] = step(new_x[t], new_u[t]);
  }
}

}  // namespace

int main() {
  Torques u(kSteps), new_u(kSteps);
  Motion x(kSteps + 1), new_x(kSteps + 1);
  for (int t = 0; t < kSteps; ++t) {
    u[t] = std::sin(3.0 * t * kStep);  // a small push to begin with
    x[t + 1] = step(x[t], u[t]);
  }
  Policy policy{Torques(kSteps), std::vector<State>(kSteps)};
  double cost = cost_of(x, u), penalty = 1e-3;
  int rounds = 0;
  while (rounds < 500 && penalty < 1e6) {
    ++rounds;
    bool better = false;
    if (solve_backward(x, u, penalty, policy)) {
      for (double part = 1; part > 1e-3 && !better; part /= 2) {
        run_forward(x, u, policy, part, new_x, new_u);
        const double new_cost = cost_of(new_x, new_u);
        better = new_cost < cost;
        if (!better) continue;
        const bool settled = cost - new_cost < 1e-4 * cost;
        cost = new_cost;
        std::swap(x, new_x);
        std::swap(u, new_u);
        if (settled) penalty = 1e9;
      }
    }
    if (penalty < 1e9) penalty = better ? std::fmax(penalty / 4, 1e-9) : penalty * 4;
  }
  double largest = 0;
  for (const double torque : u) largest = std::fmax(largest, std::fabs(torque));
  std::printf("%d rounds, cost %.3f, largest torque %.1f N m\n", rounds, cost, largest);
  std::printf("after %.1f s: shoulder %.3f rad, elbow %.3f rad, velocities %.3f and %.3f rad/s\n",
              kSteps * kStep, x.back()[0], x.back()[1], x.back()[2], x.back()[3]);
  const bool upright = std::fabs(x.back()[0] - kPi) < 0.05 && std::fabs(x.back()[1]) < 0.05;
  std::printf("%s\n", upright ? "it stands" : "it does not stand");
  return upright ? 0 : 1;
}
