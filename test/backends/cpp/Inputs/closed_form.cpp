// Solvers of inverse kinematics as a program uses them. Built with HEADER, ROBOT (its namespace) and TIP.
#include HEADER

#include <cstdio>

#include "closed_form_check.hpp"

namespace {

using Robot = ROBOT::Robot;
constexpr auto kTip = Robot::Link::TIP;
using Ik = Robot::Ik<kTip>;

int failures = 0;
void expect(bool holds, const char* what) {
  if (!holds) std::printf("failed: %s\n", what), ++failures;
}

double pose_error(const double* q, const double* pose) {
  double again[12], error[6], square = 0;
  Robot::link_pose<kTip>(q, again);
  romas::pose_difference(again, pose, error);
  // Arms of few joints reach only a part of all orientations, so that only the position counts.
  for (int i = 0; i < (Ik::whole_pose ? 6 : 3); ++i) square += error[i] * error[i];
  return std::sqrt(square);
}

template <class Ik>
void packs_of_choices() {
  using P = romas::Pack<double, 4>;
  std::mt19937 random(3);
  double pose[4][12], given[4][Ik::n_free + 1] = {};
  P poses[12], frees[Ik::n_free + 1] = {};
  for (int lane = 0; lane < 4; ++lane) {
    double q[Robot::n_q] = {};
    for (double& x : q) x = std::uniform_real_distribution<double>(-2, 2)(random);
    Robot::link_pose<kTip>(q, pose[lane]);
    Ik::free_of(q, given[lane]);
    for (int k = 0; k < 12; ++k) poses[k].set(lane, pose[lane][k]);
    for (int k = 0; k < Ik::n_free; ++k) frees[k].set(lane, given[lane][k]);
  }
  int found = 0;
  for (int choice = 0; choice < Ik::most; ++choice) {
    P q[Ik::n];
    const P room = romas::closed_form_solution<Ik>(poses, frees, choice, q);
    for (int lane = 0; lane < 4; ++lane) {
      double own[Ik::n];
      const double own_room = romas::closed_form_solution<Ik>(pose[lane], given[lane], choice, own);
      expect(std::fabs(own_room - room[lane]) < 1e-9, "room of a pack");
      if (own_room < 1e-6) continue;
      ++found;
      for (int i = 0; i < Ik::n; ++i)
        expect(std::fabs(std::remainder(own[i] - q[i][lane], check::kTurn)) < 1e-9, "solution of a pack");
    }
  }
  expect(found >= 4, "solutions in packs");
}

// Solutions in packs of poses are those of each pose, choice by choice. Eigenvalues have none.
template <class Solver>
void packs() {
  if constexpr (!Solver::six_revolute) packs_of_choices<Solver>();
}

void floats() {
  double q[Robot::n_q], pose[12];
  for (int i = 0; i < Robot::n_q; ++i) q[i] = 0.4 + 0.3 * i;
  Robot::link_pose<kTip>(q, pose);
  float narrow[12], given[Ik::n_free + 1] = {}, qf[Robot::n_q];
  for (int k = 0; k < 12; ++k) narrow[k] = static_cast<float>(pose[k]);
  for (int i = 0; i < Robot::n_q; ++i) qf[i] = static_cast<float>(q[i]);
  Ik::free_of(qf, given);
  romas::ClosedFormOptions<float> all;
  all.within_limits = false;
  const auto solutions = romas::closed_form_solutions<Ik, float>(narrow, given, nullptr, all);
  expect(solutions.count >= 1, "solutions of floats");
  for (const auto& solution : solutions) {
    double p[Robot::n_q] = {};
    for (int i = 0; i < Ik::n; ++i)
      p[Ik::q_index[static_cast<std::size_t>(i)]] = static_cast<double>(solution.q[i]);
    expect(pose_error(p, pose) < 1e-4, "poses of floats");
  }
}

// A choice of signs has no room for NaN. A template leaves out what chains without such choices lack.
template <class Chain>
void no_room(const double* pose, const double* given) {
  if constexpr (!Chain::six_revolute) {
    double unused[Chain::n];
    expect(!(romas::closed_form_solution<Chain>(pose, given, 0, unused) >= -1), "no room for NaN");
  }
}

// Solutions within the limits, as near to a position as whole turns bring them; none for what is no pose or
// out of reach.
void limits() {
  double q[Robot::n_q] = {}, pose[12], given[Ik::n_free + 1] = {}, near[Ik::n];
  for (int i = 0; i < Ik::n; ++i) {
    const romas::JointLimits& limit = Ik::limits[static_cast<std::size_t>(i)];
    near[i] = std::fmax(limit.lower, -9) * 0.35 + std::fmin(limit.upper, 9) * 0.65;
    q[Ik::q_index[static_cast<std::size_t>(i)]] = near[i];
  }
  Robot::link_pose<kTip>(q, pose);
  Ik::free_of(q, given);
  double nearest = 1e9;
  for (const auto& solution : romas::closed_form_solutions<Ik, double>(pose, given, near)) {
    double away = 0;
    for (int i = 0; i < Ik::n; ++i) {
      const romas::JointLimits& limit = Ik::limits[static_cast<std::size_t>(i)];
      expect(solution.q[i] >= limit.lower && solution.q[i] <= limit.upper, "solutions within limits");
      away = std::fmax(away, std::fabs(solution.q[i] - near[i]));
    }
    expect(solution.within_limits, "solutions said to be within limits");
    nearest = std::fmin(nearest, away);
  }
  expect(nearest < 1e-7, "the position itself, turns included");
  pose[3] += 100;
  expect(romas::closed_form_solutions<Ik, double>(pose, given).count == 0, "no solution out of reach");
  pose[3] -= 100;
  // Also in numbers on which no joint depends.
  for (double& number : pose) {
    const double kept = number;
    for (const double none : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      number = none;
      expect(romas::closed_form_solutions<Ik, double>(pose, given).count == 0, "no solution of NaN");
      no_room<Ik>(pose, given);
    }
    number = kept;
  }
  for (int k = 0; k < Ik::n_free; ++k) {
    given[k] = std::nan("");
    expect(romas::closed_form_solutions<Ik, double>(pose, given).count == 0, "no solution of a given NaN");
    Ik::free_of(q, given);
  }
}

// A line through the middle of the workspace, and a turn of the hand through a singular pose: small steps of
// the pose are small steps of the joints.
void path() {
  const romas::ClosedFormIk<Robot, kTip> ik;
  double q[Robot::n_q], pose[12];
  for (int i = 0; i < Robot::n_q; ++i) q[i] = i % 2 == 0 ? 0.5 : -1.1;
#ifdef START
  const double start[] = START;
  for (int i = 0; i < Ik::n; ++i) q[Ik::q_index[static_cast<std::size_t>(i)]] = start[i];
#endif
  Robot::link_pose<kTip>(q, pose);
  double largest = 0;
  bool singular = false;
  for (int k = 0; k < 2000; ++k) {
    pose[3] += 1e-5, pose[7] -= 1e-5, pose[11] += 5e-6;
    const auto result = ik.solve(pose, q);
    expect(result.found, "a solution on the path");
    if (!result.found) return;
    expect(pose_error(q, pose) < 1e-8, "poses on the path");
    largest = std::fmax(largest, result.step);
    singular = singular || result.singular;
  }
  expect(largest < 0.01, "small steps on the path");
  std::printf("largest step on the path below 0.01: %s\n", largest < 0.01 ? "yes" : "no");
  // From a singular pose: nothing moves where the pose stays.
  for (int i = 0; i < Robot::n_q; ++i) q[i] = 0;
#ifdef SINGULAR
  const double at[] = SINGULAR;
  for (int i = 0; i < Ik::n; ++i) q[Ik::q_index[static_cast<std::size_t>(i)]] = at[i];
  Robot::link_pose<kTip>(q, pose);
  const auto result = ik.solve(pose, q);
  expect(result.found && result.singular, "the singular pose is one");
  expect(result.step < 1e-6 && pose_error(q, pose) < 1e-8, "joints that may have any position stay");
#endif
}

}  // namespace

int main() {
  const check::Report report = check::closed_form<Robot, kTip>(POSES);
  check::print(NAME, report);
  expect(report.missed == 0 && report.wrong == 0 && report.solutions >= 2, "all solutions");
  packs<Ik>();
  floats();
  limits();
  path();
  return failures == 0 ? 0 : 1;
}
