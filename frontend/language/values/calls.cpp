#include "frontend/language/values/calls.h"

#include <algorithm>

#include "frontend/language/values/forms.h"
#include "frontend/language/values/meanings.h"
#include "frontend/language/values/types.h"
#include "frontend/language/words/foreign_words.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The index of a parameter that an argument names.
std::optional<std::size_t> find_parameter(Evaluator& e, const Expr& call, const Binding& name,
                                          const Callee& callee) {
  const auto& formals = callee.formals;
  const auto found = std::find_if(formals.begin(), formals.end(),
                                  [&](const Formal* f) { return f->name.text == name.text; });
  if (found != formals.end()) return static_cast<std::size_t>(found - formals.begin());
  std::string_view near =
      nearest_name(name.text, formals, [](const Formal* f) { return std::string_view(f->name.text); });
  for (std::size_t i = 0; i + 1 < call.operands.size(); ++i)
    if (call.argument_name(i).text == near) near = {};  // given, too
  e.diagnostics()
      .report(Rule::unknown_name, name.range, concat(callee.what, " has no parameter '", name.text, "'"))
      .meant(near)
      .note(callee.definition, "it is defined here");
  return std::nullopt;
}

// A null `given` means the default, which may be made of the parameters in front of it.
std::optional<Value> value_of_parameter(Evaluator& e, const Formal& formal, const Expr* given,
                                        const Scope* defaults, const Scope& earlier) {
  const Type wanted = read_type_in(e, defaults, formal.type.get());
  std::optional<Value> value;
  if (given == nullptr) {
    const Evaluator::Within within(e, &earlier);
    value = e.evaluate(*formal.preset);
  } else if (wanted.kind == Type::Kind::entity && e.surroundings().entity) {
    value = e.surroundings().entity(*given);
  } else {
    value = e.evaluate(*given);
  }
  return value ? conform(e, *value, wanted, concat("parameter '", formal.name.text, "'")) : std::nullopt;
}

std::optional<Value> call_function(Evaluator& e, const Expr& expr, const Function& function) {
  function.used = true;
  const std::string what = concat("function '", function.name.text, "'");
  const ExpansionContext context(e.diagnostics(), expr.range,
                                 [&] { return concat("in this call of '", function.name.text, "'"); });
  Scope scope(function.scope);
  if (!bind_arguments(e, &expr, expr.range, {what, function.name.range, function.formals, function.scope},
                      scope))
    return std::nullopt;
  const Type result = read_type_in(e, function.scope, function.result);
  bool unknown = false;
  for (const Formal* formal : function.formals)
    if (const auto* entry = scope.find_here(formal->name.text))
      if (const auto* value = std::get_if<Value>(&entry->meaning)) unknown = unknown || value->unknown;
  // A call with unknown arguments is not evaluated: its recursion might not terminate.
  if (unknown) return unknown_of(result, expr.range);
  const Evaluator::Within within(e, &scope);
  const Evaluator::Expanding expanding(e);
  auto value = e.evaluate(*function.body);
  if (value) value = conform(e, *value, result, concat("the result of ", what));
  return value;
}

}  // namespace

void report_unknown_function(Evaluator& e, const Expr& callee) {
  if (e.lost().has(callee.text())) return;
  e.lost().add(callee.text());
  if (is_robot_function(callee.text())) {
    e.diagnostics().report(Rule::unknown_name, callee.range,
                           concat("'", callee.text(), "' needs the complete robot; use it only in a 'test'"));
    return;
  }
  std::vector<std::string_view> known = e.scope()->visible();
  if (e.surroundings().answer)
    for (const BuiltinInfo& info : robot_functions()) known.push_back(info.name);
  for (const BuiltinInfo& info : builtin_functions()) known.push_back(info.name);
  report_unknown(WordPlace::function, callee, concat("there is no function '", callee.text(), "'"), known,
                 e.diagnostics());
}

