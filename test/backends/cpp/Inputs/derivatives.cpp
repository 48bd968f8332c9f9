// Generated derivatives, motions, momenta and regressor of a tree against dual numbers through the plain
// functions; and the same from packs as from doubles.
#include <cmath>
#include <cstdio>
#include <vector>

#include <romas/batch.hpp>

#include "dual.h"
#include "tree.hpp"

namespace {

using tree::Robot;
constexpr int kQ = Robot::n_q, kV = Robot::n_v;

using Numbers = std::vector<double>;

// Returns the change of q by v in a unit of time, by the documented meaning of the variables.
Numbers rate_of_position(const Numbers& q, const Numbers& v) {
  Numbers rate(q.size());
  const auto turn = [&](std::size_t at, const double* w) {
    const double* x = &q[at];
    rate[at] = (x[3] * w[0] + x[1] * w[2] - x[2] * w[1]) / 2;
    rate[at + 1] = (x[3] * w[1] + x[2] * w[0] - x[0] * w[2]) / 2;
    rate[at + 2] = (x[3] * w[2] + x[0] * w[1] - x[1] * w[0]) / 2;
    rate[at + 3] = -(x[0] * w[0] + x[1] * w[1] + x[2] * w[2]) / 2;
  };
  const auto free = [&](std::size_t at, const double* u) {
    const double x = q[at + 3], y = q[at + 4], z = q[at + 5], w = q[at + 6];
    rate[at] = (1 - 2 * (y * y + z * z)) * u[0] + 2 * (x * y - z * w) * u[1] + 2 * (x * z + y * w) * u[2];
    rate[at + 1] = 2 * (x * y + z * w) * u[0] + (1 - 2 * (x * x + z * z)) * u[1] + 2 * (y * z - x * w) * u[2];
    rate[at + 2] = 2 * (x * z - y * w) * u[0] + 2 * (y * z + x * w) * u[1] + (1 - 2 * (x * x + y * y)) * u[2];
    turn(at + 3, u + 3);
  };
  const int base = Robot::n_joints == 0 ? kQ : Robot::q_index[0];
  if (base == 7) free(0, &v[0]);
  for (std::size_t j = 0; j < Robot::n_joints; ++j) {
    const bool last = j + 1 == Robot::n_joints;
    const auto at = static_cast<std::size_t>(Robot::q_index[j]);
    const auto first = static_cast<std::size_t>(Robot::v_index[j]);
    const std::size_t n_q = (last ? kQ : static_cast<std::size_t>(Robot::q_index[j + 1])) - at;
    if (n_q == 7) free(at, &v[first]);
    if (n_q == 4) turn(at, &v[first]);
    for (std::size_t k = 0; n_q <= 3 && k < n_q; ++k) rate[at + k] = v[first + k];
  }
  return rate;
}

std::vector<Dual> moving(const Numbers& values, const Numbers& rates) {
  std::vector<Dual> result;
  for (std::size_t k = 0; k < values.size(); ++k)
    result.emplace_back(values[k], rates.empty() ? 0 : rates[k]);
  return result;
}
Numbers rates(const std::vector<Dual>& values) {
  Numbers result;
  for (const Dual& value : values) result.push_back(value.rate());
  return result;
}
Numbers product(const Numbers& A, const Numbers& x) {
  Numbers y(A.size() / x.size());
  for (std::size_t r = 0; r < y.size(); ++r)
    for (std::size_t c = 0; c < x.size(); ++c) y[r] += A[r * x.size() + c] * x[c];
  return y;
}
Numbers sum(const Numbers& a, const Numbers& b) {
  Numbers c = a;
  for (std::size_t k = 0; k < c.size(); ++k) c[k] += b[k];
  return c;
}

int failures = 0;
int checks = 0;

void expect(const char* what, const Numbers& found, const Numbers& wanted, double tolerance = 1e-10) {
  ++checks;
  double size = 1e-3, error = found.size() == wanted.size() ? 0 : INFINITY;
  for (double x : wanted) size = std::fmax(size, std::fabs(x));
  for (std::size_t k = 0; k < found.size() && k < wanted.size(); ++k)
    error = std::fmax(error, std::fabs(found[k] - wanted[k]));
  if (error <= tolerance * size) return;
  ++failures;
  std::printf("%s is off by %g of %g\n", what, error, size);
}

constexpr std::size_t kSquare = static_cast<std::size_t>(kV) * kV;

struct State {
  Numbers q, v, a, tau;
};

// The columns of a derivative, along each velocity variable or element of another argument.
template <class Function>
Numbers columns(const State& s, int argument, const Function& function) {
  Numbers D(kSquare);
  for (std::size_t k = 0; k < kV; ++k) {
    Numbers step(kV);
    step[k] = 1;
    const Numbers none;
    const std::vector<Dual> q = moving(s.q, argument == 0 ? rate_of_position(s.q, step) : none);
    const std::vector<Dual> v = moving(s.v, argument == 1 ? step : none);
    std::vector<Dual> out(kV);
    function(q, v, argument == 2 ? step : none, out);
    for (std::size_t r = 0; r < kV; ++r) D[r * kV + k] = out[r].rate();
  }
  return D;
}

void check_dynamics(const State& s) {
  const auto tau = [&](const std::vector<Dual>& q, const std::vector<Dual>& v, const Numbers& step,
                       std::vector<Dual>& out) {
    Robot::inverse_dynamics(q.data(), v.data(), moving(s.a, step).data(), out.data());
  };
  const auto a = [&](const std::vector<Dual>& q, const std::vector<Dual>& v, const Numbers& step,
                     std::vector<Dual>& out) {
    Robot::forward_dynamics(q.data(), v.data(), moving(s.tau, step).data(), out.data());
  };
  Numbers by_q(kSquare), by_v(kSquare), by_tau(kSquare), inverse(kSquare);
  Robot::inverse_dynamics_derivatives(s.q.data(), s.v.data(), s.a.data(), by_q.data(), by_v.data());
  expect("dtau_dq", by_q, columns(s, 0, tau));
  expect("dtau_dv", by_v, columns(s, 1, tau));
  Robot::forward_dynamics_derivatives(s.q.data(), s.v.data(), s.tau.data(), by_q.data(), by_v.data(),
                                      by_tau.data());
  expect("da_dq", by_q, columns(s, 0, a), 1e-7);
  expect("da_dv", by_v, columns(s, 1, a), 1e-7);
  expect("da_dtau", by_tau, columns(s, 2, a), 1e-7);
  Robot::mass_matrix_inverse(s.q.data(), inverse.data());
  expect("mass_matrix_inverse", inverse, by_tau, 1e-7);

  Numbers C(kSquare), bias(kV), gravity(kV);
  Robot::coriolis_matrix(s.q.data(), s.v.data(), C.data());
  Robot::bias_torque(s.q.data(), s.v.data(), bias.data());
  Robot::gravity_torque(s.q.data(), gravity.data());
  expect("C v + g", sum(product(C, s.v), gravity), bias);
  std::vector<Dual> M(kSquare);
  Robot::mass_matrix(moving(s.q, rate_of_position(s.q, s.v)).data(), M.data());
  Numbers both(kSquare);
  for (std::size_t r = 0; r < kV; ++r)
    for (std::size_t c = 0; c < kV; ++c) both[r * kV + c] = C[r * kV + c] + C[c * kV + r];
  expect("C + C^T", both, rates(M));

  Numbers Y(static_cast<std::size_t>(kV) * tree::n_parameters), torque(kV);
  Robot::regressor(s.q.data(), s.v.data(), s.a.data(), Y.data());
  Robot::inverse_dynamics(s.q.data(), s.v.data(), s.a.data(), torque.data());
  expect("Y pi", product(Y, Numbers(tree::inertial_parameters.begin(), tree::inertial_parameters.end())),
         torque);
}

template <Robot::Link L>
void check_motion(const State& s) {
  constexpr std::size_t kJacobian = 6 * kV;
  Numbers J(kJacobian), dJ(kJacobian), velocity(6), acceleration(6);
  Robot::jacobian<L>(s.q.data(), J.data());
  Robot::jacobian_dot<L>(s.q.data(), s.v.data(), dJ.data());
  Robot::link_velocity<L>(s.q.data(), s.v.data(), velocity.data());
  Robot::link_acceleration<L>(s.q.data(), s.v.data(), s.a.data(), acceleration.data());
  std::vector<Dual> moved(kJacobian);
  Robot::jacobian<L>(moving(s.q, rate_of_position(s.q, s.v)).data(), moved.data());
  expect("jacobian_dot", dJ, rates(moved));
  expect("link_velocity", velocity, product(J, s.v));
  expect("link_acceleration", acceleration, sum(product(J, s.a), product(dJ, s.v)));
}

void check_momentum(const State& s) {
  Numbers J(3 * kV), A(6 * kV), momentum(6);
  Robot::center_of_mass_jacobian(s.q.data(), J.data());
  Robot::centroidal_momentum(s.q.data(), s.v.data(), A.data(), momentum.data());
  std::vector<Dual> center(3);
  Robot::center_of_mass(moving(s.q, rate_of_position(s.q, s.v)).data(), center.data());
  expect("J v of the centre", product(J, s.v), rates(center));
  expect("A v", momentum, product(A, s.v));
}

// Packs compute what doubles compute.
void check_batch(const std::vector<State>& states) {
  const auto count = static_cast<std::ptrdiff_t>(states.size());
  const auto rows = [&](const auto& get, std::size_t size) {
    Numbers all(size * states.size());
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t i = 0; i < states.size(); ++i) all[k * states.size() + i] = get(states[i])[k];
    return all;
  };
  const Numbers q = rows([](const State& s) { return s.q; }, kQ);
  const Numbers v = rows([](const State& s) { return s.v; }, kV);
  const Numbers a = rows([](const State& s) { return s.a; }, kV);
  Numbers by_q(kSquare * states.size()), by_v(kSquare * states.size());
  romas::batch(
      count,
      [](const auto* q_, const auto* v_, const auto* a_, auto dq, auto dv) {
        tree::inverse_dynamics_derivatives(q_, v_, a_, dq, dv);
      },
      romas::in<kQ>(q.data()), romas::in<kV>(v.data()), romas::in<kV>(a.data()),
      romas::out<kV * kV>(by_q.data()), romas::out<kV * kV>(by_v.data()));
  Numbers wanted_q(kSquare * states.size()), wanted_v(kSquare * states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    Numbers one(kSquare), other(kSquare);
    tree::inverse_dynamics_derivatives(states[i].q.data(), states[i].v.data(), states[i].a.data(), one.data(),
                                       other.data());
    for (std::size_t k = 0; k < kSquare; ++k) {
      wanted_q[k * states.size() + i] = one[k];
      wanted_v[k * states.size() + i] = other[k];
    }
  }
  expect("dtau_dq in packs", by_q, wanted_q, 1e-13);
  expect("dtau_dv in packs", by_v, wanted_v, 1e-13);
}

}  // namespace

