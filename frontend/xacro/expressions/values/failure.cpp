#include "frontend/xacro/expressions/values/failure.h"

#include <utility>

#include "support/process/stack.h"
#include "support/text/text.h"

namespace romas::xacro {

void fail(std::string message, int operand) {
  Failure failure;
  failure.error.message = std::move(message);
  failure.operand = operand;
  throw Failure(std::move(failure));
}

void fail_at(std::uint32_t begin, std::uint32_t end, std::string message) {
  Failure failure;
  failure.error.message = std::move(message);
  failure.error.begin = begin;
  failure.error.end = end;
  failure.placed = true;
  throw Failure(std::move(failure));
}

void fail_limit(std::string message) {
  Failure failure;
  failure.error.kind = EvalError::Kind::limit;
  failure.error.message = std::move(message);
  throw Failure(std::move(failure));
}

void charge_text(Budget& budget, std::size_t bytes) {
  if (bytes > Budget::kLongestText)
    fail_limit(concat("the text becomes longer than ", Budget::kLongestText, " bytes"));
  charge(budget, 1 + bytes / Budget::kBytesPerStep);
}

void charge_elements(Budget& budget, std::size_t added, std::size_t present) {
  if (added > Budget::kMostElements || present > Budget::kMostElements - added)
    fail_limit(concat("the list or table gets more than ", Budget::kMostElements, " elements"));
  charge(budget, 1 + added * Budget::kElementCost);
}

void check_stack() {
  constexpr std::size_t kReserve = std::size_t{128} * 1024;  // bytes, for calls that do not recurse
  if (stack_left() < kReserve)
    fail_limit(
        "the expression is nested deeper than the stack of this process allows; nest less, or raise "
        "its limit ('ulimit -s')");
}

}  // namespace romas::xacro
