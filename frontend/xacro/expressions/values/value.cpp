#include "frontend/xacro/expressions/values/value.h"

#include <cmath>
#include <utility>

#include "frontend/xacro/expressions/evaluation/iterate.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/process/thread_state.h"

namespace romas::xacro {

void release(Object* object) {
  // The objects that an outer call is to delete; null outside of one.
  ROMAS_THREAD_STATE std::vector<std::unique_ptr<Object>>* waiting = nullptr;
  if (--object->users_ > 0) return;
  std::unique_ptr<Object> owned(object);
  if (waiting != nullptr) {
    waiting->push_back(std::move(owned));
    return;
  }
  if (object->kind() == Kind::text) return;  // holds no others
  std::vector<std::unique_ptr<Object>> inner;
  waiting = &inner;
  owned.reset();
  while (!inner.empty()) {
    owned = std::move(inner.back());
    inner.pop_back();
    owned.reset();
  }
  waiting = nullptr;
}

Value::Value(std::string text) : Value(make<Text>(std::move(text))) {}
const std::string& Value::text() const { return as<Text>().bytes; }

std::size_t Text::length() const {
  if (length_ == kUnknown) length_ = count_code_points(bytes);
  return length_;
}

std::vector<Value>& List::edit(Budget& budget) {
  if (items->users() > 1) {
    charge_elements(budget, items->values.size());
    items = make<Items>(items->values);
  }
  return items->values;
}

Dict::Dict(bool with_dots) : Object(Kind::dict), table(make<Table>()), dotted(with_dots) {}
Dict::Dict(Ref<Table> shared, bool with_dots)
    : Object(Kind::dict), table(std::move(shared)), dotted(with_dots) {}
Dict::~Dict() = default;
Table& Dict::edit(Budget& budget) {
  if (table->users() > 1) table = make<Table>(*table, budget);
  return *table;
}

Set::Set(bool is_frozen) : Object(Kind::set), table(make<Table>()), frozen(is_frozen) {}
Set::~Set() = default;

std::uint64_t Range::size() const {
  const auto from = static_cast<std::uint64_t>(start);
  const auto to = static_cast<std::uint64_t>(stop);
  const auto by = static_cast<std::uint64_t>(step);
  if (step > 0) return start < stop ? (to - from - 1) / by + 1 : 0;
  return start > stop ? (from - to - 1) / (0 - by) + 1 : 0;
}
std::int64_t Range::operator[](std::uint64_t index) const {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(start) +
                                   index * static_cast<std::uint64_t>(step));
}

Value make_list(std::vector<Value> elements) { return Value(make<List>(std::move(elements))); }
Value make_tuple(std::vector<Value> elements) { return Value(make<Tuple>(std::move(elements))); }

void List::drop_contents() {
  const std::vector<Value> dropped = std::move(items->values);
  items->values.clear();
}
void Dict::drop_contents() { table->clear(); }

Budget::~Budget() {
  for (const Ref<Object>& object : holders_) object->drop_contents();
}

bool is_number(const Value& value) { return value.kind() >= Kind::boolean && value.kind() <= Kind::real; }
bool is_whole(const Value& value) { return value.is(Kind::integer) || value.is(Kind::boolean); }
double as_double(const Value& number) {
  return number.is(Kind::real) ? number.real() : static_cast<double>(number.integer());
}

TypeId type_of(const Value& value) {
  switch (value.kind()) {
    case Kind::unbound:
    case Kind::none: return TypeId::none;
    case Kind::boolean: return TypeId::boolean;
    case Kind::integer: return TypeId::integer;
    case Kind::real: return TypeId::real;
    case Kind::text: return TypeId::text;
    case Kind::list: return value.as<List>().dotted ? TypeId::dotted_list : TypeId::list;
    case Kind::tuple: return TypeId::tuple;
    case Kind::dict: return value.as<Dict>().dotted ? TypeId::dotted_dict : TypeId::dict;
    case Kind::set: return value.as<Set>().frozen ? TypeId::frozenset : TypeId::set;
    case Kind::range: return TypeId::range;
    case Kind::slice: return TypeId::slice;
    case Kind::view: {
      const View::Of of = value.as<View>().of;
      return of == View::Of::keys     ? TypeId::dict_keys
             : of == View::Of::values ? TypeId::dict_values
                                      : TypeId::dict_items;
    }
    case Kind::iterator: return value.as<Iterator>().type();
    case Kind::function:
    case Kind::method: return TypeId::function;
    case Kind::type: return TypeId::type;
    case Kind::module:
    case Kind::scope: return TypeId::module;
  }
  return TypeId::none;
}

std::string_view type_name(TypeId type) {
  constexpr std::string_view kNames[] = {
#define TYPE(enumerator, name) name,
#include "frontend/xacro/expressions/values/types.def"
#undef TYPE
  };
  return kNames[static_cast<std::size_t>(type)];
}

bool truth(const Value& value) {
  switch (value.kind()) {
    case Kind::unbound:
    case Kind::none: return false;
    case Kind::boolean:
    case Kind::integer: return value.integer() != 0;
    case Kind::real: return value.real() != 0;
    case Kind::text: return !value.text().empty();
    case Kind::list: return !value.as<List>().values().empty();
    case Kind::tuple: return !value.as<Tuple>().values().empty();
    case Kind::dict: return value.as<Dict>().entries().size() > 0;
    case Kind::set: return value.as<Set>().entries().size() > 0;
    case Kind::range: return value.as<Range>().size() > 0;
    case Kind::view: return value.as<View>().dict->entries().size() > 0;
    default: return true;
  }
}

Value value_of_text(std::string_view text) {
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'')
    return Value(text.substr(1, text.size() - 2));
  if (text == "true" || text == "True") return Value(true);
  if (text == "false" || text == "False") return Value(false);
  if (text.empty() || text.find('_') != std::string_view::npos) return Value(text);
  // A number begins with white space, a sign, a digit or a point, or is inf or nan.
  constexpr std::string_view kLetters = "iInN";
  const char first = text.front();
  const bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  if (letter && kLetters.find(first) == std::string_view::npos) return Value(text);
  const WholeText whole = read_whole(text);
  if (whole.outcome == WholeText::Outcome::read) return Value(whole.value);
  // A whole number that 64 bits do not hold stays as it is written.
  if (whole.outcome == WholeText::Outcome::too_large) return Value(text);
  if (const auto real = read_real(text)) return Value(*real);
  return Value(text);
}

}  // namespace romas::xacro
