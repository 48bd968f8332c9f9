// How functions of this box fail: they throw, and evaluate() turns the failure into an EvalError. It never
// leaves the box.
#pragma once

#include <string>

#include "frontend/xacro/expressions/syntax/expression.h"

namespace romas::xacro {

struct Failure {
  // Which operand or argument the failure is about; the evaluator knows its place and shows its value.
  static constexpr int kAll = -1;    // all of the expression
  static constexpr int kShown = -2;  // all of it, and every operand is shown

  EvalError error;
  int operand = kAll;
  bool shows = true;  // the value of the operand, unless it is a literal
  bool placed = false;
};

[[noreturn]] void fail(std::string message, int operand = Failure::kAll);
[[noreturn]] void fail_at(std::uint32_t begin, std::uint32_t end, std::string message);
[[noreturn]] void fail_limit(std::string message);

// Spends steps, or fails.
inline void charge(Budget& budget, std::size_t steps) {
  if (!budget.spend(steps))
    fail_limit("the expressions of this file take more than " + std::to_string(budget.most()) + " steps");
}
// For a text that is about to be made.
void charge_text(Budget& budget, std::size_t bytes);
// For so many elements that are about to be added to what has `present`.
void charge_elements(Budget& budget, std::size_t added, std::size_t present = 0);
// Fails where the stack has no room for deeper recursion.
void check_stack();

}  // namespace romas::xacro
