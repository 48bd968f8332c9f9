// Random numbers of analyses.
#pragma once

#include <random>

namespace romas {

// The same numbers on every platform, unlike the distributions of the standard library.
class Chance {
 public:
  explicit Chance(unsigned seed) : engine_(seed) {}
  double between(double lower, double upper) {
    return lower + (upper - lower) * static_cast<double>(engine_()) / static_cast<double>(engine_.max());
  }

 private:
  std::mt19937 engine_;
};

}  // namespace romas
