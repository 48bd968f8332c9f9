// Calls: arguments of functions, modules and robots.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/language/values/evaluator.h"

namespace romas::language {

// A function or module that is called.
struct Callee {
  std::string_view what;  // "function 'f'"
  SourceRange definition;
  const std::vector<const Formal*>& formals;
  const Scope* defaults;  // in which the presets and types of its parameters are evaluated
};
// Binds the arguments of a call to the parameters in `into`, a scope below that of the defaults; a null
// call has no arguments. Returns false on errors.
bool bind_arguments(Evaluator& e, const Expr* call, SourceRange where, const Callee& callee, Scope& into);
// Calls the built-in function of this name (builtins/builtins.cpp).
std::optional<Value> call_builtin(Evaluator& e, const Expr& expr, std::string_view name);
void report_unknown_function(Evaluator& e, const Expr& callee);

}  // namespace romas::language
