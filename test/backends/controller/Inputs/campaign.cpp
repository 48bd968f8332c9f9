// The campaign of faults: one robot under one control law, with a fault injected into its readings, targets,
// torques or motors in every run. The supervisor is judged from outside, by the simulated robot
// itself.
//
//   campaign run SHARE JOINTS CLEAN [CHECK]
//
// prints a line a run; every SHARE-th case is run, with at most JOINTS joints, and CLEAN motions without a
// fault. A CHECK is left out. check_supervisor.py puts this file behind the sources of a project, in a
// namespace of each law, and reads it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <romas/hardware.hpp>
#include <string>
#include <vector>

#include "program.hpp"

namespace {

enum class Injected {
  none,
  q_nan,
  v_nan,
  q_infinite,
  q_step,
  q_far,
  q_drifts,
  q_stands,
  all_stand,
  read_fails,
  write_fails,
  late,
  target_nan,
  target_jumps,
  motor_dead,
  motor_reversed,
  encoder_backwards,
  v_spike,
  torque_nan,
  torque_huge,
  torque_stands,
  torque_chatters,
};
constexpr int kInjected = 22;
constexpr const char* kNames[kInjected] = {"none",
                                           "q_nan",
                                           "v_nan",
                                           "q_infinite",
                                           "q_step",
                                           "q_far",
                                           "q_drifts",
                                           "q_stands",
                                           "all_stand",
                                           "read_fails",
                                           "write_fails",
                                           "late",
                                           "target_nan",
                                           "target_jumps",
                                           "motor_dead",
                                           "motor_reversed",
                                           "encoder_backwards",
                                           "v_spike",
                                           "torque_nan",
                                           "torque_huge",
                                           "torque_stands",
                                           "torque_chatters"};
constexpr bool of_joint(Injected what) {
  return what != Injected::none && what != Injected::all_stand && what != Injected::read_fails &&
         what != Injected::write_fails && what != Injected::late;
}
constexpr bool of_reading(Injected what) {
  return (what >= Injected::q_nan && what <= Injected::read_fails) || what == Injected::v_spike;
}
constexpr bool of_actuator(Injected what) {
  return what >= Injected::motor_dead && what <= Injected::encoder_backwards;
}

struct Case {
  Injected what = Injected::none;
  int joint = 0;           // of velocities
  std::int64_t cycle = 0;  // from which on; 0: from the beginning
  double weaker = 0;       // part of the torque that the motors lack
  unsigned seed = 1;
};

class Chance {
 public:
  explicit Chance(unsigned seed) : state_(0x9e3779b97f4a7c15ULL * (seed + 1ULL)) {}
  double uniform() {  // in [-1, 1)
    state_ ^= state_ << 13U, state_ ^= state_ >> 7U, state_ ^= state_ << 17U;
    return static_cast<double>(state_ >> 11U) * 0x1p-52 - 1;
  }
  // Returns a random number of mean 0 and deviation 1, within 3.
  double normal() { return uniform() + uniform() + uniform(); }

