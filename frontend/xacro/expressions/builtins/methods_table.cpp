// Methods of dicts and sets.
#include <algorithm>
#include <array>

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/text.h"

namespace romas::xacro {

// --- dicts -------------------------------------------------------------------------------------------------

void update_dict(Table& table, const Value& from, Call& call) {
  Budget& budget = call.budget();
  if (from.is(Kind::dict)) {
    const Dict source(from.as<Dict>().table, false);  // keeps the entries if they are those of the table
    for (std::size_t i = 0; i < source.entries().entries().size(); ++i) {
      const Table::Entry entry = source.entries().entries()[i];
      if (!entry.key.is(Kind::unbound)) table.set(entry.key, entry.value, budget);
    }
    return;
  }
  if (!can_iterate(from)) fail(concat(call.name, "() takes a dict, or a list of pairs"), 0);
  for (const Value& pair : elements_of(from, call.evaluator)) {
    const std::vector<Value> parts =
        can_iterate(pair) ? elements_of(pair, call.evaluator) : std::vector<Value>();
    if (parts.size() != 2)
      fail(concat(call.name, "() takes a dict, or a list of pairs, but ", describe(pair), " is not a pair"),
           0);
    table.set(parts[0], parts[1], budget);
  }
}

namespace {

Dict& dict_of(Call& call) { return call.self.as<Dict>(); }
Table& edited(Call& call) {
  call.budget().may_hold_itself(dict_of(call));
  return dict_of(call).edit(call.budget());
}

Value get(Call& call) {
  if (const Value* found = dict_of(call).entries().find(call[0], call.budget())) return *found;
  return call.has(1) ? call[1] : Value();
}

template <View::Of of>
Value view(Call& call) {
  return Value(make<View>(Ref<Dict>(dict_of(call)), of));
}

Value update(Call& call) {
  if (call.has(0)) update_dict(edited(call), call[0], call);
  for (const auto& [name, value] : call.named) edited(call).set(Value(name), value, call.budget());
  return {};
}

Value pop_key(Call& call) {
  const Value* found = dict_of(call).entries().find(call[0], call.budget());
  if (found == nullptr) {
    if (call.has(1)) return call[1];
    fail("pop() does not find the key in the dict; a second argument gives a value for that case", 0);
  }
  Value taken = *found;
  edited(call).erase(call[0], call.budget());
  return taken;
}

Value popitem(Call& call) {
  const std::vector<Table::Entry>& entries = dict_of(call).entries().entries();
  for (std::size_t i = entries.size(); i-- > 0;) {
    charge(call.budget(), 1);
    if (entries[i].key.is(Kind::unbound)) continue;
    const Value key = entries[i].key;
    Value item = make_tuple({key, entries[i].value});
    edited(call).erase(key, call.budget());
    return item;
  }
  fail("popitem() takes an entry off a dict, but this dict is empty");
}

Value setdefault(Call& call) {
  if (const Value* found = dict_of(call).entries().find(call[0], call.budget())) return *found;
  Value value = call.has(1) ? call[1] : Value();
  edited(call).set(call[0], value, call.budget());
  return value;
}

Value copy_dict(Call& call) {
  return Value(make<Dict>(make<Table>(dict_of(call).entries(), call.budget()), false));
}
Value clear_dict(Call& call) {
  edited(call).clear();
  return {};
}

Value fromkeys(Call& call) {
  Ref<Dict> dict = make<Dict>();
  if (!can_iterate(call[0])) fail("fromkeys() takes a list of keys", 0);
  for (const Value& key : elements_of(call[0], call.evaluator))
    dict->table->set(key, call.has(1) ? call[1] : Value(), call.budget());
  return Value(std::move(dict));
}

constexpr std::array kDictMethods = {
    Builtin{"clear", clear_dict, 0, 0},
    Builtin{"copy", copy_dict, 0, 0},
    Builtin{"fromkeys", fromkeys, 1, 2},
    Builtin{"get", get, 1, 2},
    Builtin{"items", view<View::Of::items>, 0, 0},
    Builtin{"keys", view<View::Of::keys>, 0, 0},
    Builtin{"pop", pop_key, 1, 2},
    Builtin{"popitem", popitem, 0, 0},
    Builtin{"setdefault", setdefault, 1, 2},
    Builtin{"update", update, 0, 1, true},
    Builtin{"values", view<View::Of::values>, 0, 0},
};

// --- sets --------------------------------------------------------------------------------------------------

Set& set_of(Call& call) { return call.self.as<Set>(); }
Table& changeable(Call& call) {
  if (set_of(call).frozen) fail(concat("a frozenset has no ", call.name, "(), because it is never changed"));
  return *set_of(call).table;
}

Ref<Set> copied(Call& call) {
  Ref<Set> set = make<Set>(set_of(call).frozen);
  set->table = make<Table>(set_of(call).entries(), call.budget());
  return set;
}

// The elements of an argument as a table.
Ref<Table> keys_of(Call& call, std::size_t index) {
  if (!can_iterate(call[index]))
    fail(concat(call.name, "() takes lists, sets or other values with elements"), static_cast<int>(index));
  Ref<Table> table = make<Table>();
  for (const Value& element : elements_of(call[index], call.evaluator))
    table->set(element, {}, call.budget());
  return table;
}

void add_all(Table& table, const Table& from, Budget& budget) {
  for (const Table::Entry& entry : from.entries())
    if (!entry.key.is(Kind::unbound)) table.set(entry.key, {}, budget);
}
// Drops the elements that are in the other table, or those that are not.
void drop(Table& table, const Table& other, bool present, Budget& budget) {
  const std::vector<Table::Entry> entries = table.entries();
  for (const Table::Entry& entry : entries)
    if (!entry.key.is(Kind::unbound) && (other.find(entry.key, budget) != nullptr) == present)
      table.erase(entry.key, budget);
}

enum class Combine : std::uint8_t { join, common, difference, symmetric };
template <Combine how>
void combine(Table& table, Call& call) {
  for (std::size_t i = 0; i < call.count(); ++i) {
    const Ref<Table> other = keys_of(call, i);
    if (how == Combine::join) {
      add_all(table, *other, call.budget());
    } else if (how == Combine::symmetric) {
      const Table before(table, call.budget());
      drop(table, *other, true, call.budget());
      drop(*other, before, true, call.budget());
      add_all(table, *other, call.budget());
    } else {
      drop(table, *other, how == Combine::difference, call.budget());
    }
  }
}
template <Combine how>
Value combined(Call& call) {
  Ref<Set> set = copied(call);
  combine<how>(*set->table, call);
  return Value(std::move(set));
}
template <Combine how>
Value combine_here(Call& call) {
  combine<how>(changeable(call), call);
  return {};
}

enum class Compare : std::uint8_t { within, around, apart };
template <Compare how>
Value compared(Call& call) {
  const Ref<Table> other = keys_of(call, 0);
  const Table& own = set_of(call).entries();
  const Table& searched = how == Compare::around ? *other : own;
  const Table& container = how == Compare::around ? own : *other;
  return Value(
      std::all_of(searched.entries().begin(), searched.entries().end(), [&](const Table::Entry& entry) {
        return entry.key.is(Kind::unbound) ||
               (container.find(entry.key, call.budget()) != nullptr) == (how != Compare::apart);
      }));
}

Value add(Call& call) {
  changeable(call).set(call[0], {}, call.budget());
  return {};
}
Value discard(Call& call) {
  changeable(call).erase(call[0], call.budget());
  return {};
}
Value remove_element(Call& call) {
  if (!changeable(call).erase(call[0], call.budget()))
    fail("remove() does not find the element in the set", 0);
  return {};
}
Value pop_element(Call& call) {
  Table& table = changeable(call);
  for (const Table::Entry& entry : table.entries()) {
    charge(call.budget(), 1);
    if (entry.key.is(Kind::unbound)) continue;
    Value key = entry.key;
    table.erase(key, call.budget());
    return key;
  }
  fail("pop() takes an element off a set, but this set is empty");
}
Value copy_set(Call& call) { return Value(copied(call)); }
Value clear_set(Call& call) {
  changeable(call).clear();
  return {};
}

constexpr std::array kSetMethods = {
    Builtin{"add", add, 1, 1},
    Builtin{"clear", clear_set, 0, 0},
    Builtin{"copy", copy_set, 0, 0},
    Builtin{"difference", combined<Combine::difference>, 0, Builtin::kAny},
    Builtin{"difference_update", combine_here<Combine::difference>, 0, Builtin::kAny},
    Builtin{"discard", discard, 1, 1},
    Builtin{"intersection", combined<Combine::common>, 0, Builtin::kAny},
    Builtin{"intersection_update", combine_here<Combine::common>, 0, Builtin::kAny},
    Builtin{"isdisjoint", compared<Compare::apart>, 1, 1},
    Builtin{"issubset", compared<Compare::within>, 1, 1},
    Builtin{"issuperset", compared<Compare::around>, 1, 1},
    Builtin{"pop", pop_element, 0, 0},
    Builtin{"remove", remove_element, 1, 1},
    Builtin{"symmetric_difference", combined<Combine::symmetric>, 1, 1},
    Builtin{"symmetric_difference_update", combine_here<Combine::symmetric>, 1, 1},
    Builtin{"union", combined<Combine::join>, 0, Builtin::kAny},
    Builtin{"update", combine_here<Combine::join>, 0, Builtin::kAny},
};

}  // namespace

std::span<const Builtin> dict_methods() { return kDictMethods; }
std::span<const Builtin> set_methods() { return kSetMethods; }

}  // namespace romas::xacro
