// Takes the place of src/hardware.hpp: the simulated robot behind servos that tell whole counts, 4096 a turn,
// and velocities in steps of 0.229 rev/min.
#pragma once

#include <cmath>
#include <memory>
#include <romas/hardware.hpp>

#include "robot.hpp"

class Counting : public romas::Hardware<Robot> {
 public:
  bool start() override { return robot_.start(); }
  bool read(double* q, double* v) override {
    constexpr double kTurn = 6.283185307179586;
    if (!robot_.read(q, v)) return false;
    for (int i = 0; i < 4; ++i) {
      q[i] = std::round(q[i] * 4096 / kTurn) * kTurn / 4096;
      v[i] = std::round(v[i] / (0.229 * kTurn / 60)) * (0.229 * kTurn / 60);
    }
    return true;
  }
  bool write(const double* tau, double period) override { return robot_.write(tau, period); }
  void stop() override { robot_.stop(); }
  double clock() const override { return robot_.clock(); }

 private:
  romas::SimulatedHardware<Robot> robot_;
};

inline std::unique_ptr<romas::Hardware<Robot>> make_hardware() { return std::make_unique<Counting>(); }
