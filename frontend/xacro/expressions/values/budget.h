// Limits of evaluation: every input ends in bounded time and memory.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/xacro/expressions/values/value.h"
#include "support/process/stop.h"

namespace romas::xacro {

// Limits that all expressions of one input file share. Values that were made under a budget are not used
// after it: it empties those that may hold themselves, such as a list that was appended to itself.
class Budget {
 public:
  static constexpr std::size_t kMostSteps = 100'000'000;
  static constexpr std::size_t kLongestText = std::size_t{1} << 20;  // bytes
  static constexpr std::size_t kMostElements = 1'000'000;            // of one list, tuple, dict or set
  static constexpr std::size_t kElementCost = 10;                    // steps
  static constexpr std::size_t kBytesPerStep = 2;                    // of texts that are made
  static constexpr std::size_t kBytesReadPerStep = 64;               // of texts that are only looked through

  explicit Budget(std::size_t steps = kMostSteps) : most_(steps), left_(steps) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  ~Budget();

  // Spends steps. False when none are left.
  bool spend(std::size_t steps) {
    if (steps > left_) {
      left_ = 0;
      return false;
    }
    stop_point_between(left_ - steps, left_);
    left_ -= steps;
    return true;
  }
  std::size_t most() const { return most_; }
  std::size_t left() const { return left_; }
  // An object that may hold itself from now on.
  void may_hold_itself(Object& object) {
    if (object.remember()) holders_.emplace_back(object);
  }

 private:
  std::size_t most_;
  std::size_t left_;
  std::vector<Ref<Object>> holders_;
};

}  // namespace romas::xacro
