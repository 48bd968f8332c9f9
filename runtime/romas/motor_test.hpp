// The test of motors before a robot moves.
#pragma once

#include <cmath>

#include <romas/controllers.hpp>
#include <romas/supervision.hpp>

namespace romas {

// A test of all motors, before a robot moves: torques up and down in eight parts whose sum is 0, in patterns
// (Walsh functions) that neighbours do not share, so that a joint's answer is not that of the motors beside
// it. All joints move at once, or where motors that carry others could ask too little then, in up to six
// rounds.
template <class Robot>
class MotorTest {
 public:
  static constexpr int n = Robot::n_v;
  static constexpr double kLeastAnswer = 0.35;  // of the motor's torque

  // Plans accelerations of all joints from `first` on at q, each in its own pattern, and torques that
  // overcome the described friction, within a part of the effort limits (n values).
  void plan(const Robot& robot, const FrictionCompensation<Robot>& losses, const VariableThresholds* table,
            const double* effort, const double* q, int first, double period) {
    first_ = first;
    part_ = static_cast<int>(std::lround(0.01 / period));
    if (part_ < 1) part_ = 1;
    const double time = part_ * period, most = 1e-3 / (time * time);
    robot.mass_matrix(q, mass_);
    const auto begin = [&] {
      for (int i = first_; i < n; ++i) {
        const double wanted = table[i].slides ? 2.5 : 8.0;
        accelerates_[i] = wanted < most ? wanted : most;
        friction_[i] = 2 * losses.friction[i];
      }
    };
    begin();
    for (int i = first_; i < n; ++i) {
      double square = losses.damping[i] * table[i].velocity_noise;
      square *= square;
      for (int k = first_; k < n; ++k) square += torque_for(i, k) * torque_for(i, k);
      noise_[i] = std::sqrt(square);
      heard_[i] = true;
      answer_[i] = asked_[i] = 0;
      for (double& sum : sums_[i]) sum = 0;
    }
    int best = 1, fewest = n + 1;
    for (rounds_ = 1; rounds_ <= kMostRounds && fewest > 0; ++rounds_) {
      begin();
      const int untold = keep_rounds_within(effort);
      if (untold < fewest) best = rounds_, fewest = untold;
    }
    rounds_ = best;
    begin();
    keep_rounds_within(effort);
    cycle_ = 0, cycles_ = rounds_ * round_cycles();
  }

  // Whether torques are to be added in this cycle, and whether the motion of the last one tells something.
  bool running() const { return cycle_ < cycles_; }
  bool listens() const { return cycle_ > 0 && cycle_ <= cycles_; }
  bool ends() const { return cycles_ > 0 && cycle_ <= cycles_; }
  // How many cycles it takes.
  int cycles() const { return cycles_; }
  void add(double* tau) const {
    const int round = cycle_ / round_cycles();
    for (int k = first_; k < n; ++k) {
      if (round_of(k) != round) continue;
      for (int i = first_; i < n; ++i) tau[i] += torque_for(i, k) * sign(k, cycle_);
      tau[k] += friction_[k] * sign(k, cycle_);
    }
  }
  void next() { ++cycle_; }

  // acts: the torques that moved the robot in the last cycle; tau: those that were written; inside: whether a
  // joint is off its stops. A motor answers if they follow what it was told, and an encoder counts the right
  // way if they follow the joint's own pattern. Returns the joint that answers least, once a round is over
  // and it answers too little.
  int hear(const double* acts, const double* tau, const bool* inside) {
    const int round = (cycle_ - 1) / round_cycles();
    for (int i = first_; i < n; ++i) {
      heard_[i] = heard_[i] && inside[i];
      sums_[i][0] += acts[i], sums_[i][1] += tau[i];
      sums_[i][2] += acts[i] * tau[i], sums_[i][3] += tau[i] * tau[i];
      if (round_of(i) != round) continue;
      const double own = sign(i, cycle_ - 1);
      answer_[i] += own * acts[i];
      asked_[i] += own * tau[i];
    }
    if (cycle_ % round_cycles() != 0) return -1;
    if (cycle_ == cycles_) ++cycle_;
    int weakest = -1;
    least_ = kLeastAnswer;
    const auto judge = [&](int i, double answer) {
      if (answer < least_) weakest = i, least_ = answer;
    };
    const int so_far = (round + 1) * round_cycles();
    for (int i = first_; i < n; ++i) {
      if (!heard_[i]) continue;
      const double cross = sums_[i][2] - sums_[i][0] * sums_[i][1] / so_far;
      const double square = sums_[i][3] - sums_[i][1] * sums_[i][1] / so_far;
      const double told = kLeastTest * noise_[i];
      if (square > told * told * so_far) judge(i, cross / square);
      if (std::fabs(asked_[i]) > 0.5 * told * round_cycles()) judge(i, answer_[i] / asked_[i]);
    }
    return weakest;
  }
  // The least answer, as a part of the torque.
  double least() const { return least_; }

 private:
  static constexpr double kLeastTest =
      0.3;  // of the torques before they are kept within: less is noise of velocities
  static constexpr int kMostRounds = 6;

  double torque_for(int i, int k) const { return mass_[i * n + k] * accelerates_[k]; }
  int round_cycles() const { return 8 * part_; }
  int round_of(int i) const { return i % rounds_; }
  int sign(int i, int cycle) const {
    constexpr int kPatterns[6] = {6, 1, 3, 5, 7, 2};
    const int common = kPatterns[(i + i / 6) % 6] & (cycle / part_);
    return ((common ^ (common >> 1) ^ (common >> 2)) & 1) == 0 ? 1 : -1;
  }
  // Keeps the torques of each round within a part of the effort limits. Returns how many motors are asked for
  // too little then to be judged.
  int keep_rounds_within(const double* effort) {
    int untold = 0;
    for (int round = 0; round < rounds_; ++round) keep_within(effort, round);
    for (int i = first_; i < n; ++i)
      untold += torque_for(i, i) + friction_[i] > 0.6 * kLeastTest * noise_[i] ? 0 : 1;
    return untold;
  }
  // A motor that is asked for too much makes those joints slower that ask it, and no others.
  void keep_within(const double* effort, int round) {
    constexpr double kShare = 0.15;
    for (int tries = 0; tries < 4 * n; ++tries) {
      int busiest = -1;
      double most = kShare * (1 + 1e-9), peak_there = 0;
      for (int i = first_; i < n; ++i) {
        double peak = round_of(i) == round ? friction_[i] : 0;
        for (int k = first_; k < n; ++k)
          if (round_of(k) == round) peak += std::fabs(torque_for(i, k));
        if (peak > most * effort[i]) busiest = i, most = peak / effort[i], peak_there = peak;
      }
      if (busiest < 0) return;
      for (int k = first_; k < n; ++k)
        if (round_of(k) == round &&
            (k == busiest || std::fabs(torque_for(busiest, k)) > 0.5 * peak_there / n))
          accelerates_[k] *= kShare / most, friction_[k] *= kShare / most;
    }
  }

  int first_ = 0, cycle_ = 0, cycles_ = 0, part_ = 1, rounds_ = 1;
  double mass_[n * n]{}, accelerates_[n]{}, friction_[n]{}, noise_[n]{};
  double answer_[n]{}, asked_[n]{}, sums_[n][4]{}, least_ = kLeastAnswer;
  bool heard_[n]{};
};

}  // namespace romas
