// The record of a supervisor: its state, which checks it makes, what they have told, and which readings and
// motors are not trusted any more.
#pragma once

#include <cstddef>
#include <cstdint>

#include <romas/supervision.hpp>

namespace romas::detail {

// Checks that failed at a variable, a bit each, as wide as the numbers that are compared: compilers then
// check several joints at once.
using CheckSet = std::uint64_t;
// The bit of a check.
constexpr CheckSet bit(Check check) { return CheckSet{1} << static_cast<unsigned>(check); }
// The bit of a check where it fails, else none.
constexpr CheckSet when(bool fails, Check check) { return fails ? bit(check) : 0; }

// The variable at which a check failed by the largest factor; -1 if it failed at none.
template <int N, class Ratio>
int worst(const CheckSet* bad, Check check, const Ratio& ratio) {
  int found = -1;
  double most = 0;
  for (int i = 0; i < N; ++i) {
    if ((bad[i] & bit(check)) == 0) continue;
    const double factor = ratio(i);
    if (found >= 0 && !(factor > most)) continue;
    found = i, most = factor;
  }
  return found;
}

// The record of a robot with N velocity variables.
template <int N>
class SupervisorRecord {
 public:
  // Variables before `first` have no motor: their readings must be finite, and that is all.
  SupervisorRecord(const CheckModes& modes, int first) : modes_(modes) {
    // Forces of the ground at the feet are in no model of a floating base, and laws take the base as held.
    if (first != 0) {
      mode(Check::residual) = mode(Check::direction) = CheckMode::off;
      if (mode(Check::tracking) == CheckMode::stop) mode(Check::tracking) = CheckMode::warning;
    }
    for (const CheckInfo& info : kChecks)
      if (mode(info.check) != CheckMode::off) enabled_ |= bit(info.check);
    for (int i = 0; i < N; ++i) watched[i] = i < first ? enabled_ & bit(Check::finite) : enabled_;
  }
  // Trusts everything, and knows of no fault. The cycles are counted anew.
  void begin(double now) {
    time = now, cycle = -1;
    for (int i = 0; i < N; ++i) lost[i] = false, off[i] = 0;
    fresh = blind = stopped_by_check_ = false;
  }

  SupervisorState state() const { return state_; }
  bool is(SupervisorState state) const { return state_ == state; }
  void enter(SupervisorState next) {
    ++transitions_[static_cast<int>(state_)][static_cast<int>(next)];
    state_ = next;
  }
  bool is_enabled(Check check) const { return (enabled_ & bit(check)) != 0; }
  bool has_fault() const { return stopped_by_check_; }
  const Fault& fault() const { return fault_; }
  std::int64_t warnings(Check check, int i) const { return counts_[static_cast<int>(check)][i + 1]; }
  std::int64_t transitions(SupervisorState from, SupervisorState to) const {
    return transitions_[static_cast<int>(from)][static_cast<int>(to)];
  }

  void count(Check check, int i) { ++counts_[static_cast<int>(check)][i + 1]; }
  // Keeps the first fault.
  void note(Check check, int i, double value, double limit) {
    if (stopped_by_check_) return;
    stopped_by_check_ = true;
    fault_ = {check, i, cycle, time, value, limit};
  }
  // A check that failed: counted, or the beginning of a stop. True if it stops.
  bool trip(Check check, int i, double value, double limit) {
    if (mode(check) != CheckMode::stop) {
      count(check, i);
      return false;
    }
    note(check, i, value, limit);
    if (state_ == SupervisorState::running) {
      kind = check_info(check).kind;
      fresh = true;
      enter(SupervisorState::stopping);
    } else if (check_info(check).kind == FaultKind::actuator) {
      kind = FaultKind::actuator;
    } else if (check_info(check).kind == FaultKind::reading && kind == FaultKind::command) {
      kind = FaultKind::reading;
    }
    return true;
  }
  void lose_all(Check check, double value, double limit) {
    if (!is_enabled(check) || !trip(check, -1, value, limit)) return;
    for (bool& all : lost) all = true;
    blind = true;
  }

  // The cycle that is checked, and its time (s).
  std::int64_t cycle = -1;
  double time = 0;
  CheckSet watched[N];  // the checks that are made at a variable
  CheckSet off[N]{};    // not 0: its motor gets no torque
  bool lost[N]{};       // its readings do not count
  bool blind = false;   // readings of a variable do not count
  bool fresh = false;   // a check has stopped the robot in this cycle, and the stop is not planned yet
  FaultKind kind = FaultKind::command;

 private:
  CheckMode& mode(Check check) { return modes_[static_cast<std::size_t>(check)]; }

  CheckModes modes_;
  CheckSet enabled_ = 0;
  SupervisorState state_ = SupervisorState::ready;
  std::int64_t transitions_[kSupervisorStates][kSupervisorStates]{}, counts_[kCheckCount][N + 1]{};
  bool stopped_by_check_ = false;
  Fault fault_;
};

}  // namespace romas::detail
