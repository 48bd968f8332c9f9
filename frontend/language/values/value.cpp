#include "frontend/language/values/value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

#include "support/text/text.h"

namespace romas::language {

const std::string& String::operator*() const {
  static const std::string kEmpty;
  return text_ ? *text_ : kEmpty;
}

struct Elements::Store {
  mutable std::vector<Value> values;

  explicit Store(std::vector<Value> given) : values(std::move(given)) {}
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  // Frees the nested lists that no other list holds. A loop replaces the recursion of destructors.
  ~Store() {
    std::vector<Value> open = std::move(values);
    while (!open.empty()) {
      Elements* inner = std::get_if<List>(&open.back().content);
      if (inner == nullptr) inner = std::get_if<Tuple>(&open.back().content);
      if (inner == nullptr) inner = std::get_if<Record>(&open.back().content);
      std::vector<Value> more;
      if (inner != nullptr && inner->values_.use_count() == 1) more = std::move(inner->values_->values);
      open.pop_back();
      if (open.empty())
        open = std::move(more);
      else
        open.insert(open.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
  }
};

Elements::Elements(std::vector<Value> values) : values_(std::make_shared<const Store>(std::move(values))) {}
std::size_t Elements::size() const { return values_ ? values_->values.size() : 0; }
const Value& Elements::operator[](std::size_t index) const { return values_->values[index]; }
const Value* Elements::begin() const { return values_ ? values_->values.data() : nullptr; }
const Value* Elements::end() const {
  return values_ ? values_->values.data() + values_->values.size() : nullptr;
}

Record::Record(Names names, std::vector<Value> values, SourceRange where)
    : Elements(std::move(values)), names_(std::move(names)), where_(where) {}
const std::vector<Binding>& Record::names() const {
  static const std::vector<Binding> kNone;
  return names_ ? names_->all() : kNone;
}
const Value* Record::find(std::string_view name) const {
  const auto at = names_ ? names_->find(name) : std::nullopt;
  return at ? &(*this)[*at] : nullptr;
}

MemberNames::MemberNames(std::vector<Binding> names) : names_(std::move(names)) {
  constexpr std::size_t kFew = 12;  // of which a search is faster than a table
  if (names_.size() <= kFew) return;
  index_ = std::make_unique<Index>();
  for (std::size_t i = 0; i < names_.size(); ++i) index_->emplace(names_[i].text, i);
}
std::optional<std::size_t> MemberNames::find(std::string_view name) const {
  if (index_ != nullptr) {
    const auto found = index_->find(name);
    return found == index_->end() ? std::nullopt : std::optional(found->second);
  }
  const auto found = std::ranges::find(names_, name, &Binding::text);
  return found == names_.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - names_.begin()));
}

std::vector<Value> Record::pairs() const {
  std::vector<Value> pairs;
  for (std::size_t i = 0; i < size(); ++i) {
    const Binding& name = names()[i];
    pairs.push_back({Tuple({Value{String(name.text), name.range}, (*this)[i]}), (*this)[i].range});
  }
  return pairs;
}

std::string_view describe_kind(const Value& value) {
  constexpr std::array<std::string_view, 9> kNames = {"a number",        "a tuple",       "a pose",
                                                      "a text",          "true or false", "a list",
                                                      "a link or joint", "a value",       "a record"};
  return kNames[value.content.index()];
}

std::string describe(const Value& value) {
  if (const auto* quantity = std::get_if<Quantity>(&value.content))
    return romas::describe(quantity->dimension);
  return std::string(describe_kind(value));
}

Quantity computed(double value, const Dimension& dimension) {
  Quantity result;
  result.value = value;
  result.dimension = dimension;
  return result;
}

// --- types -------------------------------------------------------------------------------------------------

namespace {

struct NamedType {
  std::string_view name;
  Type::Kind kind;
};
constexpr std::array kKinds = {
    NamedType{"int", Type::Kind::integer}, NamedType{"bool", Type::Kind::boolean},
    NamedType{"string", Type::Kind::text}, NamedType{"pose", Type::Kind::pose},
    NamedType{"link", Type::Kind::entity}, NamedType{"joint", Type::Kind::entity},
};

}  // namespace

std::vector<std::string_view> type_names() {
  std::vector<std::string_view> names;
  names.reserve(kKinds.size() + named_dimensions().size());
  for (const NamedType& named : kKinds) names.push_back(named.name);
  for (const NamedDimension& named : named_dimensions()) names.push_back(named.name);
  return names;
}

std::optional<Type> find_type(std::string_view name) {
  for (const NamedType& named : kKinds)
    if (named.name == name) return Type{named.kind, {}, {}, {}};
  for (const NamedDimension& named : named_dimensions())
    if (named.name == name) return Type{Type::Kind::quantity, *dimension_of(named.units), {}, {}};
  return std::nullopt;
}

namespace {

std::string listed(const std::vector<std::string>& names, std::string_view last) {
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back(in_quotes(name));
  return join_last(quoted, last);
}

}  // namespace

std::string describe(const Type& type) {
  switch (type.kind) {
    case Type::Kind::anything: return "a value";
    case Type::Kind::quantity: return romas::describe(type.dimension);
    case Type::Kind::integer: return "a whole number";
    case Type::Kind::boolean: return "true or false";
    case Type::Kind::text: return "a text";
    case Type::Kind::pose: return "a pose";
    case Type::Kind::entity: return "a link or joint";
    case Type::Kind::list: return concat("a list with each element ", describe(type.elements.front()));
    case Type::Kind::record: return concat("a record with ", listed(type.names, " and "));
    case Type::Kind::choice: return listed(type.names, " or ");
    case Type::Kind::tuple: break;
  }
  return concat("a tuple of (",
                join(type.elements, ", ", [](const Type& element) { return describe(element); }), ")");
}

Value unknown_of(const Type& type, SourceRange range) {
  Value value{Anything{}, range, true};
  const auto elements = [&] {
    std::vector<Value> values;
    for (const Type& element : type.elements) values.push_back(unknown_of(element, range));
    return values;
  };
  switch (type.kind) {
    case Type::Kind::anything: break;
    case Type::Kind::quantity: value.content = computed(1, type.dimension); break;
    case Type::Kind::integer: value.content = computed(1, {}); break;
    case Type::Kind::boolean: value.content = true; break;
    case Type::Kind::text: value.content = String("text"); break;
    case Type::Kind::pose: value.content = Pose{TransformExpr(TransformExpr::XyzRpy{}), true, 1, 1}; break;
    case Type::Kind::entity: value.content = EntityRef{}; break;
    case Type::Kind::list: value.content = List(elements()); break;
    case Type::Kind::tuple: value.content = Tuple(elements()); break;
    case Type::Kind::record: {
      std::vector<Binding> names;
      for (const std::string& name : type.names) names.push_back({name, range});
      value.content = Record(std::make_shared<const MemberNames>(std::move(names)), elements(), range);
      break;
    }
    case Type::Kind::choice: value.content = String(type.names.front()); break;
  }
  return value;
}

namespace {

// A record may have more members than its type. Those of the type are of their types.
std::optional<Record> conform_record(const Record& record, const Type& type) {
  std::vector<Value> values(record.begin(), record.end());
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    const Value* given = record.find(type.names[i]);
    auto member = given == nullptr ? std::nullopt : conform(*given, type.elements[i]);
    if (!member) return std::nullopt;
    values[static_cast<std::size_t>(given - record.begin())] = std::move(*member);
  }
  return Record(record.shared_names(), std::move(values), record.where());
}

std::optional<std::vector<Value>> conform_all(const Elements& elements, const Type& type) {
  std::vector<Value> result;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    auto element =
        conform(elements[i], type.kind == Type::Kind::list ? type.elements.front() : type.elements[i]);
    if (!element) return std::nullopt;
    result.push_back(std::move(*element));
  }
  return result;
}

}  // namespace

