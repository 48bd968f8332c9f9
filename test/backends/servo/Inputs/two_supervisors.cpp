// The supervisor of a C++ project and that of the same robot's servos in C, on the same readings, targets and
// times: which fault both tell, at which joint and cycle, with which numbers, and through which states they
// go.
//   two_supervisors SEED RUNS
#include "robot.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include "watched_supervisor.h"

namespace {

constexpr int n = WATCHED_SERVO_COUNT;
static_assert(n == Robot::n_v && n == Robot::n_q);
constexpr double kPeriod = WATCHED_PERIOD_US * 1e-6;
constexpr double kVelocityUnit =
    0.229 * 2 * 3.141592653589793 / 60;  // rad/s, a count of a DYNAMIXEL's velocity

enum Kind { none, no_answer, late, range, velocity, jump, stale, leaves, rate, tracking, kinds };
constexpr const char* kKindNames[kinds] = {"none", "no_answer", "late",   "range", "velocity",
                                           "jump", "stale",     "leaves", "rate",  "tracking"};
// The codes that tell of the same in both.
bool are_equal(int code, romas::Check check) {
  switch (code) {
    case WATCHED_FAULT_NO_ANSWER: return check == romas::Check::read;
    case WATCHED_FAULT_LATE: return check == romas::Check::late;
    case WATCHED_FAULT_RANGE: return check == romas::Check::range;
    case WATCHED_FAULT_VELOCITY: return check == romas::Check::velocity;
    case WATCHED_FAULT_JUMP: return check == romas::Check::jump;
    case WATCHED_FAULT_STALE: return check == romas::Check::stale;
    // C++ stops so early before a limit that the robot can still brake.
    case WATCHED_FAULT_TARGET: return check == romas::Check::stop_ahead;
    case WATCHED_FAULT_RATE: return check == romas::Check::target_rate;
    case WATCHED_FAULT_TRACKING: return check == romas::Check::tracking;
    default: return false;
  }
}

struct Counts {
  watched_servo_t row[n];
  double per_rad[n], zero[n];
  Counts() {
    for (int i = 0; i < n; ++i) {
      watched_get_servo(static_cast<uint8_t>(i), &row[i]);
      const double sign = i == 1 ? -1 : 1;
      per_rad[i] = sign * 4096 / (2 * 3.141592653589793), zero[i] = 2048;
    }
  }
  int32_t of(int i, double q) const { return static_cast<int32_t>(std::lround(zero[i] + per_rad[i] * q)); }
  double angle(int i, int32_t count) const { return (count - zero[i]) / per_rad[i]; }
};

struct Outcome {
  std::string states;  // a letter each
  bool told = false;
  int joint = -1;
  std::int64_t cycle = 0;
  double value = 0, limit = 0;
};

int problems = 0, told_runs = 0, silent_runs = 0;
std::map<std::string, int> reasons;
void fail(const char* kind, int joint, int cycle, const char* what) {
  ++problems;
  if (++reasons[std::string(kind) + ": " + what] < 3)
    std::printf("%s of joint %d at cycle %d: %s\n", kind, joint, cycle, what);
}

void add_state(std::string& states, int state) {
  const char letter = "drshf"[state];  // ready, running, stopping, holding, fault
  if (states.empty() || states.back() != letter) states += letter;
}

void run(Kind kind, int joint, int at, double size, std::mt19937& random) {
  static const Counts counts;
  std::uniform_real_distribution<double> any(-1, 1);
  double amplitude[n], speed[n];
  for (int i = 0; i < n; ++i)
    amplitude[i] = kind == leaves ? 0 : 0.6 * any(random), speed[i] = 1.3 + any(random) * 0.1;
  amplitude[joint] = std::copysign(0.65 + 0.05 * any(random), amplitude[joint]);
  const auto plan = [&](int i, double t) { return amplitude[i] * (1 - std::cos(speed[i] * t)); };
  const auto plan_rate = [&](int i, double t) { return amplitude[i] * speed[i] * std::sin(speed[i] * t); };
  romas::SupervisorOptions options;
  for (const romas::Check check :
       {romas::Check::direction, romas::Check::residual, romas::Check::disagree, romas::Check::saturated})
    options.modes[static_cast<std::size_t>(check)] = romas::CheckMode::off;
  Supervisor::Table table = kThresholds;
  for (auto& row : table) row.noise = 2 / std::fabs(counts.per_rad[0]);  // two counts, as in C
  Supervisor supervisor(Robot{}, table, options);
  watched_supervisor_t c;
  double q[n], v[n]{}, tau[n], stood = 0;
  int32_t position[n], rates[n]{}, wanted[n];
  uint8_t status[n]{};
  for (int i = 0; i < n; ++i) position[i] = counts.of(i, 0), q[i] = counts.angle(i, position[i]);
  uint32_t now = 0xFFFE0000U + static_cast<uint32_t>(at);
  double time = 0;
  if (!supervisor.start(q, v, time, kPeriod)) fail(kKindNames[kind], joint, at, "C++ does not start");
  watched_supervisor_reset(&c, position, now);
  Outcome there, here;
  for (int k = 1; k < at + (kind == leaves ? 260 : 60); ++k) {
    const bool active = kind != none && k >= at;
    double dt = kPeriod;
    if (active && kind == late && k == at) dt += 0.03;
    time += dt, now += static_cast<uint32_t>(std::lround(dt * 1e6));
    // Both read what their own robots do: the plan of the cycle before, or where their stops are.
    const double t = k * kPeriod, before = t - kPeriod;
    int32_t read_c[n];
    for (int i = 0; i < n; ++i) {
      const double angle = plan(i, before);
      read_c[i] = c.fault.code != 0 ? c.goal[i] : counts.of(i, angle);
      const auto& stop = supervisor.stop_target();
      const double slows = stop.a[i] != 0 ? std::fmin(dt, std::fabs(stop.v[i] / stop.a[i])) : dt;
      position[i] = counts.of(
          i, supervisor.has_fault() ? stop.q[i] + slows * (stop.v[i] + 0.5 * slows * stop.a[i]) : angle);
      v[i] = supervisor.has_fault() ? stop.v[i] + slows * stop.a[i] : plan_rate(i, before);
      rates[i] = c.fault.code != 0 ? 0
                                   : static_cast<int32_t>(std::lround(std::copysign(1.0, counts.per_rad[i]) *
                                                                      v[i] / kVelocityUnit));
      status[i] = 0;
    }
    if (active) {
      const auto spoil = [&](int32_t* read, bool told) {
        const int32_t by = static_cast<int32_t>(std::lround(size * counts.per_rad[joint]));
        if (kind == range) read[joint] = counts.of(joint, 1.4 + size);
        if (kind == jump) read[joint] += by;
        if (kind == stale) read[joint] = counts.of(joint, stood);
        if (kind == tracking && !told)
          read[joint] = counts.of(
              joint, plan(joint, at * kPeriod) + 0.2 * (plan(joint, before) - plan(joint, at * kPeriod)));
      };
      if (kind == stale && k == at) stood = plan(joint, before - kPeriod);
      spoil(position, supervisor.has_fault()), spoil(read_c, c.fault.code != 0);
      if (kind == velocity)
        v[joint] = std::copysign(4 + size, v[joint]),
        rates[joint] =
            static_cast<int32_t>(v[joint] * std::copysign(1.0, counts.per_rad[joint]) / kVelocityUnit);
      if (kind == tracking && !supervisor.has_fault()) v[joint] *= 0.2;
      if (kind == no_answer) status[joint] = 3;
    }
    for (int i = 0; i < n; ++i) q[i] = counts.angle(i, position[i]);
    romas::JointTarget<Robot> target;
    for (int i = 0; i < n; ++i) {
      target.q[i] = plan(i, t), target.v[i] = plan_rate(i, t), target.a[i] = 0;
      if (active && kind == rate && i == joint) target.q[i] += std::copysign(size, target.v[i]);
      if (active && kind == leaves && i == joint)  // goes on at half of its speed until it is beyond
        target.v[i] = std::copysign(0.7, amplitude[i]),
        target.q[i] = plan(i, at * kPeriod) + target.v[i] * (k - at) * kPeriod;
      wanted[i] = counts.of(i, target.q[i]);
    }
    if (active && kind == leaves && !supervisor.has_fault() && k > at) {
      q[joint] = target.q[joint] - target.v[joint] * kPeriod, v[joint] = target.v[joint];
    }
    if (active && kind == leaves && c.fault.code == 0 && k > at) read_c[joint] = c.goal[joint];
    const bool answered = !(active && kind == no_answer);
    supervisor.read(answered, q, v, time);
    if (supervisor.running()) supervisor.aim(target);
    Robot{}.gravity_torque(q, tau);
    supervisor.finish(tau);
    supervisor.written(true);
    (void)watched_supervise_states(&c, read_c, rates, status, now);
    (void)watched_supervise_goals(&c, wanted, now);
    add_state(there.states, static_cast<int>(supervisor.state()));
    add_state(here.states, c.state);
    const romas::Fault& fault = supervisor.fault();
    if (supervisor.has_fault() && !there.told)
      there = {there.states, true, fault.variable, k, fault.value, fault.limit};
    if (c.fault.code != 0 && !here.told)
      here = {here.states,
              true,
              c.fault.joint == n ? -1 : c.fault.joint,
              k,
              std::fabs(c.fault.value / counts.per_rad[0]),
              std::fabs(c.fault.limit / counts.per_rad[0])};
  }
  const char* name = kKindNames[kind];
  if (there.told != here.told)
    return fail(name, joint, at, there.told ? "C says nothing" : "C++ says nothing");
  (there.told ? told_runs : silent_runs)++;
  if (!there.told) return;
  if (kind == none) return fail(name, joint, at, "a false alarm");
  if (!are_equal(c.fault.code, supervisor.fault().check)) {
    return fail(name, joint, at,
                ("code " + std::to_string(c.fault.code) + " and " +
                 std::string(romas::check_info(supervisor.fault().check).name))
                    .c_str());
  }
  // A bus that is silent has no joint in C++; both have none where a cycle is late.
  if (kind != no_answer && kind != late && (here.joint != joint || there.joint != joint))
    fail(name, joint, at, "another joint");
  const std::int64_t apart = here.cycle - there.cycle;
  if (kind == stale    ? apart < 0 || apart > WATCHED_STALE
      : kind == leaves ? apart < 0
                       : std::llabs(apart) > (kind == tracking ? 3 : 0))
    fail(name, joint, at, "another cycle");
  const double count = 1 / std::fabs(counts.per_rad[0]);
  if ((kind == jump || kind == rate) && std::fabs(here.limit - there.limit) > 3 * count)
    fail(name, joint, at, "another limit");
  if ((kind == jump || kind == rate) && std::fabs(here.value - there.value) > 3 * count)
    fail(name, joint, at, "another value");
  // A servo that stood still rests where it stops, in C, so that nothing is wrong with it any more.
  if (kind == stale) here.states = here.states.substr(0, 3), there.states = there.states.substr(0, 3);
  if (here.states != there.states) {
    fail(name, joint, at, ("states " + here.states + " and " + there.states).c_str());
  }
}

}  // namespace

int main(int, char** words) {
  std::mt19937 random(static_cast<unsigned>(std::atoi(words[1])));
  const int runs = std::atoi(words[2]);
  for (int k = 0; k < runs; ++k) {
    const auto kind = static_cast<Kind>(k % kinds);
    const int joint = static_cast<int>(random() % n), at = 60 + static_cast<int>(random() % 40);
    run(kind, joint, at, 0.15 + 0.1 * static_cast<double>(random() % 100) / 100, random);
  }
  for (const auto& [reason, times] : reasons) std::printf("%s: %d times\n", reason.c_str(), times);
  std::printf("%d runs, %d told, %d without a word, %d problems\n", runs, told_runs, silent_runs, problems);
  return problems == 0 ? 0 : 1;
}
