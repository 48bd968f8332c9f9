// Takes the place of src/hardware.hpp: the simulated robot behind a user's own class, as it was written
// before there was a supervisor. The environment's FAULT spoils what it reads, from cycle 300 on or at the
// start.
#pragma once

#include <cstdlib>
#include <limits>
#include <memory>
#include <romas/hardware.hpp>
#include <string>

#include "robot.hpp"

class Faulty : public romas::Hardware<Robot> {
 public:
  bool start() override { return robot_.start(); }
  bool read(double* q, double* v) override {
    const bool answered = robot_.read(q, v);
    ++cycle_;
    if (fault_ == "start") q[1] = std::numeric_limits<double>::quiet_NaN();
    if (cycle_ > 300 && fault_ == "nan") q[1] = std::numeric_limits<double>::quiet_NaN();
    if (cycle_ > 300 && fault_ == "infinite") v[1] = std::numeric_limits<double>::infinity();
    if (cycle_ > 300 && fault_ == "jump") q[1] += 0.1;
    if (cycle_ > 300 && fault_ == "silent") return false;
    return answered;
  }
  bool write(const double* tau, double period) override {
    if (cycle_ > 300 && fault_ == "deaf") return false;
    return robot_.write(tau, period);
  }
  void stop() override { robot_.stop(); }

 private:
  romas::SimulatedHardware<Robot> robot_;
  std::string fault_ = std::getenv("FAULT") == nullptr ? "" : std::getenv("FAULT");
  int cycle_ = 0;
};

inline std::unique_ptr<romas::Hardware<Robot>> make_hardware() { return std::make_unique<Faulty>(); }
