// Conditions and local names of values.
#include "frontend/language/values/evaluator.h"
#include "support/text/text.h"

namespace romas::language {

std::optional<Value> Evaluator::conditional(const Expr& expr) {
  auto condition = evaluate(expr.operands[0]);
  if (!condition) return std::nullopt;
  const auto* truth = std::get_if<bool>(&condition->content);
  if (truth == nullptr && !std::holds_alternative<Anything>(condition->content)) {
    diagnostics_.report(Rule::type_mismatch, condition->range,
                        concat("'if' takes true or false, not ", describe(*condition)));
    return std::nullopt;
  }
  if (!condition->unknown) note_names(expr.operands[*truth ? 2 : 1]);
  if (!condition->unknown) return evaluate(expr.operands[*truth ? 1 : 2]);
  // The condition is unknown: both branches must be valid, and of one kind.
  auto first = evaluate(expr.operands[1]);
  const auto second = evaluate(expr.operands[2]);
  if (!first || !second) return std::nullopt;
  const auto* a = std::get_if<Quantity>(&first->content);
  const auto* b = std::get_if<Quantity>(&second->content);
  if (a != nullptr && b != nullptr && !a->bare_zero && !b->bare_zero && a->dimension != b->dimension)
    diagnostics_.report(
        Rule::dimension_mismatch, expr.range,
        concat("the value is ", describe(*first), " in one case and ", describe(*second), " in the other"));
  if (a != nullptr && a->bare_zero) first = second;
  first->unknown = true;
  return first;
}

// let NAMES [: TYPE] = VALUE, … in VALUE. Each value sees the names in front of it.
std::optional<Value> Evaluator::let_in(const Expr& expr) {
  const std::vector<Locals::Local>& locals = expr.more().locals->all;
  Scope scope(scope_);
  const Within within(*this, &scope);
  for (std::size_t i = 0; i < locals.size(); ++i)
    let(locals[i].pattern, locals[i].type.get(), &expr.operands[i], scope);
  return evaluate(expr.operands.back());
}

void Evaluator::let(const Pattern& pattern, const TypeExpr* written, const Expr* said, Scope& into) {
  auto value = said == nullptr ? std::nullopt : evaluate(*said);
  if (value && written != nullptr)
    value = conform(*value, type(written), concat("'", pattern.names().front().text, "'"));
  if (value) {
    bind_pattern(pattern, *value, into);
    return;
  }
  // Define the names, so that their uses give no further errors.
  for (const Binding& name : pattern.names())
    if (name.text != "_" && into.find_here(name.text) == nullptr)
      into.bind(name.text, name.range, Value{Anything{}, pattern.range, true});
}

}  // namespace romas::language
