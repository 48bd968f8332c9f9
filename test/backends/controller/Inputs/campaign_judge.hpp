// One run of the campaign, judged by the simulated robot itself.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>

#include "campaign_bench.hpp"

namespace {

// Which checks may tell of a fault.
bool is_right(const Case& with, const Supervisor& supervisor) {
  using romas::Check;
  const Check told = supervisor.fault().check;
  const double jump = supervisor.threshold(Check::jump, with.joint);
  const int p = kLimits.position[with.joint], at = supervisor.fault().variable;
  // A joint without a range is beyond its limits wherever a motor lets it go.
  const bool held = at >= 0 && !(kLimits.upper[at] > kLimits.lower[at]);
  if (held && told == Check::range && (of_actuator(with.what) || with.what == Injected::target_jumps))
    return true;
  const bool limited = p >= 0 && kLimits.upper[with.joint] < 50 && kLimits.lower[with.joint] > -50;
  switch (with.what) {
    case Injected::q_nan:
    case Injected::v_nan:
    case Injected::q_infinite: return told == Check::finite;
    case Injected::q_step:
      return told == Check::range || told == (jump < 0.1 ? Check::jump : Check::disagree);
    case Injected::q_far: return told == (limited ? Check::range : Check::jump);
    case Injected::q_drifts:
      return told == Check::disagree || told == Check::range ||
             (told == Check::jump && jump < 0.7 * kPeriod);  // a drift faster than such a joint can be
    case Injected::q_stands: return told == Check::stale;
    case Injected::all_stand: return told == Check::stale;
    case Injected::read_fails: return told == Check::read;
    case Injected::write_fails: return told == Check::write;
    case Injected::late: return told == Check::late;
    case Injected::target_nan: return told == Check::target_finite;
    case Injected::target_jumps:  // with a velocity limit of 1000 rad/s a joint may go as far in a cycle
      return told == (supervisor.threshold(Check::target_rate, with.joint) < kJump ? Check::target_rate
                                                                                   : Check::tracking);
    case Injected::motor_dead:
    case Injected::motor_reversed:
    case Injected::encoder_backwards:
      return told == Check::residual || told == Check::direction || told == Check::runaway ||
             told == Check::velocity;
    case Injected::v_spike: return told == Check::velocity;
    case Injected::torque_nan: return told == Check::torque_finite;
    case Injected::torque_stands:
    case Injected::torque_huge:
      return told == Check::tracking || told == Check::velocity || told == Check::saturated ||
             told == Check::range || told == Check::jump;
    default: return false;
  }
}
// Whether a run may end without a word: the fault changes nothing that matters, or is one that only
// assertions see.
bool may_be_silent(const Case& with, const Bench& bench) {
  switch (with.what) {
    case Injected::none:
    case Injected::torque_chatters: return true;
    case Injected::q_stands:
    case Injected::all_stand:
    case Injected::motor_dead:
    case Injected::motor_reversed:
    case Injected::encoder_backwards: return bench.grown < 0.1;
    case Injected::target_jumps:
      return bench.supervisor->threshold(romas::Check::target_rate, with.joint) > kJump &&
             bench.supervisor->threshold(romas::Check::tracking, with.joint) > 0.9 * kJump;
    case Injected::torque_stands:
    case Injected::torque_huge:  // a weak motor moves a heavy link too little before the run ends
      return bench.grown < bench.supervisor->threshold(romas::Check::tracking, with.joint);
    default: return false;
  }
}

std::int64_t transitions[romas::kSupervisorStates][romas::kSupervisorStates];
int failed_runs = 0;

void count_transitions(const Supervisor& supervisor) {
  for (int from = 0; from < romas::kSupervisorStates; ++from)
    for (int to = 0; to < romas::kSupervisorStates; ++to)
      transitions[from][to] += supervisor.transitions(static_cast<romas::SupervisorState>(from),
                                                      static_cast<romas::SupervisorState>(to));
}

void judge_stop(const Case& with, Bench& bench, const Supervisor& supervisor) {
  const Physics physics(bench.begin_q, bench.begin_v, supervisor.effort());
  const double found = kPeriod * static_cast<double>(supervisor.fault().cycle - with.cycle) +
                       (with.what == Injected::late ? 0.021 : 0);
  if (found < 0) bench.fail("a fault is told before it is there");
  if (!(physics.T < 1)) return;
  const double T = std::max({physics.T, supervisor.stop_time(), 0.01}), after = with.weaker > 0 ? T + 0.4 : T;
  const bool reading = of_reading(with.what), certain = !bench.flung && (!reading || with.weaker == 0);
  const double since = kPeriod * static_cast<double>(bench.rest_cycle - supervisor.fault().cycle);
  if (certain && bench.rest_cycle < 0) bench.fail("it does not come to rest");
  if (certain && bench.rest_cycle >= 0 && since > T + 0.1 + 3 * kPeriod) bench.fail("it rests too late");
  const bool blind = with.what == Injected::read_fails || with.what == Injected::all_stand;
  if (certain && !blind && bench.rest_cycle >= 0 && bench.rest_speed > 1)
    bench.fail("it is said to rest, and moves");
  if (reading && bench.dark_cycle < 0) bench.fail("it holds blindly without an end");
  if (reading && bench.dark_cycle >= 0 &&
      kPeriod * static_cast<double>(bench.dark_cycle - supervisor.fault().cycle) > T + 0.4 + 4 * kPeriod)
    bench.fail("it holds blindly for too long");
  for (int i = kFirst; i < Robot::n_v; ++i) {
    const double v = std::fabs(bench.begin_v[i]), lag = std::fabs(bench.begin_v[i] - bench.plan_v[i]);
    double allowed = v * (found + 2 * kPeriod) + 0.5 * physics.strongest[i] * found * found + v * T / 2 +
                     supervisor.threshold(romas::Check::tracking, i);
    if (reading) {
      // A blind joint is a pendulum that nobody balances: what its velocity was off grows with the rate of
      // its fall.
      const double rate = std::sqrt(physics.drift[i]) + 1e-9;
      allowed += 0.5 * with.weaker * physics.drift[i] * after * (T + 0.4);
      allowed += (lag + 0.45 * kThresholds[static_cast<std::size_t>(i)].velocity_noise) *
                 std::sinh(rate * (T + 0.4)) / rate;
    }
    if (bench.travel[i] > allowed) bench.fail("a joint goes farther than physics demands");
  }
}

// One run. False if something is wrong with it.
bool run_case(const Case& with, const double* start, const double* target, const romas::CheckModes& modes,
              bool prints) {
  Bench bench(with, start);
  const Motion motion(start, target);
  FaultyPlan plan(motion, with, bench);
  FaultyLaw law(with, bench);
  MotionOptions options;
  options.pace = romas::Pace::unpaced;
  options.hold = 0.3;
  options.watch = of_reading(with.what) ? 0.4 : 0.1;
  options.supervision.modes = modes;
  Supervisor supervisor(Robot{}, kThresholds, options.supervision);
  bench.supervisor = &supervisor;
  State state;
  std::copy(start, start + Robot::n_q, state.q);
  const MotionResult result = follow(bench, law, state, plan, options, supervisor, nullptr);
  const bool told = supervisor.has_fault();
  const romas::Fault& fault = supervisor.fault();
  const bool named = told && (!of_joint(with.what) ? fault.variable < 0 : fault.variable == with.joint);
  const int status = status_of(result, supervisor);
  if (!told && !may_be_silent(with, bench)) bench.fail("nothing is told");
  // At a dead centre laws that need the model have none: to stop a motion that comes there is no false alarm,
  // if it comes to rest.
  const bool dead_centre =
      with.what == Injected::none && told && fault.check == romas::Check::range && bench.room < 0.01;
  if (told && with.what == Injected::none && !dead_centre) bench.fail("a false alarm");
  if (dead_centre && (status != 4 || bench.rest_cycle < 0 || bench.rest_speed > 1))
    bench.fail("it does not come to rest");
  if (told && with.what != Injected::none && with.what != Injected::torque_chatters) {
    if (!is_right(with, supervisor)) bench.fail("the wrong check tells it");
    if (!named && !of_actuator(with.what) && with.what != Injected::torque_stands &&
        with.what != Injected::torque_huge)
      bench.fail("the wrong joint is named");
    if (!of_actuator(with.what) && with.what != Injected::write_fails &&
        with.what != Injected::torque_stands && with.what != Injected::torque_huge)
      judge_stop(with, bench, supervisor);
    // A law follows a reversed encoder the wrong way before the two can be told apart.
    if (of_actuator(with.what) && bench.grown > (with.what == Injected::encoder_backwards ? 0.2 : 0.1))
      bench.fail("a motor is told too late");
    if (of_actuator(with.what) && with.what != Injected::encoder_backwards && with.cycle == 0 &&
        fault.cycle > supervisor.test_cycles() + 10)
      bench.fail("a motor is not refused at the start");
    const int wanted = fault.check == romas::Check::finite  ? 1
                       : with.what == Injected::write_fails ? 5
                       : supervisor.at_rest()               ? 4
                                                            : 5;
    if (status != wanted) bench.fail("the exit status is wrong");
    char where[64];
    std::snprintf(where, sizeof where, "cycle %lld, %.3f s: ", static_cast<long long>(fault.cycle),
                  fault.time);
    const std::string line = stop_line(supervisor, result.at_start);
    const std::string joint = fault.variable < 0 ? ""
                                                 : "joint " + joint_name(fault.variable) + " (" +
                                                       std::to_string(fault.variable) + "), ";
    if (line.rfind("stopped: " + joint + where + std::string(romas::check_info(fault.check).says), 0) != 0)
      bench.fail("the line has another form");
  }
  if (told && !bench.problems.empty()) bench.problems += " [" + stop_line(supervisor, result.at_start) + "]";
  count_transitions(supervisor);
  const bool rests = bench.rest_cycle >= 0 && bench.rest_speed <= 1;
  if (!bench.problems.empty()) ++failed_runs;
  if (prints) {
    const double distance = *std::max_element(bench.travel + kFirst, bench.travel + Robot::n_v);
    std::printf(
        "case %s %d %lld %g told %d %s named %d after %lld status %d rest %d in %.4f distance %.4f off "
        "%.4f%s%s%s\n",
        kNames[static_cast<int>(with.what)], with.joint, static_cast<long long>(with.cycle), with.weaker,
        told, told ? std::string(romas::check_info(fault.check).name).c_str() : "-", named,
        static_cast<long long>(told ? fault.cycle - with.cycle : -1), status, rests,
        rests ? kPeriod * static_cast<double>(bench.rest_cycle - fault.cycle) : -1, distance, bench.grown,
        dead_centre ? " at a dead centre" : "", bench.problems.empty() ? "" : " PROBLEM ",
        bench.problems.c_str());
  }
  return bench.problems.empty();
}

}  // namespace
