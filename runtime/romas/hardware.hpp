// The interface between a controller and a robot: implement Hardware for a real robot, use SimulatedHardware
// until then.
#pragma once

#include <romas/plant.hpp>

namespace romas {

// Called from a control loop, in this order: start once, then read and write once a cycle, stop at the end,
// also after a failure. No function may wait for longer than a fraction of the cycle. Each returns false if
// the robot does not answer or refuses; the loop then stops the robot and ends.
template <class Robot, class S = double>
class Hardware {
 public:
  Hardware() = default;
  Hardware(const Hardware&) = delete;
  Hardware& operator=(const Hardware&) = delete;
  virtual ~Hardware() = default;

  // Switches the motors on, to be controlled by torque.
  virtual bool start() = 0;
  // Measured positions (n_q values: rad, m) and velocities (n_v values: rad/s, m/s).
  virtual bool read(S* q, S* v) = 0;
  // Torques or forces of the joints (n_v values: N m, N) until the next call; period is the cycle's length in
  // seconds.
  virtual bool write(const S* tau, S period) = 0;
  // Brings the robot to rest and switches the motors off.
  virtual void stop() = 0;

  // The time (s) after the last torque at which the drives stop by themselves; 0: never. A program that ends,
  // or a cable that is cut, leaves the last torque in drives without a watchdog.
  virtual S watchdog() const { return S(0); }
  // How old the last reading is, s.
  virtual S age() const { return S(0); }
  // The time (s) of the last reading by the robot's own clock; negative: it has none, and the loop's counts.
  virtual S clock() const { return S(-1); }
};

// The simulated plant: time passes when torques are written.
template <class Robot, class S = double>
class SimulatedHardware final : public Hardware<Robot, S> {
 public:
  explicit SimulatedHardware(const Robot& robot = Robot{}) : plant_(robot) {}
  SimulatedHardware(const Robot& robot, const PlantOptions<Robot, S>& options) : plant_(robot, options) {}

  bool start() override { return true; }
  bool read(S* q, S* v) override {
    for (int i = 0; i < Robot::n_q; ++i) q[i] = plant_.q()[i];
    for (int i = 0; i < Robot::n_v; ++i) v[i] = plant_.v()[i];
    return true;
  }
  bool write(const S* tau, S period) override { return plant_.step(tau, period); }
  void stop() override {}
  // Without torques its time stands still.
  S watchdog() const override { return S(1e-3); }
  S clock() const override { return plant_.time(); }

  Plant<Robot, S>& plant() { return plant_; }

 private:
  Plant<Robot, S> plant_;
};

}  // namespace romas
