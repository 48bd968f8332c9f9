// Runs `let`, `for` and `if` among the statements of a body; the others are handed on in the scope they stand
// in.
#pragma once

#include <functional>

#include "frontend/language/evaluator.h"

namespace romas::language {

class ControlFlow {
 public:
  ControlFlow(Evaluator& evaluator, DiagnosticEngine& diagnostics)
      : evaluator_(evaluator), diagnostics_(diagnostics) {}

  // Gets a statement and the scope in which it may define names; the evaluator is in that scope.
  using Lower = std::function<void(const Statement&, Scope&)>;
  // Statements of a body that has a scope of its own, or (null) shares the present one.
  void run(const std::vector<Statement>& statements, Scope* own, const Lower& lower);
  // A single statement; `scope` is where a `let` defines its names.
  void run(const Statement& statement, Scope& scope, const Lower& lower);
  // A loop or condition could not be run: what it would have made is missing.
  bool broken() const { return broken_; }
  // Nobody knows whether the present statement is run: of a condition without a known value all branches are
  // looked at.
  bool doubtful() const { return doubts_ > 0; }

 private:
  void let(const Statement& s, Scope& scope);
  void loop(const Statement& s, const Lower& lower);
  void condition(const Statement& s, const Lower& lower);
  void branch(const std::vector<Statement>& statements, const Lower& lower);

  Evaluator& evaluator_;
  DiagnosticEngine& diagnostics_;
  bool broken_ = false;
  int doubts_ = 0;  // conditions without a known value around the present statement
};

}  // namespace romas::language
