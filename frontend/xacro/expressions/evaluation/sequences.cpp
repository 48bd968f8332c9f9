// Places in sequences, joining and repeating them, and operators of sets.
#include <algorithm>

#include "frontend/xacro/expressions/evaluation/operators.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/text.h"

namespace romas::xacro {

std::size_t position_of(const Value& index, std::size_t size) {
  if (!is_whole(index)) fail("the index of a list or a text must be a whole number", 1);
  const auto count = static_cast<std::int64_t>(size);
  const std::int64_t position = index.integer() < 0 ? index.integer() + count : index.integer();
  if (position >= 0 && position < count) return static_cast<std::size_t>(position);
  if (size == 0) fail("there are no elements", 1);
  fail(concat("the index is outside the ", size,
              size == 1 ? " element: it is 0 or -1" : " elements: they have the indices 0 to ",
              size == 1 ? std::string() : concat(size - 1)),
       1);
}

SliceBounds bounds_of(const Slice& slice, std::size_t size) {
  const auto whole = [](const Value& value, std::int64_t absent) {
    if (value.is(Kind::none)) return absent;
    if (!is_whole(value)) fail("the parts of a slice must be whole numbers", 1);
    return value.integer();
  };
  const auto count = static_cast<std::int64_t>(size);
  SliceBounds bounds;
  bounds.step = std::max(whole(slice.step, 1), -std::numeric_limits<std::int64_t>::max());
  if (bounds.step == 0) fail("the step of a slice must not be 0", 1);
  const bool back = bounds.step < 0;
  const auto clamp = [&](std::int64_t at) {
    if (at < 0) at += count;
    return std::clamp<std::int64_t>(at, back ? -1 : 0, back ? count - 1 : count);
  };
  bounds.start = slice.start.is(Kind::none) ? (back ? count - 1 : 0) : clamp(whole(slice.start, 0));
  bounds.stop = slice.stop.is(Kind::none) ? (back ? -1 : count) : clamp(whole(slice.stop, 0));
  if (back ? bounds.stop < bounds.start : bounds.start < bounds.stop) {
    const std::int64_t distance = back ? bounds.start - bounds.stop : bounds.stop - bounds.start;
    bounds.count = static_cast<std::size_t>((distance - 1) / std::abs(bounds.step) + 1);
  }
  return bounds;
}

namespace {

Value sequence_like(const Value& sequence, std::vector<Value> values) {
  return sequence.is(Kind::list) ? make_list(std::move(values)) : make_tuple(std::move(values));
}

}  // namespace

Value join_sequences(const Value& left, const Value& right, Budget& budget) {
  if (left.is(Kind::text)) {
    charge_text(budget, left.text().size() + right.text().size());
    return Value(left.text() + right.text());
  }
  const std::vector<Value>& first = values_of(left);
  const std::vector<Value>& second = values_of(right);
  charge_elements(budget, first.size() + second.size());
  std::vector<Value> values;
  values.reserve(first.size() + second.size());
  values.insert(values.end(), first.begin(), first.end());
  values.insert(values.end(), second.begin(), second.end());
  return sequence_like(left, std::move(values));
}

Value repeat_sequence(const Value& sequence, std::int64_t times, Budget& budget) {
  const std::size_t size = sequence.is(Kind::text) ? sequence.text().size() : values_of(sequence).size();
  const auto count = size == 0 ? 0 : static_cast<std::uint64_t>(std::max<std::int64_t>(times, 0));
  std::size_t total = 0;
  if (__builtin_mul_overflow(size, count, &total)) total = std::numeric_limits<std::size_t>::max();
  if (sequence.is(Kind::text)) {
    charge_text(budget, total);
    std::string text;
    text.reserve(total);
    for (std::uint64_t i = 0; i < count; ++i) text += sequence.text();
    return Value(std::move(text));
  }
  charge_elements(budget, total);
  std::vector<Value> values;
  values.reserve(total);
  for (std::uint64_t i = 0; i < count; ++i)
    values.insert(values.end(), values_of(sequence).begin(), values_of(sequence).end());
  return sequence_like(sequence, std::move(values));
}

namespace {

Value merged(const Value& left, const Value& right, Budget& budget) {
  Ref<Table> table = make<Table>(left.as<Dict>().entries(), budget);
  for (const Table::Entry& entry : right.as<Dict>().entries().entries())
    if (!entry.key.is(Kind::unbound)) table->set(entry.key, entry.value, budget);
  return Value(make<Dict>(std::move(table), false));
}

void add_keys(Table& table, const Table& from, const Table* unless, bool expected, Budget& budget) {
  for (const Table::Entry& entry : from.entries()) {
    if (entry.key.is(Kind::unbound)) continue;
    if (unless == nullptr || (unless->find(entry.key, budget) != nullptr) == expected)
      table.set(entry.key, {}, budget);
  }
}

}  // namespace

std::optional<Value> set_operation(Operator op, const Value& left, const Value& right, Budget& budget) {
  if (op == Operator::bit_or && left.is(Kind::dict) && right.is(Kind::dict))
    return merged(left, right, budget);
  if (!left.is(Kind::set) || !right.is(Kind::set)) return std::nullopt;
  const Table& first = left.as<Set>().entries();
  const Table& second = right.as<Set>().entries();
  Ref<Set> result = make<Set>(left.as<Set>().frozen);
  switch (op) {
    case Operator::bit_or:
      add_keys(*result->table, first, nullptr, true, budget);
      add_keys(*result->table, second, nullptr, true, budget);
      break;
    case Operator::bit_and: add_keys(*result->table, first, &second, true, budget); break;
    case Operator::subtract: add_keys(*result->table, first, &second, false, budget); break;
    case Operator::bit_xor:
      add_keys(*result->table, first, &second, false, budget);
      add_keys(*result->table, second, &first, false, budget);
      break;
    default: return std::nullopt;
  }
  return Value(std::move(result));
}

}  // namespace romas::xacro
