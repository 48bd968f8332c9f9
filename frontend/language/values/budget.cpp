#include "frontend/language/values/budget.h"

#include "support/process/stack.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas::language {

bool Budget::spend(std::size_t steps, SourceRange where) {
  if (exhausted_) return false;
  stop_point_between(steps_, steps_ + steps);
  steps_ += steps;
  if (steps_ > kMostSteps)
    exhaust(where, concat("the loops and calls take more than ", kMostSteps,
                          " steps; this is where they were stopped"));
  return !exhausted_;
}

namespace {
constexpr std::size_t kStackReserve = std::size_t{96} * 1024;  // bytes, for calls that do not recurse
}

bool Budget::deep_enough(SourceRange where) {
  if (exhausted_ || stack_left() >= kStackReserve) return !exhausted_;
  exhaust(where, concat("expressions, calls and modules are nested ", depth,
                        " deep here, and the stack of this process allows no more; nest less, or raise its "
                        "limit ('ulimit -s')"));
  return false;
}

void Budget::exhaust(SourceRange where, std::string message) {
  if (!exhausted_) diagnostics_.report(Rule::input_limit, where, std::move(message));
  exhausted_ = true;
}

}  // namespace romas::language