int main() {
  unsigned seed = 12345;
  const auto random = [&] {
    seed = seed * 1664525u + 1013904223u;
    return static_cast<double>(seed >> 8) / (1u << 23) - 1;
  };
  std::vector<State> states;
  for (int sample = 0; sample < 11; ++sample) {
    State s{Numbers(kQ), Numbers(kV), Numbers(kV), Numbers(kV)};
    for (Numbers* numbers : {&s.q, &s.v, &s.a})
      for (double& x : *numbers) x = 2 * random();
    const auto normalise = [&](std::size_t at) {
      double length = 0;
      for (std::size_t k = 0; k < 4; ++k) length += s.q[at + k] * s.q[at + k];
      for (std::size_t k = 0; k < 4; ++k) s.q[at + k] /= std::sqrt(length);
    };
    if (Robot::q_index[0] == 7) normalise(3);
    for (std::size_t j = 0; j < Robot::n_joints; ++j) {
      const auto at = static_cast<std::size_t>(Robot::q_index[j]);
      const std::size_t n_q =
          (j + 1 == Robot::n_joints ? kQ : static_cast<std::size_t>(Robot::q_index[j + 1])) - at;
      if (n_q == 4) normalise(at);
      if (n_q == 7) normalise(at + 3);
    }
    Robot::inverse_dynamics(s.q.data(), s.v.data(), s.a.data(), s.tau.data());
    check_dynamics(s);
    check_motion<static_cast<Robot::Link>(Robot::n_links - 1)>(s);
    check_motion<static_cast<Robot::Link>(Robot::n_links / 2)>(s);
    check_motion<static_cast<Robot::Link>(0)>(s);
    check_momentum(s);
    states.push_back(s);
  }
  check_batch(states);
  std::printf("%d positions, %d velocities: %d checks, %d failures\n", kQ, kV, checks, failures);
  return failures == 0 ? 0 : 1;
}
