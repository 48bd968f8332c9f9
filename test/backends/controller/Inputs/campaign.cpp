// The campaign of faults: one robot under one control law, with a fault injected into its readings, targets,
// torques or motors in every run. The supervisor is judged from outside, by the simulated robot
// itself.
//
//   campaign run SHARE JOINTS CLEAN [CHECK]
//
// prints a line a run; every SHARE-th case is run, with at most JOINTS joints, and CLEAN motions without a
// fault. With a SHARE of 0, the eigenvalues of the law's loop along CLEAN motions are all. A CHECK is left
// out. check_supervisor.py puts this file behind the sources of a project, in a namespace of each law, and
// reads it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "campaign_gains.hpp"

namespace {

int run(int count, char** words) {
  if (count < 4) return 2;
  const int share = std::atoi(words[1]), most_joints = std::atoi(words[2]), clean = std::atoi(words[3]);
  romas::CheckModes modes = romas::default_modes();
  for (std::size_t i = 0; i < modes.size(); ++i)
    if (count > 4 && romas::kChecks[i].name == words[4]) modes[i] = romas::CheckMode::off;
  const bool prints = count <= 4;
  double neutral[Robot::n_q], start[Robot::n_q], target[Robot::n_q], weight[Robot::n_v];
  {
    romas::SimulatedHardware<Robot> hardware;
    std::copy(hardware.plant().q(), hardware.plant().q() + Robot::n_q, neutral);
  }
  romas::limit_position(kLimits, neutral);
  default_target(neutral, start);
  default_target(start, target);
  if (!reaches_along(Motion(start, target)))
    return std::printf("weak: the loops leave the limits of a joint that follows\n"), 0;
  Supervisor assessed(Robot{}, kThresholds);
  assessed.assess(start);
  for (const double* q : {start, target}) {
    Robot{}.gravity_torque(q, weight);
    for (int i = kFirst; i < Robot::n_v; ++i)
      if (std::fabs(weight[i]) > 0.7 * assessed.effort()[i]) {
        const bool slides = assessed.thresholds(i).slides;
        const auto torque = [&](double value) { return in_unit(value, romas::CheckUnit::torque, slides); };
        std::printf("weak %s: its motor does not hold it: it weighs %s at the %s, and the motor has %s\n",
                    joint_name(i).c_str(), torque(std::fabs(weight[i])).c_str(),
                    q == start ? "start" : "target", torque(assessed.effort()[i]).c_str());
        return 0;
      }
  }
  Controller law;
  State at_start;
  std::copy(start, start + Robot::n_q, at_start.q);
  law.start(at_start, robot_limits(), kPeriod, Motion(start, target).way());
  for (int i = kFirst; i < Robot::n_v; ++i)
    if (kLimits.upper[i] > kLimits.lower[i] && law.give_way[i] > 0.25 * (kLimits.upper[i] - kLimits.lower[i]))
      return std::printf("weak %s: the law gives way by a quarter of its range\n", joint_name(i).c_str()), 0;
  // The simulated stops are springs, and a joint without a range rests against them where the law gives way.
  Robot{}.gravity_torque(start, weight);
  for (int i = kFirst; i < Robot::n_v; ++i) {
    const double slack = assessed.thresholds(i).slack;
    if (!(kLimits.upper[i] > kLimits.lower[i]) && law.give_way[i] > slack &&
        std::fabs(weight[i]) > romas::PlantOptions<Robot, double>().stop_stiffness * slack)
      return std::printf("weak %s: it has no range, and its weight presses it beyond\n",
                         joint_name(i).c_str()),
             0;
  }
  if (share == 0) return judge_gains(start, target, clean, true), 0;
  std::vector<int> joints;
  for (int i = kFirst; i < Robot::n_v; ++i)
    if (kLimits.position[i] >= 0 && assessed.is_faint(i))
      std::printf("weak %s: the noise hides what its motor does\n", joint_name(i).c_str());
    else if (kLimits.position[i] >= 0)
      joints.push_back(i);
  if (joints.empty()) return std::printf("weak: no joint is left\n"), 0;
  for (std::size_t keep = joints.size(); static_cast<int>(keep) > most_joints; --keep)
    joints.erase(joints.begin() + static_cast<std::ptrdiff_t>((keep * 7) % keep + keep / 2) %
                                      static_cast<std::ptrdiff_t>(joints.size()));
  const double way = Motion(start, target).duration();
  // The motors' test comes first.
  const double still[Robot::n_v]{};
  assessed.start(start, still, 0, kPeriod);
  const std::int64_t begin = assessed.test_cycles() + 1, length = std::llround(way / kPeriod);
  unsigned number = 0;
  for (int k = 0; k < clean; ++k) {
    Chance chance(static_cast<unsigned>(k) + 77);
    double there[Robot::n_q], step[Robot::n_v];
    romas::position_difference(Robot{}, start, target, step);
    for (double& s : step) s *= 0.6 + 0.4 * chance.uniform();
    romas::integrate_position(Robot{}, start, step, 1.0, there);
    if (!reaches_along(Motion(start, there))) continue;
    run_case({Injected::none, 0, 0, 0.1 * static_cast<double>(k % 3 - 1), static_cast<unsigned>(k)}, start,
             there, modes, prints);
  }
  for (int what = 1; what < kInjected; ++what)
    for (const int joint : joints) {
      const auto injected = static_cast<Injected>(what);
      if (!of_joint(injected) && joint != joints.front()) continue;
      for (const double instant : {-1.0, 0.0, 0.1, 0.5, 0.9, 1.0}) {
        if (instant < 0 && !of_actuator(injected)) continue;
        for (const double weaker : {0.0, 0.03, 0.1}) {
          ++number;
          const bool always = !of_joint(injected) && instant == 0.5 && weaker == 0;
          if (!always && number * 2654435761U / 64U % static_cast<unsigned>(share) != 0) continue;
          const std::int64_t cycle =
              instant < 0 ? 0 : begin + std::llround(instant * static_cast<double>(length));
          run_case({injected, joint, cycle, weaker, number}, start, target, modes, prints);
        }
      }
    }
  run_scripts(joints.front(), start, modes, prints);
  judge_gains(start, target, prints ? std::max(2, clean / 3) : 0, prints);
  if (prints)
    for (int from = 0; from < romas::kSupervisorStates; ++from)
      for (int to = 0; to < romas::kSupervisorStates; ++to)
        if (transitions[from][to] > 0)
          std::printf("transition %d %d %lld\n", from, to, static_cast<long long>(transitions[from][to]));
  std::printf("%d runs failed\n", failed_runs);
  return 0;
}

}  // namespace
