#include "frontend/language/values/meanings.h"

#include <algorithm>
#include <numbers>
#include <span>

#include "frontend/language/mistakes/later_definitions.h"
#include "frontend/language/values/forms.h"
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

void report_unknown_name(Evaluator& e, const Expr& name, bool robots) {
  if (e.lost().has(name.text())) return;
  e.lost().add(name.text());
  auto below = e.scope()->announced(name.text());
  if (!below) below = find_defined_below(e.sources(), name.text(), name.range);
  if (below) {
    e.diagnostics()
        .report(Rule::unknown_name, name.range, concat("'", name.text(), "' is defined below its use"))
        .note(*below, "it is defined here; move it up");
    return;
  }
  if (!robots && find_unit(name.text()) != nullptr) {
    constexpr std::uint32_t kInFront = 4;  // bytes in which something stands that was taken for no number
    if (e.diagnostics().in_doubt(
            {name.range.file, name.range.begin - std::min(kInFront, name.range.begin), name.range.end}))
      return;
    e.diagnostics().report(
        Rule::unknown_name, name.range,
        concat("'", name.text(), "' is not defined; as a unit it must directly follow a number, as in 1 ",
               name.text()));
    return;
  }
  std::vector<std::string_view> known = e.scope()->visible();
  std::erase_if(known, [&](std::string_view candidate) {
    const auto* module = std::get_if<const Module*>(&e.scope()->find(candidate)->meaning);
    return !robots && module != nullptr && (*module)->robot;
  });
  known.insert(known.end(), kConstants.begin(), kConstants.end());
  report_unknown(WordPlace::value, name, concat("'", name.text(), "' is not defined"), known,
                 e.diagnostics());
}

void report_unknown_statements(Evaluator& e, const Name& name) {
  if (e.lost().has(name.text)) return;
  e.lost().add(name.text);
  std::vector<std::string_view> known = e.scope()->visible();
  std::erase_if(known, [&](std::string_view candidate) {
    return !std::holds_alternative<std::shared_ptr<const GivenStatements>>(
        e.scope()->find(candidate)->meaning);
  });
  e.diagnostics()
      .report(Rule::unknown_name, name.range,
              concat("the module has no parameter '", name.text, "' of type '", kStatementsType, "'"))
      .nearest(name.text, known);
}

void report_unseen(Evaluator& e, const LanguageFile& file, const Scope::Entry& import, std::string_view name,
                   SourceRange where) {
  if (const Scope::Entry* hidden = file.scope->find_here(name); hidden != nullptr) {
    e.diagnostics()
        .report(Rule::unknown_name, where, concat("'", name, "' is private in '", file.path, "'"))
        .note(hidden->range, "it is defined here; without 'private' other files see it");
    return;
  }
  e.diagnostics()
      .report(Rule::unknown_name, where, concat("'", import.name, "' has nothing called '", name, "'"))
      .nearest(name, visible_names(file))
      .note(import.range, concat("it is the file '", file.path, "'"));
}

std::optional<Value> evaluate_name(Evaluator& e, const Expr& expr) {
  if (const Scope::Entry* entry = e.find(expr.text(), expr.text_range()))
    return meaning_as_value(e, *entry, expr);
  if (expr.text() == "pi") return Value{computed(std::numbers::pi, {}), expr.range};
  if (expr.text() == "g0")
    return Value{computed(9.80665, *dimension_of("m/s^2")), expr.range};  // standard gravity
  if (expr.text() == "identity")
    return Value{Pose{TransformExpr(TransformExpr::XyzRpy{}), false, 1, 1}, expr.range};
  if (is_robot_fact(expr.text())) {
    if (e.surroundings().facts == nullptr) {
      e.diagnostics().report(
          Rule::unknown_name, expr.range,
          concat("'", expr.text(), "' is known only when the robot is complete; use it only in 'assert'"));
      return std::nullopt;
    }
    if (expr.text() == "total_mass")
      return Value{computed(e.surroundings().facts->total_mass, *dimension_of("kg")), expr.range};
    const std::size_t count = expr.text() == "link_count"    ? e.surroundings().facts->link_count
                              : expr.text() == "joint_count" ? e.surroundings().facts->joint_count
                                                             : e.surroundings().facts->dof;
    return Value{computed(static_cast<double>(count), {}), expr.range};
  }
  report_unknown_name(e, expr);
  return std::nullopt;
}

std::optional<Value> meaning_as_value(Evaluator& e, const Scope::Entry& entry, const Expr& expr) {
  if (const auto* value = std::get_if<Value>(&entry.meaning)) return *value;
  const bool function = std::holds_alternative<const Function*>(entry.meaning);
  const bool given = std::holds_alternative<std::shared_ptr<const GivenStatements>>(entry.meaning);
  const bool robot = std::holds_alternative<const ForeignRobots*>(entry.meaning);
  const std::string name = concat(expr.text(), '@', entry.range.file, ':', entry.range.begin);
  if (!e.lost().is_first_misfit(name, "no value")) return std::nullopt;
  e.diagnostics()
      .report(Rule::type_mismatch, expr.range,
              concat("'", expr.text(), "' is ", describe(entry.meaning), ", not a value",
                     function ? concat("; call it: ", expr.text(), "(…)") : std::string(),
                     given ? concat("; write 'insert ", expr.text(), ";'") : std::string(),
                     robot ? concat("; write 'use ", expr.text(), "() as NAME;'") : std::string()))
      .note(entry.range, "it is defined here");
  return std::nullopt;
}

}  // namespace romas::language
