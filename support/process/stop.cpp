#include "support/process/stop.h"

#include <utility>

#include "support/process/thread_state.h"

namespace romas {

namespace {
ROMAS_THREAD_STATE constinit Stoppable* innermost = nullptr;
}

Stoppable::Stoppable(IsUnwanted is_unwanted)
    : is_unwanted_(std::move(is_unwanted)), outer_(std::exchange(innermost, this)) {}

Stoppable::~Stoppable() { innermost = outer_; }

bool Stoppable::stops() {
  unwanted_ = unwanted_ || is_unwanted_();
  return unwanted_;
}

Unstoppable::Unstoppable() : outer_(std::exchange(innermost, nullptr)) {}

Unstoppable::~Unstoppable() { innermost = outer_; }

void stop_point() {
  for (Stoppable* asked = innermost; asked != nullptr; asked = asked->outer_)
    if (asked->stops()) throw Stopped();
}

}  // namespace romas
