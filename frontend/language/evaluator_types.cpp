// Types as they are written, and values of them.
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "frontend/language/evaluator.h"
#include "support/text.h"

namespace romas::language {

Evaluator::FromData::FromData(const Evaluator& evaluator, const Value& value) {
  if (!value.data.valid() || value.data == value.range) return;
  note_.emplace(evaluator.diagnostics_, value.data,
                [] { return std::string("the value is read from here"); });
}

Evaluator::FromPart::FromPart(const Evaluator& evaluator, const Value& whole, const Value& part) {
  if (whole.range.file == part.range.file) return;
  note_.emplace(evaluator.diagnostics_, whole.range, [] { return std::string("it is a part of this"); });
}

// --- types -------------------------------------------------------------------------------------------------

Type Evaluator::type(const TypeExpr* written) {
  Type result;
  if (written == nullptr) return result;
  switch (written->kind) {
    case TypeExpr::Kind::name: return named_type(*written);
    case TypeExpr::Kind::list: result.kind = Type::Kind::list; break;
    case TypeExpr::Kind::tuple: result.kind = Type::Kind::tuple; break;
    case TypeExpr::Kind::record: result.kind = Type::Kind::record; break;
    case TypeExpr::Kind::choice: result.kind = Type::Kind::choice; break;
  }
  std::unordered_map<std::string_view, SourceRange> known;
  for (std::size_t i = 0; i < written->names.size(); ++i) {
    const Binding& name = written->names[i];
    if (const auto [first, fresh] = known.try_emplace(name.text, name.range); !fresh) {
      diagnostics_.report(Rule::duplicate_name, name.range, concat("'", name.text, "' stands twice"))
          .note(first->second, "the first is here");
      continue;
    }
    result.names.push_back(name.text);
    if (result.kind == Type::Kind::record) result.elements.push_back(type(&written->elements[i]));
  }
  if (result.kind != Type::Kind::record)
    for (const TypeExpr& element : written->elements) result.elements.push_back(type(&element));
  return result;
}

// The type that a path of names means.
const TypeDefinition* Evaluator::find_type_definition(const TypeExpr& written) {
  const Binding& head = written.names.front();
  const Scope::Entry* entry = find(head.text, head.range);
  for (std::size_t i = 1; entry != nullptr && i < written.names.size(); ++i) {
    const auto* file = std::get_if<const LanguageFile*>(&entry->meaning);
    const Scope::Entry* inner = file == nullptr ? nullptr : find_visible(**file, written.names[i].text);
    if (inner == nullptr && file != nullptr) {
      report_unseen(**file, *entry, written.names[i].text, written.names[i].range);
      return nullptr;
    }
    if (inner != nullptr) scope_->record(*inner, written.names[i].range);
    entry = inner;
  }
  if (entry != nullptr)
    if (const auto* definition = std::get_if<const TypeDefinition*>(&entry->meaning)) return *definition;
  const auto* value = entry == nullptr ? nullptr : std::get_if<Value>(&entry->meaning);
  if (value != nullptr && std::holds_alternative<Anything>(value->content)) return nullptr;  // reported
  std::vector<std::string_view> known = type_names();
  for (const std::string_view name : scope_->visible())
    if (std::holds_alternative<const TypeDefinition*>(scope_->find(name)->meaning)) known.push_back(name);
  auto builder = diagnostics_.report(
      Rule::unknown_name, written.range,
      concat("there is no type '", join(written.names, ".", [](const Binding& name) { return name.text; }),
             "'"));
  if (written.names.size() == 1) builder.nearest(head.text, known);
  return nullptr;
}

Type Evaluator::named_type(const TypeExpr& written) {
  if (written.names.size() == 1)
    if (const auto found = find_type(written.names.front().text)) return *found;
  const TypeDefinition* definition = written.names.empty() ? nullptr : find_type_definition(written);
  // A few types that name others can have very many parts.
  if (definition == nullptr || !budget_.spend(Budget::kEntityCost, written.range)) return {};
  if (std::ranges::find(open_types_, definition) != open_types_.end()) {
    const bool known = std::ranges::any_of(open_types_, &TypeDefinition::is_circular);
    for (const TypeDefinition* open : open_types_) open->is_circular = true;
    if (!known)
      diagnostics_
          .report(Rule::type_mismatch, written.range,
                  concat("type '", definition->name.text, "' holds itself"))
          .note(definition->name.range, "it is defined here");
    return {};
  }
  constexpr std::size_t kDeepest = 64;
  if (open_types_.size() >= kDeepest) {
    budget_.exhaust(written.range, concat("types name each other deeper than ", kDeepest));
    return {};
  }
  open_types_.push_back(definition);
  const Within within(*this, definition->scope);
  Type result = type(definition->type);
  open_types_.pop_back();
  return result;
}

void Evaluator::check_type(const TypeDefinition& definition) {
  open_types_.push_back(&definition);
  type(definition.type);
  open_types_.pop_back();
}

// --- values ------------------------------------------------------------------------------------------------

// Members and elements are reported where they are written; nothing if the value as a whole is of another
// kind.
bool Evaluator::report_parts(const Value& value, const Type& type, std::string_view what) {
  const auto part = [&](const Value& element, const Type& wanted, const std::string& name) {
    const FromPart from(*this, value, element);
    if (!language::conform(element, wanted)) conform(element, wanted, name);
  };
  if (const auto* record = std::get_if<Record>(&value.content);
      record != nullptr && type.kind == Type::Kind::record) {
    for (std::size_t i = 0; i < type.names.size(); ++i) {
      if (const Value* member = record->find(type.names[i]))
        part(*member, type.elements[i], concat("'", type.names[i], "'"));
      else
        report_missing_member(*record, value, type.names[i], what);
    }
    return true;
  }
  const auto* list = std::get_if<List>(&value.content);
  const bool tells_more = value.data.valid() || (type.kind == Type::Kind::list &&
                                                 (type.elements.front().kind == Type::Kind::record ||
                                                  type.elements.front().kind == Type::Kind::choice));
  if (list == nullptr || type.kind != Type::Kind::list || !tells_more) return false;
  for (const Value& element : *list) part(element, type.elements.front(), std::string(what));
  return true;
}

void Evaluator::report_missing_member(const Record& record, const Value& value, std::string_view name,
                                      std::string_view what) {
  const SourceRange where = record.where().valid() ? record.where() : value.range;
  auto builder = diagnostics_.report(Rule::wrong_count, where,
                                     concat("the record has no member '", name, "', which ", what, " takes"));
  const std::string_view near = nearest_name(name, record.names(), &Binding::text);
  const auto at = std::ranges::find(record.names(), near, &Binding::text);
  if (!near.empty() && at != record.names().end())
    builder.note(at->range, concat("is '", near, "' meant to be '", name, "'?"));
}

std::optional<Value> Evaluator::conform(const Value& value, const Type& type, std::string_view what) {
  if (auto fitting = language::conform(value, type)) return fitting;
  if (report_parts(value, type, what)) return std::nullopt;
  const FromData from(*this, value);
  const auto* quantity = std::get_if<Quantity>(&value.content);
  const auto* text = std::get_if<String>(&value.content);
  if (text != nullptr && type.kind == Type::Kind::choice) {
    diagnostics_.report(Rule::bad_value, value.range,
                        concat("'", **text, "' is none of the texts that ", what, " takes: ", describe(type),
                               did_you_mean(**text, type.names)));
    return std::nullopt;
  }
  std::string message =
      concat(shown(value.range), " is ", describe(value), ", but ", what, " takes ", describe(type));
  const std::string units = type.kind == Type::Kind::quantity ? si_units(type.dimension) : std::string();
  const bool literal = quantity != nullptr && quantity->dimension.plain() && !units.empty() &&
                       quantity->digits == sources_.text(value.range) && !quantity->digits.empty();
  const std::string unit =
      units == "rad" && literal && std::abs(quantity->value) > 2 * std::numbers::pi ? "deg" : units;
  if (literal) message.append(concat("; write '", sources_.text(value.range), ' ', unit, "'"));
  auto builder =
      diagnostics_.report(quantity != nullptr && type.kind == Type::Kind::quantity ? Rule::dimension_mismatch
                                                                                   : Rule::type_mismatch,
                          value.range, std::move(message));
  if (literal) builder.suggest({value.range.file, value.range.end, value.range.end}, concat(' ', unit));
  if (quantity == nullptr || type.kind != Type::Kind::quantity) return std::nullopt;
  return Value{computed(quantity->value, type.dimension), value.range,
               value.unknown};  // as most likely meant
}

}  // namespace romas::language
