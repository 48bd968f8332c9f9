// The simulated robot with loops, by the joints that move by themselves: their torques in, their positions
// and velocities out. It is simulated with all its joints and the loops' forces.
#pragma once

#include <romas/independent_joints.hpp>
#include <romas/plant.hpp>

namespace romas {

// As of the whole robot.
template <class Whole, class S>
struct PlantOptions<IndependentRobot<Whole>, S> : PlantOptions<Whole, S> {
  explicit PlantOptions(const IndependentRobot<Whole>& robot = IndependentRobot<Whole>{})
      : PlantOptions<Whole, S>(robot.whole) {}
};

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