 private:
  unsigned long long state_;
};

const romas::Limits<Robot> kLimits;
constexpr double kPeriod = 1e-3;
const int kFirst = romas::has_floating_base(Robot{}) ? 6 : 0;

double speed_of(int i) { return kThresholds[static_cast<std::size_t>(i)].velocity; }
// A speed for scripts. Descriptions have velocity limits of 1000 rad/s, at which a joint turns by a radian a
// cycle.
double script_speed(int i) { return std::fmin(speed_of(i), 10); }

// The laws of motion at a state, with these effort limits.
struct Physics {
  double T = 0;                    // of the straight stop
  double strongest[Robot::n_v]{};  // the largest acceleration of each joint
  double drift[Robot::n_v]{};  // acceleration of each joint for each part of the torque that its motors lack
  Physics(const double* q, const double* v, const double* effort) {
    constexpr int n = Robot::n_v;
    double M[n * n], b[n], w[n], joints[n]{};
    Robot{}.mass_matrix(q, M);
    Robot{}.bias_torque(q, v, b);
    for (int i = kFirst; i < n; ++i) joints[i] = v[i];
    double rate = std::numeric_limits<double>::infinity();
    for (int i = kFirst; i < n; ++i) {
      w[i] = 0;
      for (int j = 0; j < n; ++j) w[i] += M[i * n + j] * joints[j];
      if (w[i] > 0) rate = std::min(rate, (b[i] + 0.8 * effort[i]) / w[i]);
      if (w[i] < 0) rate = std::min(rate, (b[i] - 0.8 * effort[i]) / w[i]);
    }
    T = rate > 0 ? 1 / rate : std::numeric_limits<double>::infinity();
    romas::dense::factor<n>(M);
    for (int j = kFirst; j < n; ++j) {
      double column[n]{};
      column[j] = 1;
      romas::dense::solve<n>(M, column);
      for (int i = kFirst; i < n; ++i) {
        strongest[i] += std::fabs(column[i]) * (effort[j] + std::fabs(b[j]));
        drift[i] += std::fabs(column[i]) * (std::fabs(b[j]) + (T < 1 ? std::fabs(w[j]) / T : 0));
      }
    }
  }
};

// The simulated robot, with noise, weak motors and the fault. Everything that is written passes its
// assertions.
class Bench final : public romas::Hardware<Robot> {
 public:
  Bench(const Case& with, const double* start) : with_(with), chance_(with.seed) {
    const double still[Robot::n_v]{};
    robot_.plant().set_state(start, still);
  }
  bool start() override { return true; }
  void stop() override {}
  double clock() const override { return robot_.clock(); }
  bool read(double* q, double* v) override {
    double reading_q[Robot::n_q], reading_v[Robot::n_v];
    if (ready_) ++cycle;
    robot_.read(reading_q, reading_v);
    for (int i = kFirst; i < Robot::n_v; ++i) {
      const auto& row = kThresholds[static_cast<std::size_t>(i)];
      if (kLimits.position[i] >= 0) reading_q[kLimits.position[i]] += 0.2 * row.noise * chance_.normal();
      reading_v[i] += 0.15 * row.velocity_noise * chance_.normal();
    }
    if (active()) spoil(reading_q, reading_v);
    if (active() && with_.what == Injected::read_fails) return false;
    std::copy(reading_q, reading_q + Robot::n_q, q);
    std::copy(reading_v, reading_v + Robot::n_v, v);
    std::copy(q, q + Robot::n_q, last_q_);
    std::copy(v, v + Robot::n_v, last_v_);
    return true;
  }
  bool write(const double* tau, double period) override {
    assert_torques(tau);
    watch();
    double acts[Robot::n_v];
    for (int i = 0; i < Robot::n_v; ++i) acts[i] = (1 - with_.weaker) * tau[i];
    if (active() && with_.what == Injected::motor_dead) acts[with_.joint] = 0;
    if (active() && with_.what == Injected::motor_reversed) acts[with_.joint] *= -1;
    if (active() && with_.what == Injected::write_fails) {
      robot_.write(kept_, period);
      return false;
    }
    std::copy(acts, acts + Robot::n_v, kept_);
    const bool late = with_.what == Injected::late && cycle == with_.cycle;
    if (!robot_.write(acts, late ? period + 0.02 : period)) fail("the simulation stops");
    ready_ = true;
    return true;
  }
  bool active() const { return cycle >= with_.cycle && with_.what != Injected::none; }

  void fail(const char* what) {
    if (problems.find(what) == std::string::npos)
      problems += std::string(problems.empty() ? "" : "; ") + what;
  }

  const Supervisor* supervisor = nullptr;
  Target plan;  // without the fault
  std::int64_t cycle = 0;
  std::string problems;
  // The true state when the fault began; errors of the plan then, and the largest since until it was told.
  double begin_q[Robot::n_q]{}, begin_v[Robot::n_v]{}, begin_error[Robot::n_v]{}, grown = 0,
                                                                                  plan_v[Robot::n_v]{};
  // How far each joint went since, in all; when the robot rested by itself, and how fast joints were then.
  double travel[Robot::n_v]{};
  std::int64_t rest_cycle = -1;
  double rest_speed = 0;
  bool flung =
      false;  // a joint was beyond its velocity limit after a late cycle: too light for so long a torque
  std::int64_t dark_cycle = -1;  // no torque any more
  romas::Plant<Robot>& plant() { return robot_.plant(); }

