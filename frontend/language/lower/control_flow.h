// Runs `let`, `for`, `if` and `insert` among the statements of a body, and passes the others on with their
// scope.
#pragma once

#include <functional>

#include "frontend/language/values/evaluator.h"

namespace romas::language {

// Runs statements of modules where a `use` puts them.
struct Uses {
  // Runs what a `use` has given, with the names of the place where it is written.
  std::function<void(const GivenStatements&, const std::function<void()>& run)> given = {};
  // Runs `use` and `assert` in a link or joint (`where`), and hands on the statements that a `use` puts
  // there, each with its scope. Returns false for a property.
  using Part = std::function<void(const Statement&, Scope&)>;
  std::function<bool(const Statement&, std::string_view where, const Part& run)> part = {};
};

class ControlFlow {
 public:
  // The references must outlive this. Without `uses`, nothing is inserted.
  ControlFlow(Evaluator& evaluator, DiagnosticEngine& diagnostics, const Uses* uses = nullptr)
      : evaluator_(evaluator), diagnostics_(diagnostics), uses_(uses) {}

  // Gets a statement and the scope in which it may define names; the evaluator is in that scope.
  using Lower = std::function<void(const Statement&, Scope&)>;
  // Runs the statements of a body. `own` is its scope; null: it shares the present one.
  void run(const std::vector<Statement>& statements, Scope* own, const Lower& lower);
  // Runs a single statement; `scope` is where a `let` defines its names.
  void run(const Statement& statement, Scope& scope, const Lower& lower);
  // True if a loop or condition could not be run, so that its entities are missing.
  bool broken() const { return broken_; }
  // True within a condition whose value is unknown: all of its branches are run.
  bool doubtful() const { return doubts_ > 0; }

 private:
  void let(const Statement& s, Scope& scope);
  void insertion(const Statement& s, const Lower& lower);
  void loop(const Statement& s, const Lower& lower);
  void condition(const Statement& s, const Lower& lower);
  void branch(const std::vector<Statement>& statements, const Lower& lower);
  void lose(const Statement& s);

  Evaluator& evaluator_;
  DiagnosticEngine& diagnostics_;
  const Uses* uses_;
  bool broken_ = false;
  int doubts_ = 0;  // enclosing conditions with an unknown value
};

}  // namespace romas::language
