// Cycles by hand: changes of state that no fault of the campaign brings about by itself.
#pragma once

#include <algorithm>
#include <cstdio>

#include "campaign_judge.hpp"

namespace {

// Cycles by hand: readings that the script gives, with the weight as the law's torque.
class Script {
 public:
  Script(const double* start, const romas::CheckModes& modes) : supervisor_(make(modes)) {
    std::copy(start, start + Robot::n_q, q);
    std::copy(start, start + Robot::n_q, target.q);
    supervisor_.start(q, v, 0, kPeriod);
  }
  void cycle(double more_torque = 0, int joint = 0) {
    supervisor_.read(true, q, v, kPeriod * static_cast<double>(count_++));
    supervisor_.aim(target);
    Robot{}.gravity_torque(q, tau);
    tau[joint] += more_torque;
    supervisor_.finish(tau);
    supervisor_.written(true);
  }
  // The joint goes on by its velocity, and the target with it.
  void go(int joint, double velocity) {
    v[joint] = velocity;
    q[kLimits.position[joint]] += kPeriod * velocity;
    target.q[kLimits.position[joint]] = q[kLimits.position[joint]];
    target.v[joint] = velocity;
  }
  Supervisor& supervisor() { return supervisor_; }
  double q[Robot::n_q]{}, v[Robot::n_v]{}, tau[Robot::n_v]{};
  Target target;

