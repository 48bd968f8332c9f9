// The robot as a supervisor sees it in a cycle: its description, the readings that were taken over, the last
// target and torques, and the time between two cycles.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include <romas/controllers.hpp>
#include <romas/supervision.hpp>

namespace romas::detail {

// False for NaN and infinities.
inline bool is_finite(double x) { return x - x == 0; }
// The absolute value.
inline double size(double x) { return std::fabs(x); }
// The larger one; b where one is NaN.
inline double largest(double a, double b) { return a > b ? a : b; }

// Readings, target and torques of a cycle.
template <class Robot>
struct WatchedRobot {
  static constexpr int n_q = Robot::n_q, n_v = Robot::n_v;
  using Table = std::array<VariableThresholds, static_cast<std::size_t>(n_v)>;

  WatchedRobot(const Robot& of, const Table& thresholds)
      : robot(of), limits(of), losses(of), table(thresholds), first(has_floating_base(of) ? 6 : 0) {
    for (int i = 0; i < n_v; ++i) {
      VariableThresholds& numbers = table[static_cast<std::size_t>(i)];
      if (limits.velocity[i] > 0 && limits.velocity[i] < numbers.velocity)
        numbers.velocity = limits.velocity[i];
      columns.set(i, numbers);
      place[i] = limits.position[i] < 0 ? 0 : limits.position[i];
    }
  }
  // Takes finite readings at rest over, as the target as well.
  void begin(const double* positions, const double* velocities, double cycle_time) {
    period = cycle_time;
    returns = false;
    copy_positions(positions, q);
    copy_positions(positions, last.q);
    for (int i = 0; i < n_v; ++i) {
      v[i] = velocities[i], a[i] = tau[i] = error[i] = last.v[i] = last.a[i] = 0;
      outside[i] = limits.position[i] < 0 ? 0 : largest(0, beyond(i, position_of(q, i)));
      returns = returns || outside[i] > 0;
    }
    room = room_before = room_of(robot, q);
  }

  const VariableThresholds& row(int i) const { return table[static_cast<std::size_t>(i)]; }
  // The position of a velocity variable.
  double position_of(const double* positions, int i) const {
    if constexpr (has_plain_positions<Robot>)
      return positions[i];
    else
      return positions[place[i]];
  }
  // How far a position is beyond the limits; less than 0 within.
  double beyond(int i, double x) const { return largest(limits.lower[i] - x, x - limits.upper[i]); }
  // Whether this cycle is too long to compare its ends with what happened in between.
  bool is_late() const { return dt > 3 * period; }
  static void copy_positions(const double* from, double* to) {
    for (int i = 0; i < n_q; ++i) to[i] = from[i];
  }

  Robot robot;
  Limits<Robot> limits;
  FrictionCompensation<Robot> losses;
  Table table;
  ThresholdColumns<n_v> columns;
  int first, place[n_v];  // the first variable with a motor; where a variable's position is in q

  double period = 1e-3, dt = 1e-3;      // s: of a cycle as planned, and of this one
  double q[n_q]{}, v[n_v]{}, a[n_v]{};  // as taken over
  double tau[n_v]{};                    // as written last
  double error[n_v]{};                  // from q to the target
  double outside[n_v]{};                // how far a joint may be beyond its limits, on its way back
  bool returns = false;                 // one is on its way back
  double room = 1, room_before = 1;     // of the loops, now and in the cycle before
  JointTarget<Robot> last;              // the last target that was taken
};

}  // namespace romas::detail
