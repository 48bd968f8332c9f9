// The simulated robot with loops, by the joints that move by themselves: their torques in, their positions
// and velocities out. It is simulated with all its joints and the loops' forces.
#pragma once

#include <romas/independent_joints.hpp>
#include <romas/limits.hpp>
#include <romas/plant.hpp>

namespace romas {

// As of the whole robot.
template <class Whole, class S>
struct PlantOptions<IndependentRobot<Whole>, S> : PlantOptions<Whole, S> {
  explicit PlantOptions(const IndependentRobot<Whole>& robot = IndependentRobot<Whole>{})
      : PlantOptions<Whole, S>(robot.whole) {}
};

namespace detail {

// How far a position (n_q values) is from where the loops reach and all joints, those that follow as well,
// are within their limits by at least `margin` (rad and m).
template <class Whole, class S>
S beyond_reach(const IndependentRobot<Whole>& robot, const Limits<Whole, S>& limits, const S* q,
               const S& margin) {
  constexpr double kRoom = 0.05;
  S all[Whole::n_q];
  const S room = robot.positions(q, all);
  S beyond = room > S(kRoom) ? S(0) : S(kRoom) - room;
  for (int i = 0; i < Whole::n_v; ++i) {
    if (limits.position[i] < 0) continue;
    const S x = all[limits.position[i]], below = limits.lower[i] + margin - x,
            above = x - limits.upper[i] + margin;
    if (below > S(0)) beyond += below;
    if (above > S(0)) beyond += above;
  }
  return beyond;
}

// Moves a position that the loops do not reach, or at which a joint is beyond its limits, to one where
// neither is so: one joint after the other, as long as that lessens what is missing. False if none is found.
template <class Whole, class S>
bool enter_reach(const IndependentRobot<Whole>& robot, S* q) {
  using Robot = IndependentRobot<Whole>;
  const Limits<Whole, S> limits(robot.whole);
  const S margin(0.05);
  if (!(beyond_reach(robot, limits, q, S(0)) > S(0))) return true;
  S best = beyond_reach(robot, limits, q, margin);
  for (S step(0.5); step > S(1e-3); step = step * S(0.5)) {
    for (bool better = true; better && best > S(0);) {
      better = false;
      for (int i = 0; i < 2 * Robot::n_v && best > S(0); ++i) {
        S way[Robot::n_v]{}, there[Robot::n_q];
        way[i / 2] = i % 2 == 0 ? step : -step;
        integrate_position(robot, q, way, S(1), there);
        const S beyond = beyond_reach(robot, limits, there, margin);
        if (!(beyond < best)) continue;
        best = beyond, better = true;
        for (int k = 0; k < Robot::n_q; ++k) q[k] = there[k];
      }
    }
  }
  return !(beyond_reach(robot, limits, q, S(0)) > S(0));
}

}  // namespace detail

// A Plant of the whole robot, with the functions of one of the independent joints.
template <class Whole, class S>
class Plant<IndependentRobot<Whole>, S> {
 public:
  using Robot = IndependentRobot<Whole>;
  using Options = PlantOptions<Robot, S>;

  explicit Plant(const Robot& robot = Robot{}) : Plant(robot, Options(robot)) {}
  Plant(const Robot& robot, const Options& options) : robot_(robot), plant_(robot.whole, options) {
    read();
    S all[Whole::n_q];
    detail::enter_reach(robot_, q_);
    if (robot_.positions(q_, all) > S(0)) set_state(q_, v_);
  }

  const S* q() const { return q_; }
  const S* v() const { return v_; }
  S time() const { return plant_.time(); }  // s
  PlantOptions<Whole, S>& options() { return plant_.options(); }
  // With all joints.
  const Plant<Whole, S>& whole() const { return plant_; }

  // Positions within reach of the loops.
  void set_state(const S* q, const S* v) {
    S all_q[Whole::n_q], all_v[Whole::n_v];
    robot_.positions(q, all_q);
    robot_.velocities(all_q, v, all_v);
    plant_.set_state(all_q, all_v);
    read();
  }
  bool step(const S* tau, S duration) {
    S all[Whole::n_v];
    robot_.torques(tau, all);
    const bool good = plant_.step(all, duration);
    read();
    return good;
  }

 private:
  void read() { robot_.independent_of(plant_.q(), plant_.v(), q_, v_); }

  Robot robot_;
  Plant<Whole, S> plant_;
  S q_[Robot::n_q]{}, v_[Robot::n_v]{};
};

}  // namespace romas
