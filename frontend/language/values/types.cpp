#include "frontend/language/values/types.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "frontend/language/values/meanings.h"
#include "frontend/language/values/misfits.h"
#include "frontend/language/words/foreign_words.h"
#include "frontend/language/words/probable_units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// Finds the meanings of types that name others.
class TypeReader {
 public:
  explicit TypeReader(Evaluator& e) : e_(e) {}
  Type type(const TypeExpr* written);
  void check(const TypeDefinition& definition);

 private:
  Type named_type(const TypeExpr& written);
  const TypeDefinition* find_type_definition(const TypeExpr& written);

  Evaluator& e_;
  std::vector<const TypeDefinition*> open_types_;  // whose meanings are being found
};

Type TypeReader::type(const TypeExpr* written) {
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
      e_.diagnostics()
          .report(Rule::duplicate_name, name.range, concat("'", name.text, "' occurs twice"))
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
const TypeDefinition* TypeReader::find_type_definition(const TypeExpr& written) {
  const Binding& head = written.names.front();
  const Scope::Entry* entry = e_.find(head.text, head.range);
  for (std::size_t i = 1; entry != nullptr && i < written.names.size(); ++i) {
    const auto* file = std::get_if<const LanguageFile*>(&entry->meaning);
    const Scope::Entry* inner = file == nullptr ? nullptr : find_visible(**file, written.names[i].text);
    if (inner == nullptr && file != nullptr) {
      report_unseen(e_, **file, *entry, written.names[i].text, written.names[i].range);
      return nullptr;
    }
    if (inner != nullptr) e_.scope()->record(*inner, written.names[i].range);
    entry = inner;
  }
  if (entry != nullptr)
    if (const auto* definition = std::get_if<const TypeDefinition*>(&entry->meaning)) return *definition;
  const auto* value = entry == nullptr ? nullptr : std::get_if<Value>(&entry->meaning);
  if (value != nullptr && std::holds_alternative<Anything>(value->content)) return nullptr;  // reported
  const std::string wanted = join(written.names, ".", [](const Binding& part) { return part.text; });
  if (e_.lost().has(wanted)) return nullptr;
  e_.lost().add(wanted);
  std::vector<std::string_view> known = type_names();
  known.push_back(kStatementsType);
  for (const std::string_view name : e_.scope()->visible())
    if (std::holds_alternative<const TypeDefinition*>(e_.scope()->find(name)->meaning)) known.push_back(name);
  const ForeignWord* foreign = find_foreign_word(WordPlace::type, wanted);
  auto builder =
      e_.diagnostics().report(Rule::unknown_name, written.range,
                              concat("there is no type '", wanted, "'", foreign == nullptr ? "" : "; ",
                                     foreign == nullptr ? "" : foreign->help));
  if (foreign != nullptr) {
    if (!foreign->instead.empty()) builder.suggest(written.range, std::string(foreign->instead));
    return nullptr;
  }
  if (written.names.size() == 1) builder.nearest(head.text, known);
  return nullptr;
}

Type TypeReader::named_type(const TypeExpr& written) {
  if (written.names.size() == 1)
    if (const auto found = find_type(written.names.front().text)) return *found;
  const TypeDefinition* definition = written.names.empty() ? nullptr : find_type_definition(written);
  // A few types that name others can have very many parts.
  if (definition == nullptr || !e_.budget().spend(Budget::kEntityCost, written.range)) return {};
  if (std::ranges::find(open_types_, definition) != open_types_.end()) {
    const bool known = std::ranges::any_of(open_types_, &TypeDefinition::is_circular);
    for (const TypeDefinition* open : open_types_) open->is_circular = true;
    if (!known)
      e_.diagnostics()
          .report(Rule::type_mismatch, written.range,
                  concat("type '", definition->name.text, "' contains itself"))
          .note(definition->name.range, "it is defined here");
    return {};
  }
  constexpr std::size_t kDeepest = 64;
  if (open_types_.size() >= kDeepest) {
    e_.budget().exhaust(written.range,
                        concat("types refer to each other more than ", kDeepest, " levels deep"));
    return {};
  }
  open_types_.push_back(definition);
  const Evaluator::Within within(e_, definition->scope);
  Type result = type(definition->type);
  open_types_.pop_back();
  return result;
}

void TypeReader::check(const TypeDefinition& definition) {
  open_types_.push_back(&definition);
  type(definition.type);
  open_types_.pop_back();
}

// How often a member of a type stands in the records of a value, is missing there, or is of another kind.
struct MemberFit {
  std::size_t all = 0, missing = 0, misfits = 0;
  bool reported = false;
  bool in_every() const { return all > 2 && missing + misfits == all; }
};
using MemberFits = std::map<std::string, MemberFit, std::less<>>;

// Reports where a value, or one of its parts, is of another type.
class Conformance {
 public:
  explicit Conformance(Evaluator& e) : e_(e) {}
  std::optional<Value> conform(const Value& value, const Type& type, std::string_view what);

 private:
  bool report_parts(const Value& value, const Type& type, std::string_view what);
  void report_missing_member(const Record& record, const Value& value, std::string_view name,
                             std::string_view what);

  Evaluator& e_;
  std::optional<MemberFits> fits_;  // of the value whose parts are reported
};

// Whether the value is of another kind, and has no parts that are reported instead.
bool is_misfit(const Value& value, const Type& type) {
  const bool has_parts = (type.kind == Type::Kind::record && std::holds_alternative<Record>(value.content)) ||
                         (type.kind == Type::Kind::list && std::holds_alternative<List>(value.content));
  return !has_parts && !conform(value, type);
}

// Returns the key of a member of this type of records.
std::string member_key(const Type& record, std::size_t member) {
  return concat(join(record.names, ","), '.', record.names[member]);
}

void count_members(const Value& value, const Type& type, MemberFits& fits) {
  if (const auto* list = std::get_if<List>(&value.content); list != nullptr && type.kind == Type::Kind::list)
    for (const Value& element : *list) count_members(element, type.elements.front(), fits);
  const auto* record = std::get_if<Record>(&value.content);
  if (record == nullptr || type.kind != Type::Kind::record) return;
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    const Value* member = record->find(type.names[i]);
    MemberFit& fit = fits[member_key(type, i)];
    ++fit.all;
    if (member == nullptr) {
      ++fit.missing;
      continue;
    }
    if (is_misfit(*member, type.elements[i])) ++fit.misfits;
    count_members(*member, type.elements[i], fits);
  }
}

