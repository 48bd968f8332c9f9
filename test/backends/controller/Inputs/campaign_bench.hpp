// The simulated robot of the campaign with a fault in it, and the plan and the law around it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <romas/hardware.hpp>
#include <string>

#include "campaign_cases.hpp"

namespace {

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
    choose_step(robot_.plant());
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
  double room = 1;               // of the loops when a check stopped it: near 0 they are at a dead centre
  romas::Plant<Robot>& plant() { return robot_.plant(); }

 private:
  // Links of a few grams that a loop holds fly by a radian in a step of a millisecond: none may go by more
  // than a milliradian, or their simulation stops at a dead centre.
  template <class Plant>
  static void choose_step(Plant& plant) {
    if constexpr (Robot::n_v != Whole::n_v) {
      double fastest = 0;
      for (int i = 0; i < Whole::n_v; ++i) fastest = std::fmax(fastest, std::fabs(plant.whole().v()[i]));
      plant.options().longest_step = std::fmin(5e-5, std::fmax(1e-6, 1e-3 / (fastest + 1)));
    }
  }
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
    if (!supervisor->has_fault()) room = romas::room_of(Robot{}, q);
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
    if (with_.what == Injected::target_jumps) target.q[p] += kJump;
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

}  // namespace
