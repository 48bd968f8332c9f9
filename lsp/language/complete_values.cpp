// Values and units: what is defined, what is built in, and what a place measures.
#include <algorithm>
#include <functional>

#include "frontend/language/values/known_words.h"
#include "frontend/language/values/meanings.h"
#include "ir/model/units.h"
#include "lsp/language/completion_parts.h"
#include "lsp/language/signatures.h"
#include "lsp/markup/completion/completion_context.h"
#include "support/text/text.h"

namespace romas::typing {

using language::Definition;
using language::NameSort;
using language::ValueSort;
using markup::ItemKind;

namespace {

using Kind = Definition::Kind;

void add_definition(const Definition& definition, Items& items) {
  const std::string dotted = definition.name + ".";
  switch (definition.kind) {
    case Kind::param:
    case Kind::value:
    case Kind::parameter:
    case Kind::variable:
    case Kind::local: items.add_word(ItemKind::property, definition.name, describe(definition)); break;
    case Kind::function:
      items.add(ItemKind::function, definition.name, definition.name + "()", call_snippet(definition),
                describe(definition));
      break;
    case Kind::instance:
    case Kind::import: items.add(ItemKind::module, dotted, dotted, dotted, describe(definition)); break;
    default: break;
  }
}

void add_entities(NameSort sort, Items& items) { complete_names({sort, {}}, items); }

// Whether a call asks the complete robot, as `pose(tip)` of a test does.
bool asks_robot(const CallAt& call, const Items& items) {
  return call.call.path.size() == 1 && language::is_robot_function(call.call.path.front()) &&
         items.names.is_in_test(items.offset);
}

void add_entities_of_robot(std::string_view parameter, Items& items) {
  if (parameter == "joint") return add_entities(NameSort::moving_joint, items);
  add_entities(NameSort::link, items);
  if (parameter != "link") add_entities(NameSort::frame, items);
}

// The parameters of the call around the place that are not given yet, and what fits the one that is being
// given.
void add_parameters(Items& items) {
  const auto call = call_at(items.names, items.offset);
  if (!call) return;
  const Signature& signature = call->signatures[call->signature];
  const auto& arguments = call->call.arguments;
  const auto at =
      std::ranges::find_if(arguments, [&](const auto& one) { return items.offset <= one.separator; });
  if (call->parameter) {
    const std::string& type = signature.parameters[*call->parameter].type;
    if (type == "link") add_entities(NameSort::link, items);
    if (type == "joint") add_entities(NameSort::joint, items);
    if (asks_robot(*call, items)) add_entities_of_robot(signature.parameters[*call->parameter].name, items);
  }
  const bool begins_here = at == arguments.end() || (at->name.empty() && items.replace.begin <= at->begin);
  if (!signature.takes_names || !begins_here) return;
  for (const Signature::Parameter& parameter : signature.parameters) {
    const bool is_given =
        std::ranges::any_of(arguments, [&](const auto& one) { return one.name == parameter.name; });
    const std::string put = parameter.name + " = ";
    if (!is_given)
      items.add(ItemKind::property, put, put, markup::escape_snippet(put),
                concat("parameter ", parameter.label));
  }
}

void add_builtins(Items& items) {
  const language::BuiltinNames known = language::builtin_names();
  for (const std::string_view name : known.constants) items.add_word(ItemKind::constant, name, "a constant");
  if (items.at.wanted.sort == ValueSort::boolean)
    for (const std::string_view name : known.facts)
      items.add_word(ItemKind::constant, name, "of the whole robot");
  const auto add = [&](const language::BuiltinInfo& info) {
    items.add(ItemKind::function, info.name, concat(info.name, "()"),
              concat(markup::escape_snippet(info.name), "($1)"), concat(info.signature, ": ", info.summary));
  };
  if (items.names.is_in_test(items.offset)) std::ranges::for_each(language::robot_functions(), add);
  std::ranges::for_each(language::builtin_functions(), add);
}

void add_members(Items& items) {
  const Definition* owner = items.names.find(items.at.member_of, items.offset);
  for (const Member& member : items.names.members(items.at.member_of, items.offset)) {
    const bool is_called = member.kind == Kind::function && member.definition != nullptr;
    const bool is_value = member.kind != Kind::module && member.kind != Kind::robot &&
                          member.kind != Kind::assembly && member.kind != Kind::type;
    if (is_called)
      add_definition(*member.definition, items);
    else if (is_value && is_identifier(member.name))
      items.add_word(ItemKind::property, member.name, language::describe(member.kind));
    else if (is_value && member.definition == nullptr)  // of a record
      items.add_name(member.name, false);
  }
  const bool has_own = owner != nullptr && (owner->kind == Kind::instance || owner->kind == Kind::import ||
                                            !owner->members.empty() || !owner->path.empty());
  if (has_own) return;
  for (const std::string_view name : language::kTupleMembers)
    items.add_word(ItemKind::property, name, "of a tuple");
}

// --- units ---

void add_unit(std::string_view unit, Items& items) {
  const auto dimension = dimension_of(unit);
  items.add_word(ItemKind::unit, unit, dimension ? describe(*dimension) : std::string());
}

// Products of units for a dimension: as the place writes it, single ones, and others in place of the first
// factor.
void add_units_of(std::string_view units, const Dimension& wanted, Items& items) {
  const std::size_t first_end = std::min(units.find_first_of("*/^"), units.size());
  const Unit* first = find_unit(units.substr(0, first_end));
  if (first_end < units.size()) add_unit(units, items);
  for (const Unit& unit : all_units())
    if (unit.dimension == wanted) add_unit(unit.name, items);
  if (first == nullptr || first_end == units.size()) return;
  for (const Unit& unit : all_units())
    if (unit.dimension == first->dimension) add_unit(concat(unit.name, units.substr(first_end)), items);
}

// The factor that a product still lacks.
void add_factors(std::string_view before, const Dimension& wanted, std::string_view units, Items& items) {
  if (units.starts_with(before)) add_unit(units.substr(before.size()), items);
  for (const Unit& unit : all_units())
    if (dimension_of(concat(before, unit.name)) == wanted) add_unit(unit.name, items);
}

}  // namespace

void complete_units(Items& items) {
  std::string units = items.at.wanted.units;
  if (units.empty())
    if (const auto call = call_at(items.names, items.offset); call && call->parameter)
      units = call->signatures[call->signature].parameters[*call->parameter].units;
  const auto wanted = units.empty() ? std::nullopt : dimension_of(units);
  const std::string& before = items.at.unit_before;
  if (wanted && !wanted->plain()) {
    if (before.empty()) return add_units_of(units, *wanted, items);
    add_factors(before, *wanted, units, items);
  }
  if (wanted && before.empty()) return;  // a plain number
  for (const Unit& unit : all_units()) add_unit(unit.name, items);
}

void complete_value(Items& items) {
  if (!items.at.member_of.empty()) return add_members(items);
  const language::ValueAt& wanted = items.at.wanted;
  for (const Token& word : split_words(wanted.words)) items.add_word(ItemKind::value, word.text);
  if (wanted.sort == ValueSort::axis) add_entities(NameSort::axis, items);
  if (wanted.sort == ValueSort::thing) {
    add_entities(NameSort::link_or_joint, items);
    add_entities(NameSort::frame, items);
  }
  add_parameters(items);
  for (const Definition* definition : items.names.visible(items.offset)) add_definition(*definition, items);
  add_builtins(items);
}

}  // namespace romas::typing
