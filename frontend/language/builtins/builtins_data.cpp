// Built-in functions of data files and records.
#include "frontend/language/builtins/builtins.h"
#include "frontend/language/values/calls.h"
#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "support/text/text.h"

namespace romas::language {

std::optional<Value> builtins::load(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const Value& path = arguments.front();
  if (path.unknown) return Value{Anything{}, expr.range, true};
  const auto* text = std::get_if<String>(&path.content);
  if (text == nullptr) {
    report(e, Rule::type_mismatch, path.range, concat("load takes the path of a file, not ", describe(path)));
    return std::nullopt;
  }
  return e.surroundings().load ? e.surroundings().load(**text, path.range) : std::nullopt;
}

std::optional<Value> builtins::has(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const bool unknown = arguments[0].unknown || arguments[1].unknown;
  for (const Value& argument : arguments)
    if (std::holds_alternative<Anything>(argument.content)) return Value{true, expr.range, true};
  const auto* record = std::get_if<Record>(&arguments[0].content);
  const auto* name = std::get_if<String>(&arguments[1].content);
  if (record == nullptr || name == nullptr) {
    const Value& wrong = arguments[record == nullptr ? 0 : 1];
    report(e, Rule::type_mismatch, wrong.range,
           concat("has takes a record and the name of a member, not ", describe(wrong)));
    return std::nullopt;
  }
  return Value{record->find(**name) != nullptr, expr.range, unknown};
}

}  // namespace romas::language