 private:
  void spoil(double* q, double* v) {
    const int i = with_.joint, p = kLimits.position[i];
    const double not_a_number = std::numeric_limits<double>::quiet_NaN();
    const bool first = cycle == with_.cycle;
    if (first && p >= 0) turn_ = q[p];
    switch (with_.what) {
      case Injected::q_nan: q[p] = not_a_number; break;
      case Injected::v_nan: v[i] = not_a_number; break;
      case Injected::q_infinite: q[p] = std::numeric_limits<double>::infinity(); break;
      case Injected::q_step: q[p] += 0.1; break;
      case Injected::q_far: q[p] += 100; break;
      case Injected::q_drifts: q[p] += 0.5 * kPeriod * static_cast<double>(cycle - with_.cycle + 1); break;
      case Injected::q_stands: q[p] = last_q_[p]; break;
      case Injected::all_stand:
        std::copy(last_q_, last_q_ + Robot::n_q, q);
        std::copy(last_v_, last_v_ + Robot::n_v, v);
        break;
      case Injected::encoder_backwards: q[p] = 2 * turn_ - q[p], v[i] = -v[i]; break;
      case Injected::v_spike:
        if (first) v[i] = 3 * speed_of(i);
        break;
      default: break;
    }
  }
  void assert_torques(const double* tau) {
    const double elapsed = clock() - written_at_, dt = written_at_ < 0 ? kPeriod : elapsed;
    for (int i = 0; i < Robot::n_v; ++i) {
      const double given = kLimits.effort[i];
      const double most = i < kFirst ? 0 : given > 0 && given < 1e30 ? given : supervisor->effort()[i];
      if (!std::isfinite(tau[i])) fail("a torque is not finite");
      if (std::fabs(tau[i]) > most * (1 + 1e-9)) fail("a torque is beyond effort");
      if (supervisor->running() && std::fabs(tau[i] - written_[i]) > most * dt / 0.01 * (1 + 1e-6) + 1e-12)
        fail("a torque changes too fast");
      written_[i] = tau[i];
    }
    written_at_ = clock();
  }
  void watch() {
    const double* q = robot_.plant().q();
    const double* v = robot_.plant().v();
    double error[Robot::n_v], way[Robot::n_v];
    romas::position_difference(Robot{}, q, plan.q, error);
    if (cycle <= with_.cycle) {
      std::copy(q, q + Robot::n_q, begin_q);
      std::copy(v, v + Robot::n_v, begin_v);
      std::copy(error, error + Robot::n_v, begin_error);
      std::copy(plan.v, plan.v + Robot::n_v, plan_v);
    }
    if (with_.what == Injected::late && cycle == with_.cycle + 1)
      for (int i = kFirst; i < Robot::n_v; ++i) flung = flung || std::fabs(v[i]) > 1.2 * speed_of(i);
    romas::position_difference(Robot{}, begin_q, q, way);
    for (int i = kFirst; i < Robot::n_v; ++i) travel[i] = std::fmax(travel[i], std::fabs(way[i]));
    if (active() && !supervisor->has_fault())
      grown = std::fmax(grown, std::fabs(error[with_.joint]) - std::fabs(begin_error[with_.joint]));
    if (supervisor->state() == romas::SupervisorState::holding && rest_cycle < 0) {
      rest_cycle = cycle;
      for (int i = kFirst; i < Robot::n_v; ++i)
        rest_speed = std::fmax(rest_speed, std::fabs(v[i]) / (0.05 * speed_of(i) + 0.03));
    }
    if (supervisor->state() == romas::SupervisorState::fault && dark_cycle < 0) dark_cycle = cycle;
  }

  Case with_;
  Chance chance_;
  romas::SimulatedHardware<Robot> robot_;
  bool ready_ = false;
  double last_q_[Robot::n_q]{}, last_v_[Robot::n_v]{}, kept_[Robot::n_v]{}, written_[Robot::n_v]{},
      written_at_ = -1, turn_ = 0;
};

// The plan and the law of a run, with the faults of targets and torques.
class FaultyPlan {
 public:
  FaultyPlan(const Motion& motion, const Case& with, Bench& bench)
      : motion_(motion), with_(with), bench_(bench) {}
  double duration() const { return motion_.duration(); }
  Way way() const { return motion_.way(); }
  void at(double time, Target& target) {
    motion_.at(time, target);
    bench_.plan = target;
    if (!bench_.active()) return;
    const int p = kLimits.position[with_.joint];
    if (with_.what == Injected::target_nan) target.q[p] = std::numeric_limits<double>::quiet_NaN();
    if (with_.what == Injected::target_jumps) target.q[p] += 0.3;
  }

