// Conditions and local names of values.
#include "frontend/language/values/forms.h"
#include "support/text/text.h"

namespace romas::language {

std::optional<Value> evaluate_conditional(Evaluator& e, const Expr& expr) {
  auto condition = e.evaluate(expr.operands[0]);
  if (!condition) return std::nullopt;
  const auto* truth = std::get_if<bool>(&condition->content);
  if (truth == nullptr && !std::holds_alternative<Anything>(condition->content)) {
    e.diagnostics().report(Rule::type_mismatch, condition->range,
                           concat("'if' takes true or false, not ", describe(*condition)));
    return std::nullopt;
  }
  if (!condition->unknown) e.note_names(expr.operands[*truth ? 2 : 1]);
  if (!condition->unknown) return e.evaluate(expr.operands[*truth ? 1 : 2]);
  // The condition is unknown: both branches must be valid, and of one kind.
  auto first = e.evaluate(expr.operands[1]);
  const auto second = e.evaluate(expr.operands[2]);
  if (!first || !second) return std::nullopt;
  const auto* a = std::get_if<Quantity>(&first->content);
  const auto* b = std::get_if<Quantity>(&second->content);
  if (a != nullptr && b != nullptr && !a->bare_zero && !b->bare_zero && a->dimension != b->dimension)
    e.diagnostics().report(
        Rule::dimension_mismatch, expr.range,
        concat("the value is ", describe(*first), " in one case and ", describe(*second), " in the other"));
  if (a != nullptr && a->bare_zero) first = second;
  first->unknown = true;
  return first;
}

// let NAMES [: TYPE] = VALUE, … in VALUE. Each value sees the names in front of it.
std::optional<Value> evaluate_let(Evaluator& e, const Expr& expr) {
  const std::vector<Locals::Local>& locals = expr.more().locals->all;
  Scope scope(e.scope());
  const Evaluator::Within within(e, &scope);
  for (std::size_t i = 0; i < locals.size(); ++i)
    e.let(locals[i].pattern, locals[i].type.get(), &expr.operands[i], scope);
  return e.evaluate(expr.operands.back());
}

}  // namespace romas::language
