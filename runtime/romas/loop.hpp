// A loop at a fixed rate, with statistics of its timing. For hosts with an operating system: the only header
// of the runtime that needs clocks and threads.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <thread>
#include <type_traits>

namespace romas {

// Maximum, mean and standard deviation of a series of durations, in seconds. The durations are not stored.
class DurationStatistics {
 public:
  void add(double seconds) {
    ++count_;
    if (count_ == 1 || seconds > largest_) largest_ = seconds;
    if (count_ == 1 || seconds < smallest_) smallest_ = seconds;
    // Welford 1962: no cancellation however long the loop runs.
    const double distance = seconds - mean_;
    mean_ += distance / static_cast<double>(count_);
    squares_ += distance * (seconds - mean_);
  }
  std::int64_t count() const { return count_; }
  double largest() const { return largest_; }
  double smallest() const { return smallest_; }
  double mean() const { return mean_; }
  double deviation() const { return count_ > 1 ? std::sqrt(squares_ / static_cast<double>(count_ - 1)) : 0; }

 private:
  std::int64_t count_ = 0;
  double largest_ = 0, smallest_ = 0, mean_ = 0, squares_ = 0;
};

// How the cycles of a loop kept their time.
struct LoopStatistics {
  DurationStatistics work;      // durations of the cycles' function
  DurationStatistics lateness;  // how late a cycle began; its deviation is the jitter
  std::int64_t overruns = 0;    // cycles whose function took longer than the period
};

// Whether a loop waits for the clock.
enum class Pace {
  real_time,  // a cycle a period; after an overrun the next begins at once and the schedule shifts
  unpaced,    // one cycle after another, for simulation
};

// Calls cycle(k) for k = 0, 1, … until it returns false or `cycles` are done (negative: until it returns
// false). A cycle(k, time) also gets the time at which it begins, in seconds since the first one began;
// without a pace that is k periods. The last part of each wait (spin, in seconds) is a busy wait, because the
// operating system wakes a sleeping thread late.
template <class Cycle>
LoopStatistics run_loop(double period, std::int64_t cycles, Pace pace, Cycle&& cycle, double spin = 100e-6) {
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  LoopStatistics statistics;
  const auto step = std::chrono::duration_cast<Clock::duration>(Seconds(period));
  const auto awake = std::chrono::duration_cast<Clock::duration>(Seconds(spin));
  auto due = Clock::now();
  const auto first = due;
  for (std::int64_t k = 0; cycles < 0 || k < cycles; ++k) {
    if (pace == Pace::real_time) {
      if (due - Clock::now() > awake) std::this_thread::sleep_until(due - awake);
      while (Clock::now() < due) {
      }
    }
    const auto begin = Clock::now();
    if (pace == Pace::real_time) statistics.lateness.add(Seconds(begin - due).count());
    bool go_on = false;
    if constexpr (std::is_invocable_v<Cycle&, std::int64_t, double>)
      go_on = cycle(
          k, pace == Pace::real_time ? Seconds(begin - first).count() : static_cast<double>(k) * period);
    else
      go_on = cycle(k);
    const auto end = Clock::now();
    statistics.work.add(Seconds(end - begin).count());
    due += step;
    if (end - begin > step) {
      ++statistics.overruns;
      if (end > due) due = end;
    }
    if (!go_on) break;
  }
  return statistics;
}

}  // namespace romas
