// The faults of the campaign (campaign.cpp), and what a case is.
#pragma once

#include <cmath>
#include <cstdint>

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
constexpr double kJump = 0.3;  // rad or m, of a target
const int kFirst = romas::has_floating_base(Robot{}) ? 6 : 0;

double speed_of(int i) { return kThresholds[static_cast<std::size_t>(i)].velocity; }
// A speed for scripts. Descriptions have velocity limits of 1000 rad/s, at which a joint turns by a radian a
// cycle.
double script_speed(int i) { return std::fmin(speed_of(i), 10); }

}  // namespace
