// Names, members and calls in expressions.
#include <algorithm>
#include <numbers>

#include "frontend/language/mistakes/later_definitions.h"
#include "frontend/language/values/evaluator.h"
#include "frontend/language/words/foreign_words.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

constexpr std::array<std::string_view, 3> kConstants = {"pi", "g0", "identity"};
constexpr std::array<std::string_view, 4> kFacts = {"total_mass", "link_count", "joint_count", "dof"};

}  // namespace

BuiltinNames builtin_names() { return {kConstants, kFacts}; }

bool is_built_in(std::string_view name) {
  return std::ranges::find(kConstants, name) != kConstants.end() || is_robot_fact(name) ||
         std::ranges::any_of(builtin_functions(), [&](const BuiltinInfo& info) { return info.name == name; });
}

bool is_robot_fact(std::string_view name) {
  return std::find(kFacts.begin(), kFacts.end(), name) != kFacts.end();
}

// The recursion is as deep as brackets are nested.
bool mentions_robot_facts(const Expr& expr) {
  if (expr.kind == Expr::Kind::name && is_robot_fact(expr.text())) return true;
  const TemplatePtr& pieces = expr.more().pieces;
  if (pieces && std::any_of(pieces->values.begin(), pieces->values.end(), mentions_robot_facts)) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(), mentions_robot_facts);
}

RobotFacts robot_facts(const Model& model, std::size_t first_link, std::size_t first_joint) {
  RobotFacts facts;
  for (const Link& link : std::span(model.links).subspan(first_link))
    if (link.inertial) facts.total_mass += link.inertial->mass.value();
  facts.link_count = model.links.size() - first_link;
  facts.joint_count = model.joints.size() - first_joint;
  for (const Joint& joint : std::span(model.joints).subspan(first_joint))
    facts.dof += joint.mimic ? 0 : static_cast<std::size_t>(dof(joint.type));
  return facts;
}

const Scope::Entry* Evaluator::lookup(const Expr& path) const {
  if (path.kind == Expr::Kind::name) return find(path.text(), path.text_range());
  if (path.kind != Expr::Kind::member) return nullptr;
  const Scope::Entry* head = lookup(path.operands.front());
  if (head == nullptr) return nullptr;
  const auto* file = std::get_if<const LanguageFile*>(&head->meaning);
  const Scope::Entry* found = file == nullptr ? nullptr : find_visible(**file, path.text());
  if (found != nullptr) scope_->record(*found, path.text_range());
  return found;
}

const Scope::Entry* Evaluator::find(std::string_view name, SourceRange use) const {
  const Scope::Entry* entry = scope_->find(name);
  if (entry != nullptr) scope_->record(*entry, use);
  return entry;
}

void Evaluator::note_names(const Expr& expr) const {
  const bool has_own = expr.kind == Expr::Kind::each || expr.kind == Expr::Kind::let_in;
  if (!scope_->is_recorded() || has_own || expr.kind == Expr::Kind::align) return;
  if (expr.kind == Expr::Kind::name || expr.kind == Expr::Kind::member) lookup(expr);
  const bool is_path = expr.kind == Expr::Kind::member && (expr.operands.front().kind == Expr::Kind::name ||
                                                           expr.operands.front().kind == Expr::Kind::member);
  if (is_path) return;
  if (const TemplatePtr& pieces = expr.more().pieces)
    for (const Expr& value : pieces->values) note_names(value);
  for (const Expr& operand : expr.operands) note_names(operand);
}

namespace {

// With what is written here, where the word is one of other languages; else with the nearest name.
void report_unknown(WordPlace place, const Expr& name, std::string message,
                    const std::vector<std::string_view>& known, DiagnosticEngine& diagnostics) {
  const ForeignWord* foreign = find_foreign_word(place, name.text());
  if (foreign != nullptr) message.append(concat("; ", foreign->help));
  auto builder = diagnostics.report(Rule::unknown_name, name.range, std::move(message));
  if (foreign == nullptr) {
    builder.nearest(name.text(), known);
  } else if (!foreign->instead.empty()) {
    builder.suggest(name.range, std::string(foreign->instead));
  }
}

}  // namespace

void Evaluator::report_unknown_name(const Expr& name, bool robots) {
  if (lost_.has(name.text())) return;
  lost_.add(name.text());
  auto below = scope_->announced(name.text());
  if (!below) below = find_defined_below(sources_, name.text(), name.range);
  if (below) {
    diagnostics_
        .report(Rule::unknown_name, name.range, concat("'", name.text(), "' is defined below its use"))
        .note(*below, "it is defined here; move it up");
    return;
  }
  if (!robots && find_unit(name.text()) != nullptr) {
    constexpr std::uint32_t kInFront = 4;  // bytes in which something stands that was taken for no number
    if (diagnostics_.in_doubt(
            {name.range.file, name.range.begin - std::min(kInFront, name.range.begin), name.range.end}))
      return;
    diagnostics_.report(
        Rule::unknown_name, name.range,
        concat("'", name.text(), "' is not defined; as a unit it must directly follow a number, as in 1 ",
               name.text()));
    return;
  }
  std::vector<std::string_view> known = scope_->visible();
  std::erase_if(known, [&](std::string_view candidate) {
    const auto* module = std::get_if<const Module*>(&scope_->find(candidate)->meaning);
    return !robots && module != nullptr && (*module)->robot;
  });
  known.insert(known.end(), kConstants.begin(), kConstants.end());
  report_unknown(WordPlace::value, name, concat("'", name.text(), "' is not defined"), known, diagnostics_);
}

