// Dicts and sets: values by key, in the order in which the keys came. Python's sets have an order that
// changes from run to run; here it is that of dicts, so that the same input gives the same output.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/xacro/expressions/values/budget.h"
#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

class Table : public Object {
 public:
  struct Entry {
    Value key;  // unbound: the entry was erased
    Value value;
    std::size_t hash = 0;
  };
  Table() : Object(Kind::dict) {}
  // A copy with a life of its own.
  explicit Table(const Table& other, Budget& budget);

  std::size_t size() const { return live_; }
  // Entries in order, with erased ones between them.
  const std::vector<Entry>& entries() const { return entries_; }
  // Null if there is no such key. Fails for a key that cannot be one.
  const Value* find(const Value& key, Budget& budget) const;
  // Keeps the key that is there already.
  void set(const Value& key, Value value, Budget& budget);
  bool erase(const Value& key, Budget& budget);
  void clear();
  // For texts, without a budget.
  const Value* find(std::string_view key) const;

 private:
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);
  std::size_t position(const Value& key, std::size_t hash, Budget& budget) const;
  void place(std::size_t entry);
  void rebuild();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // open addressing: entry + 1; empty while there are few entries
  std::size_t live_ = 0;
};

// As Python's hash(): equal values have equal ones. Fails for what can be changed.
std::size_t hash_of(const Value& value, Budget& budget);

}  // namespace romas::xacro
