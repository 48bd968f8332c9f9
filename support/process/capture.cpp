#include "support/process/capture.h"

#include <utility>

#include "support/process/thread_state.h"

namespace romas {

namespace {
ROMAS_THREAD_STATE constinit Capture* running = nullptr;
}

Capture::Capture() : share_(this) {}
Capture::~Capture() = default;

Capture* Capture::current() { return running; }

void Capture::add_output(std::string_view text) {
  const std::lock_guard lock(mutex_);
  kept_.output += text;
}

void Capture::add_error(std::string_view text) {
  const std::lock_guard lock(mutex_);
  kept_.error += text;
}

void Capture::add_file(File file) {
  const std::lock_guard lock(mutex_);
  kept_.files.push_back(std::move(file));
}

Capture::Share::Share(Capture* capture) : outer_(std::exchange(running, capture)) {}
Capture::Share::~Share() { running = outer_; }

}  // namespace romas