std::optional<Value> evaluate_call(Evaluator& e, const Expr& expr) {
  const Expr& callee = expr.operands.front();
  if (const Scope::Entry* entry = e.lookup(callee)) {
    if (const auto* function = std::get_if<const Function*>(&entry->meaning))
      return call_function(e, expr, **function);
    if (const auto* value = std::get_if<Value>(&entry->meaning);
        value != nullptr && std::holds_alternative<Anything>(value->content))
      return *value;
    if (!e.lost().is_first_misfit(callee.text(), "function")) return std::nullopt;
    const bool module = std::holds_alternative<const Module*>(entry->meaning);
    const std::vector<BuiltinInfo> builtins = builtin_functions();
    const bool hides = std::ranges::find(builtins, callee.text(), &BuiltinInfo::name) != builtins.end();
    e.diagnostics()
        .report(Rule::type_mismatch, callee.range,
                concat("'", callee.text(), "' is ", describe(entry->meaning), ", not a function",
                       module ? concat("; write 'use ", callee.text(), "(…) as NAME;'") : std::string()))
        .note(entry->range,
              hides ? "it is defined here, and hides the function of its name" : "it is defined here");
    return std::nullopt;
  }
  if (callee.kind == Expr::Kind::name && e.surroundings().answer && is_robot_function(callee.text()))
    return e.surroundings().answer(expr);
  if (callee.kind == Expr::Kind::name) return call_builtin(e, expr, callee.text());
  if (callee.kind == Expr::Kind::member) {
    evaluate_member(e, callee);  // reports what is wrong with it
    return std::nullopt;
  }
  e.diagnostics().report(Rule::type_mismatch, callee.range, "only functions can be called");
  return std::nullopt;
}

bool bind_arguments(Evaluator& e, const Expr* call, SourceRange where, const Callee& callee, Scope& into) {
  const auto& formals = callee.formals;
  const std::size_t count = call == nullptr ? 0 : call->operands.size() - 1;
  const auto taken = std::ranges::count_if(formals, [](const Formal* f) { return !takes_statements(*f); });
  std::vector<const Expr*> given(formals.size(), nullptr);
  bool good = true;
  std::size_t position = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Expr& argument = call->operands[i + 1];
    const Binding& name = call->argument_name(i);
    while (name.text.empty() && position < formals.size() && takes_statements(*formals[position])) ++position;
    const auto at = name.text.empty() ? std::optional(position++) : find_parameter(e, *call, name, callee);
    if (at && !name.text.empty())
      into.record(ProgramName::Kind::parameter, name.range, formals[*at]->name.range);
    if (!at) {
      good = false;
      continue;
    }
    if (*at >= formals.size()) {
      e.diagnostics()
          .report(Rule::wrong_count, argument.range,
                  concat(callee.what, " takes ", taken, taken == 1 ? " value" : " values", ", not ", count))
          .note(callee.definition, "it is defined here");
      return false;
    }
    if (takes_statements(*formals[*at])) {
      e.diagnostics().report(
          Rule::type_mismatch, argument.range,
          concat("'", name.text, "' takes statements, which follow the call: with ", name.text, " { … }"));
      good = false;
      continue;
    }
    if (given[*at] != nullptr) {
      e.diagnostics()
          .report(Rule::repeated_property, name.text.empty() ? argument.range : name.range,
                  concat("'", formals[*at]->name.text, "' is given twice"))
          .note(given[*at]->range, "the first is here");
      good = false;
    }
    given[*at] = &argument;
  }
  for (std::size_t i = 0; i < formals.size(); ++i) {
    const Formal& formal = *formals[i];
    if (takes_statements(formal)) continue;  // bound by `use`
    if (given[i] == nullptr && formal.preset == nullptr) {
      read_type_in(e, callee.defaults, formal.type.get());  // reports one that there is not: 'statments'
      if (good && !has_lost_type(e, formal))
        e.diagnostics()
            .report(Rule::wrong_count, where,
                    concat(callee.what, " needs a value for '", formal.name.text, "'"))
            .note(formal.name.range, "the parameter is here");
      good = false;
      continue;
    }
    auto value = value_of_parameter(e, formal, given[i], callee.defaults, into);
    if (!value) {
      good = false;
      value = Value{Anything{}, where, true};  // defaults that are made of it give no further errors
    }
    if (into.find_here(formal.name.text) == nullptr)
      into.bind(formal.name.text, formal.name.range, std::move(*value), ProgramName::Kind::parameter);
  }
  return good;
}

}  // namespace romas::language
