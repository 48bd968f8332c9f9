// Methods of dicts.
#include <algorithm>
#include <array>

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/text.h"

namespace romas::xacro {

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

Value copy_dict(Call& call) {
  return Value(make<Dict>(make<Table>(dict_of(call).entries(), call.budget()), false));
}
Value clear_dict(Call& call) {
  edited(call).clear();
  return {};
}

constexpr std::array kDictMethods = {
    Builtin{"clear", clear_dict, 0, 0},
    Builtin{"copy", copy_dict, 0, 0},
    Builtin{"get", get, 1, 2},
    Builtin{"items", view<View::Of::items>, 0, 0},
    Builtin{"keys", view<View::Of::keys>, 0, 0},
    Builtin{"pop", pop_key, 1, 2},
    Builtin{"update", update, 0, 1, true},
    Builtin{"values", view<View::Of::values>, 0, 0},
};

}  // namespace

std::span<const Builtin> dict_methods() { return kDictMethods; }

}  // namespace romas::xacro
