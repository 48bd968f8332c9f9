// The line that tells how far a long run is.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string_view>

namespace romas::tool {

// "1200 of 10000 files, 350 a second, 25 s left", on standard error if that is a terminal, once a run takes
// longer than a second. Nothing is shown elsewhere, and the line is erased when the object goes. Thread-safe.
class Progress {
 public:
  explicit Progress(std::size_t files);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // One more file is done.
  void advance();
  // Writes a text to standard error, with no line in its way. Returns false if it cannot be written.
  bool interrupt(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;

  const std::size_t files_;
  const bool shown_;  // standard error is a terminal
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // of what follows
  std::size_t done_ = 0;
  Clock::time_point last_;  // when the line was written
  bool written_ = false;
};

}  // namespace romas::tool