 private:
  static Supervisor make(romas::CheckModes modes) {
    // Readings of a script obey no law of motion.
    modes[static_cast<std::size_t>(romas::Check::residual)] =
        modes[static_cast<std::size_t>(romas::Check::direction)] = romas::CheckMode::off;
    romas::SupervisorOptions options;
    options.modes = modes;
    return Supervisor(Robot{}, kThresholds, options);
  }
  Supervisor supervisor_;
  std::int64_t count_ = 0;
};

void expect(bool holds, const char* what, bool prints) {
  if (holds) return;
  ++failed_runs;
  if (prints) std::printf("script %s PROBLEM\n", what);
}

// Runs the changes of state that no fault of the campaign brings about by itself.
void run_scripts(int joint, const double* start, const romas::CheckModes& modes, bool prints) {
  using romas::Check;
  using romas::SupervisorState;
  const int p = kLimits.position[joint];
  const double fast = 0.5 * script_speed(joint), not_a_number = std::numeric_limits<double>::quiet_NaN();
  const auto told = [](const Script& script, Check check) {
    auto& supervisor = const_cast<Script&>(script).supervisor();
    return supervisor.has_fault() && supervisor.fault().check == check;
  };
  {
    Script script(start, modes);
    const double effort = script.supervisor().effort()[joint];
    for (int k = 0; k < 1200 && script.supervisor().running(); ++k) script.cycle(3 * effort, joint);
    expect(script.supervisor().warnings(Check::torque_limit, joint) > 0, "cut torques are counted", prints);
    expect(told(script, Check::saturated), "a torque that is cut for long stops", prints);
    count_transitions(script.supervisor());
  }
  {
    romas::CheckModes only = modes;
    for (const Check check :
         {Check::range, Check::velocity, Check::jump, Check::target_rate, Check::stop_ahead})
      only[static_cast<std::size_t>(check)] = romas::CheckMode::off;
    Script script(start, only);
    for (int k = 0; k < 50; ++k) script.cycle(-0.3 * script.supervisor().effort()[joint], joint);
    const double direction = script.tau[joint] > 0 ? -1 : 1;
    for (int k = 0; k < 3 && script.supervisor().running(); ++k)
      script.go(joint, 1.6 * direction * speed_of(joint)),
          script.cycle(-0.3 * script.supervisor().effort()[joint], joint);
    expect(told(script, Check::runaway) && script.tau[joint] == 0, "a joint that runs away gets no torque",
           prints);
    count_transitions(script.supervisor());
  }
  {
    romas::CheckModes only = modes;
    only[static_cast<std::size_t>(Check::range)] = romas::CheckMode::off;
    Script script(start, only);
    for (int k = 0; k < 50; ++k) script.cycle();
    script.supervisor().stop();
    for (int k = 0; k < 3000 && script.supervisor().state() != SupervisorState::fault; ++k) {
      if (k % 200 < 100)
        script.go(joint, fast);
      else
        script.go(joint, -fast);
      script.cycle();
    }
    expect(told(script, Check::rest), "a stop that does not end is a fault", prints);
    script.supervisor().reset();
    expect(script.supervisor().state() == SupervisorState::ready, "reset leaves a fault", prints);
    count_transitions(script.supervisor());
  }
  {
    Script script(start, modes);
    for (int k = 0; k < 50; ++k) script.cycle();
    script.supervisor().stop();
    for (int k = 0; k < 300; ++k) script.cycle();
    expect(script.supervisor().state() == SupervisorState::holding && script.supervisor().at_rest(),
           "a stop ends at rest", prints);
    script.supervisor().release();
    expect(script.supervisor().state() == SupervisorState::ready, "rest is left for ready", prints);
    count_transitions(script.supervisor());
  }
  {
    Script script(start, modes);
    for (int k = 0; k < 50; ++k) script.cycle();
    script.supervisor().read(true, script.q, script.v, 1.0, 0.5);
    expect(told(script, Check::stale) || told(script, Check::late), "old readings are told", prints);
    count_transitions(script.supervisor());
  }
  {
    double bad[Robot::n_q];
    std::copy(start, start + Robot::n_q, bad);
    bad[p] = not_a_number;
    Script script(bad, modes);
    expect(script.supervisor().state() == SupervisorState::fault && told(script, Check::finite),
           "NaN is refused at the start", prints);
    count_transitions(script.supervisor());
  }
  {
    Script script(start, modes);
    for (int k = 0; k < 5000 && script.supervisor().running(); ++k) {
      script.q[p] = start[p] + (k % 2 == 0 ? 1e-9 : 0.0);
      script.target.q[p] += 0.02 * script_speed(joint) * kPeriod;
      script.cycle();
    }
    expect(told(script, Check::tracking), "a joint that does not follow is told", prints);
  }
  const bool limited = kLimits.upper[joint] - kLimits.lower[joint] < 100;
  if (limited) {
    double near[Robot::n_q];
    std::copy(start, start + Robot::n_q, near);
    near[p] = std::fmax(start[p], kLimits.upper[joint] - fast);
    if (!reaches(near)) near[p] = start[p];
    Script script(near, modes);
    const double end = kLimits.upper[joint] + 0.9 * kThresholds[static_cast<std::size_t>(joint)].slack;
    for (int k = 0; k < 20000 && script.supervisor().running() && script.q[p] < end; ++k)
      script.go(joint, std::fmin(fast, 0.02 * k * fast)), script.cycle();
    // A joint that brakes within a cycle is told by its reading.
    const double braking = fast * fast / (2 * script.supervisor().deceleration(joint));
    expect(told(script, Check::stop_ahead) || braking < 2 * fast * kPeriod,
           "a target that runs into a limit is stopped", prints);
    count_transitions(script.supervisor());
    double outside[Robot::n_q];
    std::copy(start, start + Robot::n_q, outside);
    outside[p] = kLimits.upper[joint] + 0.05;
    Script inwards(outside, modes);
    for (int k = 0; k < 100; ++k) inwards.go(joint, -0.05 * script_speed(joint)), inwards.cycle();
    expect(inwards.supervisor().running(), "from beyond a limit it may move inwards", prints);
    Script outwards(outside, modes);
    for (int k = 0; k < 5000 && outwards.supervisor().running(); ++k)
      outwards.go(joint, 0.05 * script_speed(joint)), outwards.target.v[joint] = 0, outwards.cycle();
    expect(told(outwards, Check::range), "and not outwards", prints);
  }
}

}  // namespace
