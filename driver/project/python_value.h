// Values of names in a launch file in Python, as far as reading it tells them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace romas::driver {

class PythonModule;

// A text, which may have substitutions (LaunchTexts), a list, a table, or a function or module. Values are
// copied, so that none holds itself.
struct PythonValue {
  enum class Kind { text, list, table, function, module };
  using Entries = std::vector<std::pair<std::string, PythonValue>>;

  Kind kind = Kind::text;
  std::string text;
  std::vector<PythonValue> items;        // of a list
  Entries entries;                       // of a table, in the order written
  const PythonModule* module = nullptr;  // of a function, or itself
  std::size_t function = 0;              // the statement that begins it
  std::size_t weight = 1, depth = 1;     // what a copy costs, and levels

  PythonValue() = default;
  explicit PythonValue(std::string said) : text(std::move(said)) { weight += text.size(); }
  static PythonValue list() { return of(Kind::list); }
  static PythonValue table() { return of(Kind::table); }
  static PythonValue of(Kind kind, const PythonModule* module = nullptr, std::size_t function = 0) {
    PythonValue value;
    value.kind = kind;
    value.module = module;
    value.function = function;
    return value;
  }

  bool is(Kind wanted) const { return kind == wanted; }
  const PythonValue* find(const std::string& key) const {
    for (const auto& [name, value] : entries)
      if (name == key) return &value;
    return nullptr;
  }
  void add(PythonValue item) {
    grow(item);
    items.push_back(std::move(item));
  }
  void set(std::string key, PythonValue value) {
    grow(value);
    for (auto& [name, old] : entries)
      if (name == key) {
        old = std::move(value);
        return;
      }
    weight += key.size();
    entries.emplace_back(std::move(key), std::move(value));
  }

 private:
  void grow(const PythonValue& part) {
    weight += part.weight;
    if (part.depth >= depth) depth = part.depth + 1;
  }
};

}  // namespace romas::driver
