// The words of a supervisor (supervisor.hpp): its states, its checks with their defaults, the thresholds of a
// joint, and what is known of a fault.
//
// romasc has no certified safety function. These checks make a program stop where it would go on wrongly;
// they replace neither a brake nor an emergency stop.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include <romas/limits.hpp>

namespace romas {

// The states of a supervisor. Names of CiA 402: switched on, operation enabled, quick stop active, quick stop
// at rest, fault.
enum class SupervisorState : std::uint8_t { ready, running, stopping, holding, fault };
// How many states there are.
inline constexpr int kSupervisorStates = 5;

// The part that a fault makes untrustworthy, which decides how the robot is stopped.
enum class FaultKind : std::uint8_t {
  command,   // a target, a law or the time; readings are good
  reading,   // readings of some joints: their targets take the readings' place
  actuator,  // the motor of a joint, which gets no torque any more
};

// Whether a check is made, only counted, or stops the robot.
enum class CheckMode : std::uint8_t { off, warning, stop };

// The quantity of a check's numbers; position, velocity and torque are those of the joint.
enum class CheckUnit : std::uint8_t { none, position, velocity, torque, time, ratio };

// The checks, in the order in which they are made: the first one that fails names the fault.
enum class Check : std::uint8_t {
  read,
  late,
  finite,
  range,
  velocity,
  runaway,
  jump,
  disagree,
  stale,
  target_finite,
  target_rate,
  stop_ahead,
  tracking,
  torque_finite,
  torque_limit,
  torque_rate,
  saturated,
  direction,
  residual,
  write,
  rest,
};
// How many checks there are.
inline constexpr int kCheckCount = 21;

// A row of the table of checks. `says` and the unit make the line that the program writes: "position jumps by
// 0.1 rad, limit 0.0038 rad". `limit` is the default threshold in words, `from` its reason.
struct CheckInfo {
  Check check;
  std::string_view name;
  FaultKind kind;
  CheckMode mode;
  CheckUnit unit;
  std::string_view says;
  std::string_view limit;
  std::string_view from;
};

// All checks. docs/when-it-goes-wrong.md shows these rows.
// clang-format off
inline constexpr std::array<CheckInfo, kCheckCount> kChecks = {{
    {Check::read, "read", FaultKind::reading, CheckMode::stop, CheckUnit::none, "the robot does not answer", "every cycle", "libfranka stops as well"},
    {Check::late, "late", FaultKind::command, CheckMode::stop, CheckUnit::time, "the cycle begins late by", "3 cycles in a row by more than a period, or one by 20 ms", "libfranka: 20 missed cycles; Universal Robots: 20 ms"},
    {Check::finite, "finite", FaultKind::reading, CheckMode::stop, CheckUnit::none, "a reading is not a finite number", "no NaN, no infinity", "a clamp makes NaN a torque"},
    {Check::range, "range", FaultKind::reading, CheckMode::stop, CheckUnit::position, "position is beyond its limits by", "0.0087 rad or 0.5 mm", "joint_limits of ros2_control"},
    {Check::velocity, "velocity", FaultKind::command, CheckMode::stop, CheckUnit::velocity, "velocity is", "1.2 times the velocity limit", "ODrive"},
    {Check::runaway, "runaway", FaultKind::actuator, CheckMode::stop, CheckUnit::velocity, "velocity grows against the torque:", "1.5 times the velocity limit while the torque brakes", "a motor that turns the wrong way"},
    {Check::jump, "jump", FaultKind::reading, CheckMode::stop, CheckUnit::position, "position jumps by", "1.5 times the velocity limit times the measured cycle, and the noise", "a joint cannot be faster; with the nominal cycle, late ones would be called jumps"},
    {Check::disagree, "disagree", FaultKind::reading, CheckMode::stop, CheckUnit::position, "position and velocity disagree by", "3 times the noise over 50 ms", "an encoder that drifts"},
    {Check::stale, "stale", FaultKind::reading, CheckMode::stop, CheckUnit::position, "readings stand still while the robot should have moved by", "1.5 counts of this joint's own velocity; all joints: half of what tracking allows", "icub-firmware; a robot at rest repeats its counts, so that standing alone is no fault"},
    {Check::target_finite, "target_finite", FaultKind::command, CheckMode::stop, CheckUnit::none, "a target is not a finite number", "no NaN, no infinity", "PR2 controllers: NaN from a spline"},
    {Check::target_rate, "target_rate", FaultKind::command, CheckMode::stop, CheckUnit::position, "target jumps by", "1.05 times the velocity limit times the cycle", "tracking alone finds two thirds of the jumps"},
    {Check::stop_ahead, "stop_ahead", FaultKind::command, CheckMode::stop, CheckUnit::velocity, "target runs into the joint's limit at", "the velocity that a straight stop still takes away", "the straight stop of this posture"},
    {Check::tracking, "tracking", FaultKind::command, CheckMode::stop, CheckUnit::position, "position is away from its target by", "0.05 rad (0.02 m) or 0.05 s of the velocity limit, at most a tenth of the range, and what the law gives way", "judgement"},
    {Check::torque_finite, "torque_finite", FaultKind::command, CheckMode::stop, CheckUnit::none, "a torque is not a finite number", "no NaN, no infinity", "ODrive: the last gate before the transistors is the one that holds"},
    {Check::torque_limit, "torque_limit", FaultKind::command, CheckMode::warning, CheckUnit::torque, "torque is cut", "the effort limit; where there is none, twice the weight, losses and 10 rad/s² in the worst posture", "an effort of 0 is a placeholder"},
    {Check::torque_rate, "torque_rate", FaultKind::command, CheckMode::warning, CheckUnit::torque, "torque changes too fast and is cut", "the effort limit in 10 ms", "Franka's 1000 N m/s would make stops longer, so stops have none"},
    {Check::saturated, "saturated", FaultKind::command, CheckMode::stop, CheckUnit::time, "torque is cut for", "1 s; 0.1 s is counted", "moteus; LeRobot"},
    {Check::direction, "direction", FaultKind::actuator, CheckMode::stop, CheckUnit::ratio, "the motor's answer to a test torque is", "0.35 of the torque, at the start", "a reversed motor cannot be stopped by control"},
    {Check::residual, "residual", FaultKind::actuator, CheckMode::stop, CheckUnit::torque, "motion lacks or has too much torque:", "a fifth of the effort limit over 20 ms, more where noise and friction are larger; 0.4 of the torque where the joint leaves its target", "momentum observers"},
    {Check::write, "write", FaultKind::actuator, CheckMode::stop, CheckUnit::none, "the robot takes no torques", "every cycle", "the drive's watchdog has to stop it"},
    {Check::rest, "rest", FaultKind::command, CheckMode::stop, CheckUnit::velocity, "the robot does not come to rest: velocity is", "0.1 s after the straight stop", "a stop that does not end"},
}};
// clang-format on

// The row of a check.
constexpr const CheckInfo& check_info(Check check) { return kChecks[static_cast<std::size_t>(check)]; }

// The rows stand in the order of the enumerators.
constexpr bool checks_are_in_order() {
  for (std::size_t i = 0; i < kChecks.size(); ++i)
    if (static_cast<std::size_t>(kChecks[i].check) != i) return false;
  return true;
}
static_assert(checks_are_in_order());

// The mode of each check.
using CheckModes = std::array<CheckMode, static_cast<std::size_t>(kCheckCount)>;
// The modes of the table.
constexpr CheckModes default_modes() {
  CheckModes modes{};
  for (std::size_t i = 0; i < kChecks.size(); ++i) modes[i] = kChecks[i].mode;
  return modes;
}

// Thresholds of a velocity variable beside the limits of the description. Infinite numbers check
// nothing.
struct VariableThresholds {
  bool slides = false;           // its units are m and N, not rad and N m
  double velocity = 10;          // rad/s or m/s: the limit, or what is assumed where there is none
  double slack = 0.0087;         // rad or m: how far a reading may be beyond the limits of the position
  double noise = 0.0005;         // rad or m: of a position's reading, two counts of an encoder
  double velocity_noise = 0.02;  // rad/s or m/s
  double tracking = 0.1;         // rad or m: how far the joint may be from its target
};

// Thresholds of a variable without a motor, as those of a floating base: readings must be finite.
inline constexpr VariableThresholds kUnsupervised{false,
                                                  std::numeric_limits<double>::infinity(),
                                                  std::numeric_limits<double>::infinity(),
                                                  std::numeric_limits<double>::infinity(),
                                                  std::numeric_limits<double>::infinity(),
                                                  std::numeric_limits<double>::infinity()};

// The numbers of all variables one behind the other, for checks of several joints at once.
template <int N>
struct ThresholdColumns {
  double velocity[N], slack[N], noise[N], velocity_noise[N], tracking[N];
  void set(int i, const VariableThresholds& row) {
    velocity[i] = row.velocity, slack[i] = row.slack, tracking[i] = row.tracking;
    noise[i] = row.noise, velocity_noise[i] = row.velocity_noise;
  }
};

// Thresholds from the limits of the description alone, for robots without a table of a project. All variables
// are taken for angles.
template <class Robot>
std::array<VariableThresholds, static_cast<std::size_t>(Robot::n_v)> default_thresholds(
    const Robot& robot = Robot{}) {
  std::array<VariableThresholds, static_cast<std::size_t>(Robot::n_v)> table{};
  const Limits<Robot> limits(robot);
  for (int i = 0; i < Robot::n_v; ++i) {
    VariableThresholds& row = table[static_cast<std::size_t>(i)];
    if (i < 6 && has_floating_base(robot)) {
      row = kUnsupervised;
      continue;
    }
    const bool known = limits.velocity[i] > 0 && limits.velocity[i] < 1e6;
    if (known) row.velocity = limits.velocity[i];
    row.tracking = known && 0.05 * limits.velocity[i] > 0.05 ? 0.05 * limits.velocity[i] : 0.05;
    const double part = 0.1 * (limits.upper[i] - limits.lower[i]);
    if (part > 0 && part < row.tracking) row.tracking = part;
  }
  return table;
}

// A fault: the first check that failed, and at which joint. Numbers are in the check's unit.
struct Fault {
  Check check = Check::read;
  int variable = -1;  // of velocities; -1: no single joint
  std::int64_t cycle = 0;
  double time = 0;  // s
  double value = 0, limit = 0;
};

}  // namespace romas
