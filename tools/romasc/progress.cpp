#include "tools/romasc/progress.h"

#include <cmath>
#include <string>

#include "support/process/standard_streams.h"
#include "support/text/text.h"
#include "tools/romasc/console.h"

namespace romas::tool {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr Seconds kQuiet{1.0};    // before the first line
constexpr Seconds kBetween{0.1};  // between two lines
constexpr double kSecondsOfAMinute = 60;

// "25 s", "3 min"
std::string duration_text(double seconds) {
  if (seconds < 2 * kSecondsOfAMinute) return concat(static_cast<long long>(std::ceil(seconds)), " s");
  return concat(static_cast<long long>(std::ceil(seconds / kSecondsOfAMinute)), " min");
}

}  // namespace

Progress::Progress(std::size_t files) : files_(files), shown_(files > 1 && shows_standard_error()) {}

Progress::~Progress() {
  if (written_) write_standard_error("\r\x1b[K");
}

bool Progress::interrupt(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (written_) write_standard_error("\r\x1b[K");
  written_ = false;
  return say(text, kSuccess) == kSuccess;
}

void Progress::advance() {
  if (!shown_) return;
  const std::lock_guard lock(mutex_);
  ++done_;
  const Clock::time_point now = Clock::now();
  if (now - start_ < kQuiet || (written_ && now - last_ < kBetween)) return;
  const double rate = static_cast<double>(done_) / Seconds(now - start_).count();
  const double left = static_cast<double>(files_ - done_) / rate;
  write_standard_error(concat("\r", done_, " of ", files_, " files, ",
                              static_cast<long long>(std::lround(rate)), " a second, ", duration_text(left),
                              " left\x1b[K"));
  written_ = true;
  last_ = now;
}

}  // namespace romas::tool
