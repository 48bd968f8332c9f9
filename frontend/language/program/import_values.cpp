#include "frontend/language/program/import_values.h"

#include <algorithm>
#include <map>

#include "support/text/text.h"

namespace romas::language {

const GivenValue* GivenValues::find(std::string_view name) const {
  const auto found = std::ranges::find(
      values, name, [](const GivenValue& given) -> const std::string& { return given.name.text; });
  return found == values.end() ? nullptr : &*found;
}

GivenValues given_values(const Statement& import, Evaluator& evaluator, DiagnosticEngine& diagnostics) {
  GivenValues given{import.the<Text>("import").range, {}, false};
  for (const Formal* argument : import.all<Formal>()) {
    if (argument->preset == nullptr) continue;  // lost in a syntax error
    if (argument->name.text.empty()) {
      diagnostics.report(Rule::wrong_count, argument->preset->range,
                         "a value of an import needs the name of a parameter: write 'NAME = VALUE'");
      given.nameless = true;
      continue;
    }
    if (const GivenValue* first = given.find(argument->name.text)) {
      diagnostics
          .report(Rule::repeated_property, argument->name.range,
                  concat("'", argument->name.text, "' is given twice"))
          .note(first->name.range, "the first is here");
      continue;
    }
    auto value = evaluator.evaluate(*argument->preset);
    given.values.push_back(
        {argument->name, value ? std::move(*value) : Value{Anything{}, argument->preset->range, true}});
  }
  return given;
}

namespace {

// The recursion is as deep as lists are nested, which brackets limit.
bool add_key(const Value& value, std::string& key) {
  const auto list = [&](const Elements& elements, char kind) {
    key.push_back(kind);
    for (const Value& element : elements)
      if (!add_key(element, key)) return false;
    key.push_back(')');
    return true;
  };
  if (value.unknown) return false;
  if (const auto* quantity = std::get_if<Quantity>(&value.content)) {
    key.append(concat(format_double(quantity->value), quantity->bare_zero ? "~" : " ",
                      si_units(quantity->dimension), quantity->degrees ? " in deg;" : ";"));
    return true;
  }
  if (const auto* text = std::get_if<String>(&value.content)) {
    key.append(concat("\"", (*text)->size(), ":", **text));
    return true;
  }
  if (const auto* truth = std::get_if<bool>(&value.content)) {
    key.append(*truth ? "true;" : "false;");
    return true;
  }
  if (const auto* tuple = std::get_if<Tuple>(&value.content)) return list(*tuple, '(');
  if (const auto* elements = std::get_if<List>(&value.content)) return list(*elements, '[');
  if (const auto* record = std::get_if<Record>(&value.content)) {
    for (const Binding& name : record->names()) key.append(concat("\"", name.text.size(), ":", name.text));
    return list(*record, '{');
  }
  return false;
}

}  // namespace

std::optional<std::string> key_of(const GivenValues& given) {
  std::map<std::string_view, const Value*> sorted;
  for (const GivenValue& one : given.values) sorted.emplace(one.name.text, &one.value);
  std::string key;
  for (const auto& [name, value] : sorted) {
    key.append(concat("\n", name, "="));
    if (!add_key(*value, key)) return std::nullopt;
  }
  return key;
}

std::optional<std::string> as_xacro_argument(const Value& value) {
  if (const auto* text = std::get_if<String>(&value.content)) return **text;
  if (const auto* truth = std::get_if<bool>(&value.content)) return std::string(*truth ? "true" : "false");
  const auto* quantity = std::get_if<Quantity>(&value.content);
  if (quantity == nullptr) return std::nullopt;
  return quantity->si && !quantity->digits.empty() ? std::string(quantity->digits)
                                                   : format_double(quantity->value);
}

}  // namespace romas::language
