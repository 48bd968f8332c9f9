// Methods of lists, tuples and numbers.
#include <algorithm>
#include <array>
#include <cmath>

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/operators.h"
#include "frontend/xacro/expressions/evaluation/sorting.h"
#include "frontend/xacro/expressions/values/compare.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

List& list_of(Call& call) { return call.self.as<List>(); }

Value append(Call& call) {
  List& list = list_of(call);
  charge_elements(call.budget(), 1, list.values().size());
  if (call[0].object() != nullptr) call.budget().may_hold_itself(list);
  list.edit(call.budget()).push_back(call[0]);
  return {};
}

Value extend(Call& call) {
  if (!can_iterate(call[0])) fail("extend() takes a list or another value with elements", 0);
  std::vector<Value> added = elements_of(call[0], call.evaluator);
  List& list = list_of(call);
  charge_elements(call.budget(), added.size(), list.values().size());
  call.budget().may_hold_itself(list);
  std::vector<Value>& values = list.edit(call.budget());
  values.insert(values.end(), added.begin(), added.end());
  return {};
}

Value insert(Call& call) {
  List& list = list_of(call);
  charge_elements(call.budget(), 1, list.values().size());
  charge(call.budget(), list.values().size() / 16);
  call.budget().may_hold_itself(list);
  std::vector<Value>& values = list.edit(call.budget());
  const auto size = static_cast<std::int64_t>(values.size());
  std::int64_t at = call.whole(0);
  if (at < 0) at += size;
  values.insert(values.begin() + std::clamp<std::int64_t>(at, 0, size), call[1]);
  return {};
}

Value pop(Call& call) {
  List& list = list_of(call);
  if (list.values().empty()) fail("pop() takes an element off a list, but this list is empty");
  const Value last(std::int64_t{-1});
  const Value index = call.has(0) ? call[0] : last;
  if (!is_whole(index)) fail("pop() takes the index of an element", 0);
  const auto size = static_cast<std::int64_t>(list.values().size());
  const std::int64_t at = index.integer() < 0 ? index.integer() + size : index.integer();
  if (at < 0 || at >= size) fail(concat("the list has ", list.values().size(), " elements"), 0);
  std::vector<Value>& values = list.edit(call.budget());
  charge(call.budget(), static_cast<std::size_t>(size - at) / 16);
  Value taken = taken_out(values[static_cast<std::size_t>(at)], false);
  values.erase(values.begin() + at);
  return taken;
}

// The index of an element that is equal, or nothing.
std::optional<std::size_t> index_of(const std::vector<Value>& values, const Value& wanted, std::size_t from,
                                    Budget& budget) {
  for (std::size_t i = from; i < values.size(); ++i)
    if (identical(values[i], wanted) || equal(values[i], wanted, budget)) return i;
  return std::nullopt;
}

Value remove(Call& call) {
  const auto found = index_of(list_of(call).values(), call[0], 0, call.budget());
  if (!found) fail("remove() does not find the element in the list", 0);
  std::vector<Value>& values = list_of(call).edit(call.budget());
  const Value dropped = std::move(values[*found]);
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(*found));
  return {};
}

Value index(Call& call) {
  const std::vector<Value>& values = values_of(call.self);
  const auto size = static_cast<std::int64_t>(values.size());
  const auto bound = [&](std::size_t argument, std::int64_t usual) {
    if (!call.has(argument)) return usual;
    const std::int64_t value = call.whole(argument);
    return std::clamp<std::int64_t>(value < 0 ? value + size : value, 0, size);
  };
  const auto found = index_of(values, call[0], static_cast<std::size_t>(bound(1, 0)), call.budget());
  if (!found || static_cast<std::int64_t>(*found) >= bound(2, size))
    fail("index() does not find the element", 0);
  return Value(static_cast<std::int64_t>(*found));
}

Value count_elements(Call& call) {
  const std::vector<Value>& values = values_of(call.self);
  return Value(static_cast<std::int64_t>(std::count_if(values.begin(), values.end(), [&](const Value& value) {
    return identical(value, call[0]) || equal(value, call[0], call.budget());
  })));
}

Value reverse(Call& call) {
  std::vector<Value>& values = list_of(call).edit(call.budget());
  charge(call.budget(), values.size());
  std::reverse(values.begin(), values.end());
  return {};
}

Value sort(Call& call) {
  // A key function may change the list meanwhile.
  std::vector<Value> values = list_of(call).values();
  sort_values(values, call);
  list_of(call).edit(call.budget()).swap(values);
  return {};
}

Value copy(Call& call) {
  charge_elements(call.budget(), list_of(call).values().size());
  return make_list(list_of(call).values());
}

Value clear(Call& call) {
  std::vector<Value> dropped;
  list_of(call).edit(call.budget()).swap(dropped);
  return {};
}

constexpr std::array kListMethods = {
    Builtin{"append", append, 1, 1},   Builtin{"clear", clear, 0, 0},
    Builtin{"copy", copy, 0, 0},       Builtin{"count", count_elements, 1, 1},
    Builtin{"extend", extend, 1, 1},   Builtin{"index", index, 1, 3},
    Builtin{"insert", insert, 2, 2},   Builtin{"pop", pop, 0, 1},
    Builtin{"remove", remove, 1, 1},   Builtin{"reverse", reverse, 0, 0},
    Builtin{"sort", sort, 0, 0, true},
};
constexpr std::array kTupleMethods = {Builtin{"count", count_elements, 1, 1}, Builtin{"index", index, 1, 3}};

// --- numbers -----------------------------------------------------------------------------------------------

Value is_integer(Call& call) {
  if (!call.self.is(Kind::real)) fail("is_integer() is a method of floats");
  return Value(std::isfinite(call.self.real()) && call.self.real() == std::floor(call.self.real()));
}
constexpr std::array kNumberMethods = {Builtin{"is_integer", is_integer, 0, 0}};

}  // namespace

std::span<const Builtin> list_methods() { return kListMethods; }
std::span<const Builtin> tuple_methods() { return kTupleMethods; }
std::span<const Builtin> number_methods() { return kNumberMethods; }

}  // namespace romas::xacro
