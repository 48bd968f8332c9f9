// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace romas::test {

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}
  double uniform(double from, double to) {
    return from + (to - from) * static_cast<double>(engine_() >> 11U) * 0x1p-53;
  }
  int below(int count) { return static_cast<int>(uniform(0, count)); }
  std::vector<double> vector(int size, double from, double to) {
    std::vector<double> numbers(static_cast<std::size_t>(size));
    for (double& number : numbers) number = uniform(from, to);
    return numbers;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace romas::test