void Evaluator::report_unknown_statements(const Name& name) {
  if (lost_.has(name.text)) return;
  lost_.add(name.text);
  std::vector<std::string_view> known = scope_->visible();
  std::erase_if(known, [&](std::string_view candidate) {
    return !std::holds_alternative<std::shared_ptr<const GivenStatements>>(scope_->find(candidate)->meaning);
  });
  diagnostics_
      .report(Rule::unknown_name, name.range,
              concat("the module has no parameter '", name.text, "' of type '", kStatementsType, "'"))
      .nearest(name.text, known);
}

std::optional<Value> Evaluator::named(const Expr& expr) {
  if (const Scope::Entry* entry = find(expr.text(), expr.text_range())) return meaning_as_value(*entry, expr);
  if (expr.text() == "pi") return Value{computed(std::numbers::pi, {}), expr.range};
  if (expr.text() == "g0")
    return Value{computed(9.80665, *dimension_of("m/s^2")), expr.range};  // standard gravity
  if (expr.text() == "identity")
    return Value{Pose{TransformExpr(TransformExpr::XyzRpy{}), false, 1, 1}, expr.range};
  if (is_robot_fact(expr.text())) {
    if (surroundings_.facts == nullptr) {
      diagnostics_.report(
          Rule::unknown_name, expr.range,
          concat("'", expr.text(), "' is known only when the robot is complete; use it only in 'assert'"));
      return std::nullopt;
    }
    if (expr.text() == "total_mass")
      return Value{computed(surroundings_.facts->total_mass, *dimension_of("kg")), expr.range};
    const std::size_t count = expr.text() == "link_count"    ? surroundings_.facts->link_count
                              : expr.text() == "joint_count" ? surroundings_.facts->joint_count
                                                             : surroundings_.facts->dof;
    return Value{computed(static_cast<double>(count), {}), expr.range};
  }
  report_unknown_name(expr);
  return std::nullopt;
}

std::optional<Value> Evaluator::meaning_as_value(const Scope::Entry& entry, const Expr& expr) {
  if (const auto* value = std::get_if<Value>(&entry.meaning)) return *value;
  const bool function = std::holds_alternative<const Function*>(entry.meaning);
  const bool given = std::holds_alternative<std::shared_ptr<const GivenStatements>>(entry.meaning);
  const bool robot = std::holds_alternative<const ForeignRobots*>(entry.meaning);
  const std::string name = concat(expr.text(), '@', entry.range.file, ':', entry.range.begin);
  if (!lost_.is_first_misfit(name, "no value")) return std::nullopt;
  diagnostics_
      .report(Rule::type_mismatch, expr.range,
              concat("'", expr.text(), "' is ", describe(entry.meaning), ", not a value",
                     function ? concat("; call it: ", expr.text(), "(…)") : std::string(),
                     given ? concat("; write 'insert ", expr.text(), ";'") : std::string(),
                     robot ? concat("; write 'use ", expr.text(), "() as NAME;'") : std::string()))
      .note(entry.range, "it is defined here");
  return std::nullopt;
}

// --- calls -------------------------------------------------------------------------------------------------

std::optional<Value> Evaluator::call(const Expr& expr) {
  const Expr& callee = expr.operands.front();
  if (const Scope::Entry* entry = lookup(callee)) {
    if (const auto* function = std::get_if<const Function*>(&entry->meaning))
      return call_function(expr, **function);
    if (const auto* value = std::get_if<Value>(&entry->meaning);
        value != nullptr && std::holds_alternative<Anything>(value->content))
      return *value;
    if (!lost_.is_first_misfit(callee.text(), "function")) return std::nullopt;
    const bool module = std::holds_alternative<const Module*>(entry->meaning);
    const std::vector<BuiltinInfo> builtins = builtin_functions();
    const bool hides = std::ranges::find(builtins, callee.text(), &BuiltinInfo::name) != builtins.end();
    diagnostics_
        .report(Rule::type_mismatch, callee.range,
                concat("'", callee.text(), "' is ", describe(entry->meaning), ", not a function",
                       module ? concat("; write 'use ", callee.text(), "(…) as NAME;'") : std::string()))
        .note(entry->range,
              hides ? "it is defined here, and hides the function of its name" : "it is defined here");
    return std::nullopt;
  }
  if (callee.kind == Expr::Kind::name && surroundings_.answer && is_robot_function(callee.text()))
    return surroundings_.answer(expr);
  if (callee.kind == Expr::Kind::name) return call_builtin(expr, callee.text());
  if (callee.kind == Expr::Kind::member) {
    member(callee);  // reports what is wrong with it
    return std::nullopt;
  }
  diagnostics_.report(Rule::type_mismatch, callee.range, "only functions can be called");
  return std::nullopt;
}

