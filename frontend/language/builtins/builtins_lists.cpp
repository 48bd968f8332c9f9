// Built-in functions of lists.
#include <cmath>

#include "frontend/language/builtins/builtins.h"
#include "frontend/language/values/calls.h"
#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "support/text/text.h"

namespace romas::language {

// Null for a value of which nothing is known.
std::optional<const Elements*> builtins::elements(Evaluator& e, const Expr& expr, const Value& argument) {
  if (std::holds_alternative<Anything>(argument.content)) return nullptr;
  if (const auto* list = std::get_if<List>(&argument.content)) return list;
  if (const auto* tuple = std::get_if<Tuple>(&argument.content)) return tuple;
  report(e, Rule::type_mismatch, argument.range,
         concat(expr.operands.front().text(), " takes a list, not ", describe(argument)));
  return std::nullopt;
}

std::optional<Value> builtins::accept(Evaluator& e, const Expr& expr, std::vector<Value> values,
                                      bool unknown) {
  if (values.size() > Budget::kLongestList) {
    e.budget().exhaust(expr.range, concat("the list gets more than ", Budget::kLongestList, " elements"));
    return std::nullopt;
  }
  if (!e.budget().spend(values.size(), expr.range)) return std::nullopt;
  return Value{List(std::move(values)), expr.range, unknown};
}

std::optional<Value> builtins::length(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  if (const auto* text = std::get_if<String>(&arguments[0].content))
    return Value{computed(static_cast<double>(count_code_points(**text)), {}), expr.range,
                 arguments[0].unknown};
  if (const auto* record = std::get_if<Record>(&arguments[0].content))
    return Value{computed(static_cast<double>(record->size()), {}), expr.range, arguments[0].unknown};
  const auto list = elements(e, expr, arguments[0]);
  if (!list) return std::nullopt;
  return Value{computed(*list == nullptr ? 1 : static_cast<double>((*list)->size()), {}), expr.range,
               arguments[0].unknown};
}

// range(n), range(a, b), range(a, b, step): whole numbers
std::optional<Value> builtins::range(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  std::vector<double> numbers;
  bool unknown = false;
  const Dimension plain;
  for (Value& argument : arguments) {
    const auto x = quantity(e, expr, argument, &plain);
    if (!x) return std::nullopt;
    if (x->value != std::round(x->value) && !argument.unknown) {
      report(e, Rule::type_mismatch, argument.range,
             concat("range takes whole numbers, not ", format_double(x->value)));
      return std::nullopt;
    }
    unknown = unknown || argument.unknown;
    numbers.push_back(x->value);
  }
  if (unknown) return Value{List({Value{computed(0, {}), expr.range, true}}), expr.range, true};
  const double from = numbers.size() == 1 ? 0 : numbers[0];
  const double to = numbers.size() == 1 ? numbers[0] : numbers[1];
  const double step = numbers.size() == 3 ? numbers[2] : 1;
  if (step == 0) {
    report(e, Rule::bad_value, arguments[2].range, "the step of a range must not be 0");
    return std::nullopt;
  }
  const double count = std::max(0.0, std::ceil((to - from) / step));
  if (count > static_cast<double>(Budget::kLongestList)) {
    e.budget().exhaust(expr.range, concat("the range has ", format_double(count),
                                          " numbers; a list has at most ", Budget::kLongestList));
    return std::nullopt;
  }
  std::vector<Value> values;
  for (double i = 0; i < count; ++i) values.push_back({computed(from + i * step, {}), expr.range});
  return accept(e, expr, std::move(values), false);
}

std::optional<Value> builtins::sum(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto list = elements(e, expr, arguments[0]);
  if (!list) return std::nullopt;
  if (*list == nullptr) return arguments[0];
  Quantity zero = computed(0, {});
  zero.bare_zero = true;
  std::optional<Value> total = Value{zero, expr.range, arguments[0].unknown};
  for (std::size_t i = 0; total && i < (*list)->size(); ++i)
    total = i == 0 ? std::optional((**list)[0]) : add_values(e, expr, *total, (**list)[i], Operator::add);
  return total;
}

std::optional<Value> builtins::enumerate(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto list = elements(e, expr, arguments[0]);
  if (!list) return std::nullopt;
  if (*list == nullptr) return arguments[0];
  std::vector<Value> pairs;
  for (std::size_t i = 0; i < (*list)->size(); ++i)
    pairs.push_back({Tuple({Value{computed(static_cast<double>(i), {}), expr.range}, (**list)[i]}),
                     expr.range, arguments[0].unknown});
  return accept(e, expr, std::move(pairs), arguments[0].unknown);
}

std::optional<Value> builtins::zip(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto a = elements(e, expr, arguments[0]);
  const auto b = elements(e, expr, arguments[1]);
  if (!a || !b) return std::nullopt;
  if (*a == nullptr || *b == nullptr) return *a == nullptr ? arguments[0] : arguments[1];
  const bool unknown = arguments[0].unknown || arguments[1].unknown;
  if ((*a)->size() != (*b)->size() && !unknown) {
    report(e, Rule::wrong_count, expr.range,
           concat("zip takes lists of the same length, not of ", (*a)->size(), " and ", (*b)->size()));
    return std::nullopt;
  }
  std::vector<Value> pairs;
  for (std::size_t i = 0; i < std::min((*a)->size(), (*b)->size()); ++i)
    pairs.push_back({Tuple({(**a)[i], (**b)[i]}), expr.range, unknown});
  return accept(e, expr, std::move(pairs), unknown);
}

std::optional<Value> builtins::reverse(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto list = elements(e, expr, arguments[0]);
  if (!list) return std::nullopt;
  if (*list == nullptr) return arguments[0];
  return accept(e, expr,
                {std::make_reverse_iterator((*list)->end()), std::make_reverse_iterator((*list)->begin())},
                arguments[0].unknown);
}

}  // namespace romas::language
