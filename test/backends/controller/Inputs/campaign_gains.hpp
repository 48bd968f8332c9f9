// The gains of a law along random motions: eigenvalues of the loop from one cycle to the next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "campaign_scripts.hpp"

namespace {

// The spectral radius of a matrix of N rows, by squaring it: the norm of A^k grows with its k-th power.
template <int N>
double spectral_radius(std::vector<double> A) {
  constexpr int kSquarings = 24;
  double exponent = 1, logarithm = 0;  // of the norm that was taken away, as a part of A^k
  std::vector<double> square(A.size());
  for (int round = 0; round <= kSquarings; ++round) {
    double norm = 0;
    for (const double x : A) norm = std::fmax(norm, std::fabs(x));
    if (!(norm > 0)) return norm == 0 ? 0 : norm;
    logarithm += std::log(norm) / exponent;
    if (round == kSquarings) break;
    for (double& x : A) x /= norm;
    for (int r = 0; r < N; ++r) {
      double* row = square.data() + r * N;
      std::fill(row, row + N, 0.0);
      for (int k = 0; k < N; ++k)
        for (int c = 0; c < N; ++c)
          row[c] += A[static_cast<std::size_t>(r * N + k)] * A[static_cast<std::size_t>(k * N + c)];
    }
    std::swap(A, square);
    exponent *= 2;
  }
  return std::exp(logarithm);
}

// The map of small errors of (q, v) at rest over a cycle, in which the law's torque is held. The law's
// constant torque is replaced by the weight, so that the posture is one of rest; an integral counts for this
// cycle only.
double loop_radius(const Controller& law, const double* q) {
  constexpr int n = Robot::n_v, N = 2 * n;
  constexpr double kStep = 1e-5;
  const double still[n]{};
  Target target;
  std::copy(q, q + Robot::n_q, target.q);
  double weight[n], rest[n];
  Robot{}.gravity_torque(q, weight);
  const auto torque = [&](const State& state, double* tau) {
    Controller once = law;
    once.torque(state, target, kPeriod, tau);
  };
  State at;
  std::copy(q, q + Robot::n_q, at.q);
  std::copy(still, still + n, at.v);
  torque(at, rest);
  std::vector<double> A(static_cast<std::size_t>(N) * N);
  for (int c = 0; c < N; ++c) {
    double change[n];
    for (int i = 0; i < n; ++i) change[i] = 0;
    for (const double sign : {1.0, -1.0}) {
      double way[n]{}, tau[n], a[n];
      State state = at;
      way[c % n] = sign * kStep;
      if (c < n)
        romas::integrate_position(Robot{}, q, way, 1.0, state.q);
      else
        state.v[c - n] = sign * kStep;
      torque(state, tau);
      for (int i = 0; i < n; ++i) tau[i] += weight[i] - rest[i];
      Robot{}.forward_dynamics(state.q, state.v, tau, a);
      for (int i = 0; i < n; ++i) change[i] += sign * a[i] / (2 * kStep);
    }
    for (int i = 0; i < n; ++i) {
      const auto upper = static_cast<std::size_t>(i * N + c),
                 lower = static_cast<std::size_t>((i + n) * N + c);
      A[upper] = (i == c ? 1 : 0) + (i + n == c ? kPeriod : 0) + 0.5 * kPeriod * kPeriod * change[i];
      A[lower] = (i + n == c ? 1 : 0) + kPeriod * change[i];
    }
  }
  return spectral_radius<N>(std::move(A));
}

// In postures of random motions; a law may not let small errors grow in any.
void judge_gains(const double* start, const double* target, int motions, bool prints) {
  double largest = 0;
  int postures = 0;
  for (int k = 0; k < motions; ++k) {
    Chance chance(static_cast<unsigned>(k) + 4711);
    double there[Robot::n_q], step[Robot::n_v], q[Robot::n_q];
    romas::position_difference(Robot{}, start, target, step);
    for (double& s : step) s *= chance.uniform();
    romas::integrate_position(Robot{}, start, step, 1.0, there);
    const Motion motion(start, there);
    if (!reaches_along(motion)) continue;
    Controller law;
    State state;
    std::copy(start, start + Robot::n_q, state.q);
    law.start(state, robot_limits(), kPeriod, motion.way());
    for (int j = 0; j < 3; ++j, ++postures) {
      romas::integrate_position(Robot{}, start, step, 0.5 + 0.5 * chance.uniform(), q);
      largest = std::fmax(largest, loop_radius(law, q));
    }
  }
  const bool stable = postures == 0 || largest < 1 - 1e-7;
  if (!stable) ++failed_runs;
  if (prints) std::printf("gains %.7f %d%s\n", largest, postures, stable ? "" : " PROBLEM small errors grow");
}

}  // namespace
