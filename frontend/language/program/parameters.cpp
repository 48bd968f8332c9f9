#include "frontend/language/program/parameters.h"

#include <algorithm>
#include <set>

#include "frontend/language/program/syntax_reader.h"
#include "frontend/language/reading/expression_parser.h"
#include "frontend/language/values/types.h"
#include "frontend/language/words/encoding.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The type that the default of a parameter without a type implies, where a value from outside replaces it:
// the dimension of a quantity. Otherwise each use of the parameter would report the same wrong value.
Type type_of_preset(const Expr* preset, Evaluator& evaluator) {
  const auto value = preset == nullptr ? std::nullopt : evaluator.evaluate(*preset);
  const auto* quantity = value ? std::get_if<Quantity>(&value->content) : nullptr;
  if (quantity == nullptr || quantity->dimension.plain()) return {};
  return {Type::Kind::quantity, quantity->dimension, {}};
}

// Whether what stands on the command line is a text as it stands: the parameter's type is one, or one of
// several texts; or it has no type, and its preset is a text.
bool takes_text(const Type& type, bool typed, const Expr* preset) {
  if (typed) return type.kind == Type::Kind::text || type.kind == Type::Kind::choice;
  return preset != nullptr && preset->kind == Expr::Kind::text;
}

// A value from outside as one of the parameter's type. A wrong one is one mistake: it counts as unknown where
// the parameter is used.
Value fitting(const Value& outside, const Type& type, std::string_view what, Evaluator& evaluator) {
  if (const auto value = conform(outside, type)) return *value;
  conform(evaluator, outside, type, what);
  return unknown_of(type, outside.range);
}

}  // namespace

std::optional<Value> Parameters::from_command_line(std::string_view name, bool text, Evaluator& evaluator) {
  const auto& definitions = session_.options.definitions;
  const auto given = std::find_if(definitions.rbegin(), definitions.rend(),
                                  [&](const auto& definition) { return definition.first == name; });
  if (given == definitions.rend()) return std::nullopt;
  const FileId file = session_.sources.add_text(concat("-D ", name), given->second);
  const SourceRange range{file, 0, static_cast<std::uint32_t>(given->second.size())};
  const Value broken{Anything{}, range, true};
  if (!check_encoding(file, session_.sources, session_.diagnostics)) return broken;
  if (text && !given->second.starts_with('"')) return Value{String(given->second), range};
  const auto expr = parse_expression(range, session_.sources, session_.diagnostics);
  return expr ? evaluator.evaluate(*expr).value_or(broken) : broken;
}

void Parameters::define(const Statement& s, FileText& text, Evaluator& evaluator,
                        std::vector<const Name*>& missing) {
  const Name& name = s.the<Name>("param");
  expect_fixed(name, "a parameter", session_);
  const auto* written = s.first<TypeExpr>();
  const auto* preset = s.first<Expr>();
  const Type type = read_type(evaluator, written);
  const std::string what = concat("parameter '", name.text, "'");
  const GivenValue* given = text.given.find(name.text);
  if (given != nullptr) text.file.scope->record(ProgramName::Kind::property, given->name.range, name.range);
  std::optional<Value> outside = given != nullptr ? std::optional(given->value) : std::nullopt;
  if (text.main)
    outside = from_command_line(name.text, takes_text(type, written != nullptr, preset), evaluator);
  std::optional<Value> value;
  if (outside) {
    const std::size_t errors = session_.diagnostics.error_count();
    std::optional<ExpansionContext> here;
    if (given != nullptr)
      here.emplace(session_.diagnostics, name.range, [] { return "the parameter is here"; });
    value = fitting(*outside, written == nullptr ? type_of_preset(preset, evaluator) : type, what, evaluator);
    text.misfits += session_.diagnostics.error_count() - errors;
  } else if (preset != nullptr) {
    value = evaluator.evaluate(*preset);
    if (value) value = conform(evaluator, *value, type, what);
  } else {
    missing.push_back(&name);
  }
  evaluator.define(*text.file.scope, {name.text, name.range}, value ? *value : unknown_of(type, name.range));
}