std::optional<Value> conform(const Value& value, const Type& type) {
  if (type.kind == Type::Kind::anything) return value;
  if (std::holds_alternative<Anything>(value.content)) return unknown_of(type, value.range);
  Value result = value;
  bool fits = false;
  switch (type.kind) {
    case Type::Kind::anything: break;
    case Type::Kind::quantity:
      if (auto* quantity = std::get_if<Quantity>(&result.content)) {
        fits = quantity->bare_zero || quantity->dimension == type.dimension;
        if (quantity->bare_zero && !type.dimension.plain()) *quantity = computed(0, type.dimension);
      }
      break;
    case Type::Kind::integer:
      if (const auto* quantity = std::get_if<Quantity>(&result.content))
        fits =
            quantity->dimension.plain() && (value.unknown || quantity->value == std::round(quantity->value));
      break;
    case Type::Kind::boolean: fits = std::holds_alternative<bool>(value.content); break;
    case Type::Kind::text: fits = std::holds_alternative<String>(value.content); break;
    case Type::Kind::pose: fits = std::holds_alternative<Pose>(value.content); break;
    case Type::Kind::entity: fits = std::holds_alternative<EntityRef>(value.content); break;
    case Type::Kind::list:
      if (const auto* list = std::get_if<List>(&value.content))
        if (auto elements = conform_all(*list, type)) {
          result.content = List(std::move(*elements));
          fits = true;
        }
      break;
    case Type::Kind::tuple:
      if (const auto* tuple = std::get_if<Tuple>(&value.content);
          tuple != nullptr && tuple->size() == type.elements.size())
        if (auto elements = conform_all(*tuple, type)) {
          result.content = Tuple(std::move(*elements));
          fits = true;
        }
      break;
    case Type::Kind::record:
      if (const auto* record = std::get_if<Record>(&value.content))
        if (auto conforming = conform_record(*record, type)) {
          result.content = *std::move(conforming);
          fits = true;
        }
      break;
    case Type::Kind::choice:
      if (const auto* text = std::get_if<String>(&value.content))
        fits = value.unknown || std::ranges::find(type.names, **text) != type.names.end();
      break;
  }
  return fits ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace romas::language
