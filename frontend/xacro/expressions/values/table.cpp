#include "frontend/xacro/expressions/values/table.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "frontend/xacro/expressions/values/compare.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

constexpr std::size_t kFew = 8;  // entries that are searched one by one

std::uint64_t mix(std::uint64_t value) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15ULL;
  constexpr unsigned kHalf = 32;
  value *= kOdd;
  return value ^ value >> kHalf;
}

// A float that is a whole number has the hash of that number.
std::size_t hash_of_real(double value) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (value == std::floor(value) && value >= -kTwoTo63 && value < kTwoTo63)
    return mix(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return mix(bits + 1);
}

std::size_t hash_of_text(std::string_view text) { return std::hash<std::string_view>()(text); }

}  // namespace

std::size_t hash_of(const Value& value, Budget& budget) {
  charge(budget, 1);
  switch (value.kind()) {
    case Kind::boolean:
    case Kind::integer: return mix(static_cast<std::uint64_t>(value.integer()));
    case Kind::real: return hash_of_real(value.real());
    case Kind::text:
      charge(budget, value.text().size() / Budget::kBytesReadPerStep);
      return hash_of_text(value.text());
    case Kind::tuple: {
      check_stack();
      std::uint64_t hash = 1;
      for (const Value& item : value.as<Tuple>().values()) hash = mix(hash + hash_of(item, budget));
      return hash;
    }
    case Kind::set: {
      if (!value.as<Set>().frozen) break;
      std::uint64_t hash = 2;
      for (const Table::Entry& entry : value.as<Set>().entries().entries())
        if (!entry.key.is(Kind::unbound)) hash += mix(entry.hash);
      return hash;
    }
    case Kind::range: {
      const auto& range = value.as<Range>();
      return mix(mix(range.size()) + static_cast<std::uint64_t>(range.size() > 0 ? range.start : 0));
    }
    case Kind::none:
    case Kind::type:
      return mix(static_cast<std::uint64_t>(value.kind()) << 16U |
                 static_cast<std::uint64_t>(value.integer()));
    case Kind::list:
    case Kind::dict:
    case Kind::slice:
    case Kind::view: break;
    default: return mix(static_cast<std::uint64_t>(value.integer()));  // its address
  }
  fail(concat(
      describe(value),
      " can be changed, so it cannot be a key or an element of a set; use a text, a number or a tuple"));
}

Table::Table(const Table& other, Budget& budget) : Object(Kind::dict) {
  charge_elements(budget, other.size());
  entries_.reserve(other.size());
  for (const Entry& entry : other.entries_)
    if (!entry.key.is(Kind::unbound)) entries_.push_back(entry);
  live_ = entries_.size();
  rebuild();
}

const Value* Table::find(const Value& key, Budget& budget) const {
  const std::size_t found = position(key, hash_of(key, budget), budget);
  return found == kAbsent ? nullptr : &entries_[found].value;
}

const Value* Table::find(std::string_view key) const {
  const auto matches = [&](const Entry& entry) {
    return entry.key.is(Kind::text) && entry.key.text() == key;
  };
  if (slots_.empty()) {
    const auto found = std::find_if(entries_.begin(), entries_.end(), matches);
    return found == entries_.end() ? nullptr : &found->value;
  }
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash_of_text(key) & mask; slots_[slot] != 0; slot = (slot + 1) & mask)
    if (matches(entries_[slots_[slot] - 1])) return &entries_[slots_[slot] - 1].value;
  return nullptr;
}

std::size_t Table::position(const Value& key, std::size_t hash, Budget& budget) const {
  const auto matches = [&](const Entry& entry) {
    if (entry.key.is(Kind::unbound) || entry.hash != hash) return false;
    return identical(entry.key, key) || equal(entry.key, key, budget);
  };
  if (slots_.empty()) {
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (matches(entries_[i])) return i;
    return kAbsent;
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t probes = 0;
  for (std::size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask, ++probes)
    if (matches(entries_[slots_[slot] - 1])) return slots_[slot] - 1;
  charge(budget, probes);
  return kAbsent;
}

void Table::set(const Value& key, Value value, Budget& budget) {
  const std::size_t hash = hash_of(key, budget);
  if (const std::size_t found = position(key, hash, budget); found != kAbsent) {
    entries_[found].value = std::move(value);
    return;
  }
  charge_elements(budget, 1, entries_.size());
  entries_.push_back({key, std::move(value), hash});
  ++live_;
  if (entries_.size() <= kFew) return;
  if (entries_.size() * 2 > slots_.size())
    rebuild();
  else
    place(entries_.size() - 1);
}

bool Table::erase(const Value& key, Budget& budget) {
  const std::size_t found = position(key, hash_of(key, budget), budget);
  if (found == kAbsent) return false;
  Entry erased = std::move(entries_[found]);
  entries_[found] = {Value::unbound(), Value(), erased.hash};
  --live_;
  if (entries_.size() > kFew && live_ < entries_.size() / 2) {
    std::erase_if(entries_, [](const Entry& entry) { return entry.key.is(Kind::unbound); });
    rebuild();
  }
  return true;
}

void Table::clear() {
  const std::vector<Entry> dropped = std::move(entries_);
  entries_.clear();
  slots_.clear();
  live_ = 0;
}

void Table::place(std::size_t entry) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = entries_[entry].hash & mask;
  while (slots_[slot] != 0) slot = (slot + 1) & mask;
  slots_[slot] = static_cast<std::uint32_t>(entry + 1);
}

void Table::rebuild() {
  slots_.clear();
  if (entries_.size() <= kFew) return;
  std::size_t size = 4 * kFew;
  while (size < entries_.size() * 4) size *= 2;
  slots_.assign(size, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) place(i);
}

}  // namespace romas::xacro