void Parameters::define_of(const RobotText& robot, Expander& expander) {
  Evaluator& evaluator = expander.evaluator();
  for (const Formal& formal : robot.formals) {
    if (takes_statements(formal)) continue;  // which is an error of its own
    const Type type = read_type(evaluator, formal.type.get());
    const std::string what = concat("parameter '", formal.name.text, "'");
    const bool is_text = takes_text(type, formal.type != nullptr, formal.preset.get());
    const auto outside = from_command_line(formal.name.text, is_text, evaluator);
    std::optional<Value> value;
    if (outside)
      value = fitting(*outside, formal.type ? type : type_of_preset(formal.preset.get(), evaluator), what,
                      evaluator);
    else if (formal.preset)
      value = evaluator.evaluate(*formal.preset);
    else
      report(Rule::parameter_value, formal.name.range,
             concat(what, " of robot '", robot.name.text, "' has no value; give it one here, or with -D ",
                    formal.name.text, "=VALUE, or make the robot a module"));
    if (value && !outside) value = conform(evaluator, *value, type, what);
    expander.define_parameter(formal, value ? *value : unknown_of(type, formal.name.range));
  }
}

// --- values for parameters that there are not, and parameters without values -----------------------------

void Parameters::check_command_line(const FileText& text) {
  std::set<std::string_view> known;
  for (const Statement& s : text.syntax->statements)
    if (s.word() == "param") known.insert(s.the<Name>("param").text);
  for (const RobotText& robot : text.syntax->robots)
    for (const Formal& formal : robot.formals) known.insert(formal.name.text);
  for (const auto& [name, value] : session_.options.definitions) {
    if (known.contains(name)) continue;
    report(Rule::parameter_value, {},
           concat("-D ", name, ": '", text.file.path, "' has no parameter '", name, "'"))
        .nearest(name, known);
  }
}

void Parameters::check_given(const FileText& text) {
  std::set<std::string_view> known;
  for (const Statement& s : text.syntax->statements)
    if (s.word() == "param") known.insert(s.the<Name>("param").text);
  for (const GivenValue& given : text.given.values) {
    const std::string& name = given.name.text;
    if (known.contains(name)) continue;
    session_.malformed = true;
    auto builder = report(Rule::unknown_name, given.name.range,
                          concat("'", text.file.path, "' has no parameter '", name, "'"));
    const RobotText* taker = nullptr;
    for (const RobotText& robot : text.syntax->robots)
      for (const Formal& formal : robot.formals)
        if (taker == nullptr && formal.name.text == name) {
          taker = &robot;
          builder.note(formal.name.range, concat("it is a parameter of robot '", robot.name.text,
                                                 "': write it at the 'use' of the robot"));
        }
    if (taker == nullptr) builder.nearest(name, known);
  }
}

void Parameters::report_missing(const FileText& text, const std::vector<const Name*>& missing) {
  if (text.main || !text.given.import.valid()) {
    for (const Name* name : missing)
      report(Rule::parameter_value, name->range,
             concat("parameter '", name->text, "' has no value; give it one here, or with -D ", name->text,
                    "=VALUE"));
    return;
  }
  if (missing.empty() || text.given.nameless) return;
  const std::string names = join(missing, ", ", [](const Name* name) { return in_quotes(name->text); });
  auto builder = report(
      Rule::parameter_value, text.given.import,
      concat("'", text.file.path, "' needs ", missing.size() == 1 ? "a value" : "values", " for ", names,
             ": write '… as NAME(",
             join(missing, ", ", [](const Name* name) { return concat(name->text, " = VALUE"); }), ")'"));
  for (const Name* name : missing) builder.note(name->range, "the parameter is here");
}

}  // namespace romas::language