// Members and elements are reported where they are written; nothing if the value as a whole is of another
// kind. A member that is wrong in every record, or in an earlier value, is wrong in the type, and reported
// once.
bool Conformance::report_parts(const Value& value, const Type& type, std::string_view what) {
  const auto* record = type.kind == Type::Kind::record ? std::get_if<Record>(&value.content) : nullptr;
  const auto* list = type.kind == Type::Kind::list ? std::get_if<List>(&value.content) : nullptr;
  const bool tells_more =
      value.data.valid() || (list != nullptr && (type.elements.front().kind == Type::Kind::record ||
                                                 type.elements.front().kind == Type::Kind::choice));
  if (record == nullptr && (list == nullptr || !tells_more)) return false;
  const bool is_whole = !fits_;
  if (is_whole) count_members(value, type, fits_.emplace());
  const auto part = [&](const Value& element, const Type& wanted, const std::string& name) {
    const FromPart from(e_, value, element);
    if (!language::conform(element, wanted)) conform(element, wanted, name);
  };
  for (std::size_t i = 0; record != nullptr && i < type.names.size(); ++i) {
    const Value* member = record->find(type.names[i]);
    const std::string key = member_key(type, i);
    MemberFit& fit = (*fits_)[key];
    if (member != nullptr && is_misfit(*member, type.elements[i]) && e_.lost().has_misfit(key)) continue;
    if (member == nullptr || is_misfit(*member, type.elements[i]))
      if (fit.in_every() && std::exchange(fit.reported, true)) continue;
    const std::string name = concat("'", type.names[i], "'");
    if (member != nullptr)
      part(*member, type.elements[i],
           fit.in_every() ? concat(name, " of each of ", fit.all, " records") : name);
    else
      report_missing_member(*record, value, type.names[i],
                            fit.in_every() ? concat("each of ", fit.all, " records") : std::string(what));
  }
  if (list != nullptr)
    for (const Value& element : *list) part(element, type.elements.front(), std::string(what));
  if (!is_whole) return true;
  for (const auto& [key, fit] : *fits_)
    if (fit.misfits > 0) e_.lost().is_first_misfit(key, {});
  fits_.reset();
  return true;
}

