#include "frontend/xacro/expressions/evaluation/printing.h"

#include <algorithm>
#include <vector>

#include "frontend/xacro/expressions/builtins/builtins.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/process/stack.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

class Printer {
 public:
  Printer(Budget& budget, std::size_t most, bool ascii) : budget_(budget), most_(most), ascii_(ascii) {}

  void print(const Value& value);
  bool complete() const { return complete_; }
  std::string take() {
    if (!complete_) out_ += "...";
    return std::move(out_);
  }

 private:
  // Whether there is room for more.
  bool room(std::size_t bytes) {
    constexpr std::size_t kStackReserve = std::size_t{128} * 1024;
    if (out_.size() + bytes > most_ || !budget_.spend(1 + bytes / Budget::kBytesPerStep) ||
        stack_left() < kStackReserve)
      complete_ = false;
    return complete_;
  }
  void put(std::string_view text) {
    if (room(text.size())) out_.append(text);
  }
  // The elements of a container between brackets; "[...]" if it stands within itself.
  template <class Each>
  void container(const Object* object, std::string_view open, std::string_view close, const Each& each) {
    if (std::find(open_.begin(), open_.end(), object) != open_.end()) {
      put(concat(open, "...", close));
      return;
    }
    constexpr std::size_t kMostLevels = 1000;
    if (open_.size() == kMostLevels) complete_ = false;
    if (!complete_) return;
    open_.push_back(object);
    put(open);
    each();
    put(close);
    open_.pop_back();
  }
  void items(const std::vector<Value>& values);
  void table(const Table& table, bool with_values);
  void view(const Value& value);
  void set(const Set& set);
  void other(const Value& value);

  Budget& budget_;
  std::size_t most_;
  bool ascii_;
  bool complete_ = true;
  std::string out_;
  std::vector<const Object*> open_;
};

void Printer::items(const std::vector<Value>& values) {
  for (std::size_t i = 0; i < values.size() && complete_; ++i) {
    if (i > 0) put(", ");
    print(values[i]);
  }
}

void Printer::table(const Table& table, bool with_values) {
  bool first = true;
  for (const Table::Entry& entry : table.entries()) {
    if (entry.key.is(Kind::unbound)) continue;
    if (!complete_) return;
    if (!first) put(", ");
    first = false;
    print(entry.key);
    if (!with_values) continue;
    put(": ");
    print(entry.value);
  }
}

void Printer::view(const Value& value) {
  const auto& view = value.as<View>();
  put(type_name(type_of(value)));
  container(&view, "([", "])", [&] {
    bool first = true;
    for (const Table::Entry& entry : view.dict->entries().entries()) {
      if (entry.key.is(Kind::unbound) || !complete_) continue;
      if (!first) put(", ");
      first = false;
      if (view.of == View::Of::items) put("(");
      if (view.of != View::Of::values) print(entry.key);
      if (view.of == View::Of::items) put(", ");
      if (view.of != View::Of::keys) print(entry.value);
      if (view.of == View::Of::items) put(")");
    }
  });
}

void Printer::set(const Set& set) {
  if (set.entries().size() == 0) return put(set.frozen ? "frozenset()" : "set()");
  if (set.frozen) put("frozenset(");
  container(&set, "{", "}", [&] { table(set.entries(), false); });
  if (set.frozen) put(")");
}

void Printer::other(const Value& value) {
  switch (value.kind()) {
    case Kind::type: {
      const TypeId type = value.type();
      const bool dotted = type == TypeId::dotted_dict || type == TypeId::dotted_list;
      return put(concat("<class '", dotted ? "xacro." : "", type_name(type), "'>"));
    }
    case Kind::function: return put(concat("<built-in function ", value.builtin().name, ">"));
    case Kind::method: return put(concat("<built-in method ", value.as<Method>().builtin.name, ">"));
    case Kind::module: return put(concat("<module '", value.module().name, "'>"));
    case Kind::scope: return put(concat("<names of '", value.as<ScopeValue>().name, "'>"));
    case Kind::slice: {
      const auto& slice = value.as<Slice>();
      put("slice(");
      items({slice.start, slice.stop, slice.step});
      return put(")");
    }
    default: return put(concat("<", type_name(type_of(value)), " object>"));
  }
}

void Printer::print(const Value& value) {
  switch (value.kind()) {
    case Kind::none: return put("None");
    case Kind::boolean: return put(value.boolean() ? "True" : "False");
    case Kind::integer: return put(concat(static_cast<long long>(value.integer())));
    case Kind::real: return put(text_of_real(value.real()));
    case Kind::text: {
      if (!room(value.text().size())) return;
      return append_quoted(out_, value.text(), ascii_);
    }
    case Kind::list:
      return container(value.as<List>().items.get(), "[", "]", [&] { items(value.as<List>().values()); });
    case Kind::tuple:
      return container(value.object(), "(", ")", [&] {
        items(value.as<Tuple>().values());
        if (value.as<Tuple>().values().size() == 1) put(",");
      });
    case Kind::dict:
      return container(value.as<Dict>().table.get(), "{", "}",
                       [&] { table(value.as<Dict>().entries(), true); });
    case Kind::set: return set(value.as<Set>());
    case Kind::view: return view(value);
    case Kind::range: {
      const auto& range = value.as<Range>();
      put(concat("range(", static_cast<long long>(range.start), ", ", static_cast<long long>(range.stop)));
      if (range.step != 1) put(concat(", ", static_cast<long long>(range.step)));
      return put(")");
    }
    default: return other(value);
  }
}

std::optional<std::string> printed(const Value& value, Budget& budget, bool ascii) {
  Printer printer(budget, Budget::kLongestText, ascii);
  printer.print(value);
  if (!printer.complete()) return std::nullopt;
  return printer.take();
}

}  // namespace

std::optional<std::string> str(const Value& value, Budget& budget) {
  if (!value.is(Kind::text)) return printed(value, budget, false);
  if (!budget.spend(1 + value.text().size() / Budget::kBytesPerStep)) return std::nullopt;
  return value.text();
}
std::optional<std::string> repr(const Value& value, Budget& budget, bool ascii) {
  return printed(value, budget, ascii);
}

std::string str(const Value& value) { return value.is(Kind::text) ? value.text() : repr(value); }
std::string repr(const Value& value) {
  Budget budget;
  Printer printer(budget, Budget::kLongestText, false);
  printer.print(value);
  return printer.take();
}

std::string describe(const Value& value) {
  constexpr std::size_t kLongest = 40;  // bytes
  Budget budget;
  if (value.is(Kind::text)) return concat("the text \"", one_line(value.text(), kLongest), "\"");
  if (value.is(Kind::none) || value.is(Kind::boolean)) return repr(value);
  if (value.is(Kind::type)) return concat("the type ", type_name(value.type()));
  if (value.is(Kind::function)) return concat("the function ", value.builtin().name);
  if (value.is(Kind::method)) return concat("the method ", value.as<Method>().builtin.name);
  if (value.is(Kind::module)) return concat("the module ", value.module().name);
  if (value.is(Kind::scope)) return concat("the namespace ", value.as<ScopeValue>().name);
  Printer printer(budget, kLongest, false);
  printer.print(value);
  const std::string text = one_line(printer.take(), 2 * kLongest);
  const TypeId type = type_of(value);
  if (type == TypeId::dotted_dict) return concat("the dict ", text);
  if (type == TypeId::dotted_list) return concat("the list ", text);
  if (value.is(Kind::iterator)) return concat("what ", type_name(type), " gives");
  return concat("the ", type_name(type), " ", text);
}

}  // namespace romas::xacro