 private:
  Motion motion_;
  Case with_;
  Bench& bench_;
};
class FaultyLaw {
 public:
  FaultyLaw(const Case& with, Bench& bench) : with_(with), bench_(bench) {}
  void start(const State& state, const romas::Limits<Robot>& limits, double period, const Way& way) {
    law_.start(state, limits, period, way);
    std::copy(law_.give_way, law_.give_way + Robot::n_v, give_way);
  }
  void torque(const State& state, const Target& target, double period, double* tau) {
    law_.torque(state, target, period, tau);
    const int i = with_.joint;
    const double effort = bench_.supervisor->effort()[i];
    if (!bench_.active()) kept_ = tau[i];
    if (!bench_.active()) return;
    if (with_.what == Injected::torque_nan) tau[i] = std::numeric_limits<double>::quiet_NaN();
    if (with_.what == Injected::torque_huge) tau[i] = 1e9;
    if (with_.what == Injected::torque_stands) tau[i] = kept_ + 0.02 * effort;
    if (with_.what == Injected::torque_chatters) tau[i] += (bench_.cycle % 2 == 0 ? 0.5 : -0.5) * effort;
  }
  double give_way[Robot::n_v]{};

 private:
  Controller law_;
  Case with_;
  Bench& bench_;
  double kept_ = 0;
};

// Which checks may tell of a fault.
bool is_right(const Case& with, const Supervisor& supervisor) {
  using romas::Check;
  const Check told = supervisor.fault().check;
  const double jump = supervisor.threshold(Check::jump, with.joint);
  const int p = kLimits.position[with.joint];
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
    case Injected::target_jumps: return told == Check::target_rate;
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
  if (told && with.what == Injected::none) bench.fail("a false alarm");
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
        fault.cycle > 90)
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
        "%.4f%s%s\n",
        kNames[static_cast<int>(with.what)], with.joint, static_cast<long long>(with.cycle), with.weaker,
        told, told ? std::string(romas::check_info(fault.check).name).c_str() : "-", named,
        static_cast<long long>(told ? fault.cycle - with.cycle : -1), status, rests,
        rests ? kPeriod * static_cast<double>(bench.rest_cycle - fault.cycle) : -1, distance, bench.grown,
        bench.problems.empty() ? "" : " PROBLEM ", bench.problems.c_str());
  }
  return bench.problems.empty();
}

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
  Supervisor assessed(Robot{}, kThresholds);
  assessed.assess(start);
  for (const double* q : {start, target}) {
    Robot{}.gravity_torque(q, weight);
    for (int i = kFirst; i < Robot::n_v; ++i)
      if (std::fabs(weight[i]) > 0.7 * assessed.effort()[i])
        return std::printf("weak %s: its motor does not hold it\n", joint_name(i).c_str()), 0;
  }
  Controller law;
  State at_start;
  std::copy(start, start + Robot::n_q, at_start.q);
  law.start(at_start, robot_limits(), kPeriod, Motion(start, target).way());
  for (int i = kFirst; i < Robot::n_v; ++i)
    if (kLimits.upper[i] > kLimits.lower[i] && law.give_way[i] > 0.25 * (kLimits.upper[i] - kLimits.lower[i]))
      return std::printf("weak %s: the law gives way by a quarter of its range\n", joint_name(i).c_str()), 0;
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
  const std::int64_t begin = 81, length = std::llround(way / kPeriod);  // the motors' test comes first
  unsigned number = 0;
  for (int k = 0; k < clean; ++k) {
    Chance chance(static_cast<unsigned>(k) + 77);
    double there[Robot::n_q], step[Robot::n_v];
    romas::position_difference(Robot{}, start, target, step);
    for (double& s : step) s *= 0.6 + 0.4 * chance.uniform();
    romas::integrate_position(Robot{}, start, step, 1.0, there);
    if (!reaches(there)) continue;
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
  if (prints)
    for (int from = 0; from < romas::kSupervisorStates; ++from)
      for (int to = 0; to < romas::kSupervisorStates; ++to)
        if (transitions[from][to] > 0)
          std::printf("transition %d %d %lld\n", from, to, static_cast<long long>(transitions[from][to]));
  std::printf("%d runs failed\n", failed_runs);
  return 0;
}

}  // namespace
