#include "frontend/language/lower/control_flow.h"

#include "frontend/language/values/meanings.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The present values of a loop's names, for notes: "name = \"LF\", x = 1".
std::string describe_bindings(const Pattern& pattern, const Scope& scope) {
  std::vector<std::string> known;
  for (const Binding& name : pattern.names()) {
    const Scope::Entry* entry = scope.find_here(name.text);
    const auto* value = entry == nullptr ? nullptr : std::get_if<Value>(&entry->meaning);
    if (value == nullptr || value->unknown) continue;
    std::string text;
    if (const auto* quantity = std::get_if<Quantity>(&value->content)) {
      const std::string units = si_units(quantity->dimension);
      text = concat(quantity->value, units.empty() ? "" : " ", units);
    } else if (const auto* string = std::get_if<String>(&value->content)) {
      text = concat('"', **string, '"');
    } else if (const auto* truth = std::get_if<bool>(&value->content)) {
      text = *truth ? "true" : "false";
    } else {
      continue;
    }
    known.push_back(concat(name.text, " = ", text));
  }
  return join(known, ", ");
}

}  // namespace

void ControlFlow::run(const std::vector<Statement>& statements, Scope* own, const Lower& lower) {
  if (own != nullptr) {
    const Evaluator::Within within(evaluator_, own);
    for (const Statement& statement : statements) run(statement, *own, lower);
    return;
  }
  Scope scope(evaluator_.scope());
  run(statements, &scope, lower);
}

void ControlFlow::run(const Statement& s, Scope& scope, const Lower& lower) {
  Budget& budget = evaluator_.budget();
  if (budget.exhausted() || (evaluator_.expanding() && !budget.spend(1, s.range)) ||
      !budget.deep_enough(s.range))
    return;
  const std::string_view word = s.word();
  if (word == "let") {
    let(s, scope);
  } else if (word == "for") {
    loop(s, lower);
  } else if (word == "if") {
    condition(s, lower);
  } else if (word == "insert") {
    insertion(s, lower);
  } else {
    lower(s, scope);
  }
}

// let NAMES [: TYPE] = VALUE
void ControlFlow::let(const Statement& s, Scope& scope) {
  evaluator_.let(s.the_first<Pattern>(), s.first<TypeExpr>(), s.broken ? nullptr : &s.the_first<Expr>(),
                 scope);
}

// insert NAME: what the `use` of the module has given, in the scope of that `use`.
void ControlFlow::insertion(const Statement& s, const Lower& lower) {
  const Name& name = s.the<Name>("insert");
  const Scope::Entry* entry = evaluator_.find(name.text, name.range);
  if (entry == nullptr) {
    report_unknown_statements(evaluator_, name);
    return lose(s);
  }
  const auto* given = std::get_if<std::shared_ptr<const GivenStatements>>(&entry->meaning);
  if (given == nullptr) {
    const auto* value = std::get_if<Value>(&entry->meaning);
    if (value == nullptr || !std::holds_alternative<Anything>(value->content))
      diagnostics_
          .report(Rule::type_mismatch, name.range,
                  concat("'", name.text, "' is ", describe(entry->meaning),
                         "; 'insert' takes a parameter of type '", kStatementsType, "'"))
          .note(entry->range, "it is defined here");
    return lose(s);
  }
  if ((*given)->statement == nullptr || uses_ == nullptr) return;
  const std::shared_ptr<const GivenStatements> kept = *given;
  const ExpansionContext context(diagnostics_, s.range, [] { return std::string("they are inserted here"); });
  uses_->given(*kept, [&] {
    Scope own(kept->scope);
    run(kept->statement->body, &own, lower);
  });
  if (diagnostics_.in_doubt(kept->statement->range)) diagnostics_.doubt(s.range);
}

// The statements of a loop or condition are not run.
void ControlFlow::lose(const Statement& s) {
  broken_ = true;
  evaluator_.lose(s.range);
}

// for NAMES in LIST { … }
void ControlFlow::loop(const Statement& s, const Lower& lower) {
  const Pattern& pattern = s.the_first<Pattern>();
  const auto values = evaluator_.elements(s.the_first<Expr>());
  if (!values) return lose(s);
  const Evaluator::Expanding expanding(evaluator_, &pattern);
  for (const Value& value : *values) {
    Scope scope(evaluator_.scope());
    const ExpansionContext context(diagnostics_, s.word_range(), [&] {
      const std::string bindings = describe_bindings(pattern, scope);
      return bindings.empty() ? std::string("in this loop") : concat("in this loop, with ", bindings);
    });
    if (!evaluator_.bind_pattern(pattern, value, scope)) return lose(s);
    run(s.body, &scope, lower);
    if (evaluator_.budget().exhausted()) return;
  }
}

// if CONDITION { … } [else …]
void ControlFlow::condition(const Statement& s, const Lower& lower) {
  const Expr& expr = s.the_first<Expr>();
  const auto value = evaluator_.evaluate(expr);
  if (!value) return lose(s);
  const auto* truth = std::get_if<bool>(&value->content);
  if (truth == nullptr && !std::holds_alternative<Anything>(value->content)) {
    diagnostics_.report(Rule::type_mismatch, value->range,
                        concat("'if' takes true or false, not ", describe(*value)));
    return lose(s);
  }
  // Nothing is known where a module is checked by itself: both branches are run. Else an error was the cause,
  // and parts of both would clash.
  if (value->unknown && !evaluator_.is_checking()) return lose(s);
  if (value->unknown) ++doubts_;
  if (value->unknown || *truth) branch(s.body, lower);
  if (value->unknown || !*truth) branch(s.otherwise, lower);
  if (value->unknown) --doubts_;
}

void ControlFlow::branch(const std::vector<Statement>& statements, const Lower& lower) {
  if (!statements.empty()) run(statements, nullptr, lower);
}

}  // namespace romas::language