void Conformance::report_missing_member(const Record& record, const Value& value, std::string_view name,
                                        std::string_view what) {
  const SourceRange where = record.where().valid() ? record.where() : value.range;
  auto builder = e_.diagnostics().report(
      Rule::wrong_count, where, concat("the record has no member '", name, "', which ", what, " takes"));
  const std::string_view near = nearest_name(name, record.names(), &Binding::text);
  const auto at = std::ranges::find(record.names(), near, &Binding::text);
  if (!near.empty() && at != record.names().end())
    builder.note(at->range, concat("is '", near, "' meant to be '", name, "'?"));
}

std::optional<Value> Conformance::conform(const Value& value, const Type& type, std::string_view what) {
  if (auto fitting = language::conform(value, type)) return fitting;
  if (report_parts(value, type, what)) return std::nullopt;
  const FromData from(e_, value);
  const auto* quantity = std::get_if<Quantity>(&value.content);
  const auto* text = std::get_if<String>(&value.content);
  if (text != nullptr && type.kind == Type::Kind::choice) {
    e_.diagnostics().report(Rule::bad_value, value.range,
                            concat("'", **text, "' is not one of the texts that ", what,
                                   " takes: ", describe(type), did_you_mean(**text, type.names)));
    return std::nullopt;
  }
  // Makes an unknown value of the kind that was meant.
  const auto meant = [&] { return Value{computed(quantity->value, type.dimension), value.range, true}; };
  const std::string units = type.kind == Type::Kind::quantity ? si_units(type.dimension) : std::string();
  const std::string_view text_of_value = e_.sources().text(value.range);
  if (quantity != nullptr && type.kind == Type::Kind::quantity &&
      !is_first_misfit(e_, value.range, quantity->dimension, type.dimension))
    return meant();
  if (quantity == nullptr && !is_first_misfit(e_, value.range, describe_kind(value))) return std::nullopt;
  std::string message =
      concat(e_.shown(value.range), " is ", describe(value), ", but ", what, " takes ", describe(type));
  const bool literal = quantity != nullptr && quantity->dimension.plain() && !units.empty() &&
                       quantity->digits == text_of_value && !quantity->digits.empty();
  const std::string_view unit = literal ? probable_unit(units, quantity->value) : std::string_view();
  if (literal) message.append(concat("; write ", with_probable_units(text_of_value, units, quantity->value)));
  auto builder = e_.diagnostics().report(quantity != nullptr && type.kind == Type::Kind::quantity
                                             ? Rule::dimension_mismatch
                                             : Rule::type_mismatch,
                                         value.range, std::move(message));
  if (literal) builder.suggest({value.range.file, value.range.end, value.range.end}, concat(' ', unit));
  if (quantity == nullptr || type.kind != Type::Kind::quantity) return std::nullopt;
  return meant();
}

}  // namespace

Type read_type(Evaluator& e, const TypeExpr* written) { return TypeReader(e).type(written); }

Type read_type_in(Evaluator& e, const Scope* scope, const TypeExpr* written) {
  const Evaluator::Within within(e, scope);
  return read_type(e, written);
}

void check_type(Evaluator& e, const TypeDefinition& definition) { TypeReader(e).check(definition); }

bool has_lost_type(Evaluator& e, const Formal& formal) {
  return formal.type && formal.type->kind == TypeExpr::Kind::name && formal.type->names.size() == 1 &&
         e.lost().has(formal.type->names.front().text);
}

std::optional<Value> conform(Evaluator& e, const Value& value, const Type& type, std::string_view what) {
  return Conformance(e).conform(value, type, what);
}

}  // namespace romas::language