void Evaluator::report_unknown_function(const Expr& callee) {
  if (lost_.has(callee.text())) return;
  lost_.add(callee.text());
  if (is_robot_function(callee.text())) {
    diagnostics_.report(Rule::unknown_name, callee.range,
                        concat("'", callee.text(), "' needs the complete robot; use it only in a 'test'"));
    return;
  }
  std::vector<std::string_view> known = scope_->visible();
  if (surroundings_.answer)
    for (const BuiltinInfo& info : robot_functions()) known.push_back(info.name);
  for (const BuiltinInfo& info : builtin_functions()) known.push_back(info.name);
  report_unknown(WordPlace::function, callee, concat("there is no function '", callee.text(), "'"), known,
                 diagnostics_);
}

std::optional<Value> Evaluator::call_function(const Expr& expr, const Function& function) {
  function.used = true;
  const std::string what = concat("function '", function.name.text, "'");
  const ExpansionContext context(diagnostics_, expr.range,
                                 [&] { return concat("in this call of '", function.name.text, "'"); });
  Scope scope(function.scope);
  if (!bind_arguments(&expr, expr.range, {what, function.name.range, function.formals, function.scope},
                      scope))
    return std::nullopt;
  const Type result = type_in(function.scope, function.result);
  bool unknown = false;
  for (const Formal* formal : function.formals)
    if (const auto* entry = scope.find_here(formal->name.text))
      if (const auto* value = std::get_if<Value>(&entry->meaning)) unknown = unknown || value->unknown;
  // A call with unknown arguments is not evaluated: its recursion might not terminate.
  if (unknown) return unknown_of(result, expr.range);
  const Within within(*this, &scope);
  const Expanding expanding(*this);
  auto value = evaluate(*function.body);
  if (value) value = conform(*value, result, concat("the result of ", what));
  return value;
}

// The index of a parameter that an argument names.
std::optional<std::size_t> Evaluator::find_parameter(const Binding& name, const Callee& callee) {
  const auto& formals = callee.formals;
  const auto found = std::find_if(formals.begin(), formals.end(),
                                  [&](const Formal* f) { return f->name.text == name.text; });
  if (found != formals.end()) return static_cast<std::size_t>(found - formals.begin());
  diagnostics_
      .report(Rule::unknown_name, name.range, concat(callee.what, " has no parameter '", name.text, "'"))
      .nearest(name.text, formals, [](const Formal* f) { return std::string_view(f->name.text); })
      .note(callee.definition, "it is defined here");
  return std::nullopt;
}

// A null `given` means the default, which may be made of the parameters in front of it.
std::optional<Value> Evaluator::value_of_parameter(const Formal& formal, const Expr* given,
                                                   const Scope* defaults, const Scope& earlier) {
  const Type wanted = type_in(defaults, formal.type.get());
  std::optional<Value> value;
  if (given == nullptr) {
    const Within within(*this, &earlier);
    value = evaluate(*formal.preset);
  } else if (wanted.kind == Type::Kind::entity && surroundings_.entity) {
    value = surroundings_.entity(*given);
  } else {
    value = evaluate(*given);
  }
  return value ? conform(*value, wanted, concat("parameter '", formal.name.text, "'")) : std::nullopt;
}

bool Evaluator::bind_arguments(const Expr* call, SourceRange where, const Callee& callee, Scope& into) {
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
    const auto at = name.text.empty() ? std::optional(position++) : find_parameter(name, callee);
    if (at && !name.text.empty())
      into.record(ProgramName::Kind::parameter, name.range, formals[*at]->name.range);
    if (!at) {
      good = false;
      continue;
    }
    if (*at >= formals.size()) {
      diagnostics_
          .report(Rule::wrong_count, argument.range,
                  concat(callee.what, " takes ", taken, taken == 1 ? " value" : " values", ", not ", count))
          .note(callee.definition, "it is defined here");
      return false;
    }
    if (takes_statements(*formals[*at])) {
      diagnostics_.report(
          Rule::type_mismatch, argument.range,
          concat("'", name.text, "' takes statements, which follow the call: with ", name.text, " { … }"));
      good = false;
      continue;
    }
    if (given[*at] != nullptr) {
      diagnostics_
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
      type_in(callee.defaults, formal.type.get());  // reports one that there is not: 'statments'
      if (good && !has_lost_type(formal))
        diagnostics_
            .report(Rule::wrong_count, where,
                    concat(callee.what, " needs a value for '", formal.name.text, "'"))
            .note(formal.name.range, "the parameter is here");
      good = false;
      continue;
    }
    auto value = value_of_parameter(formal, given[i], callee.defaults, into);
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
