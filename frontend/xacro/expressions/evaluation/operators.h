// Operators on values.
#pragma once

#include <optional>

#include "frontend/xacro/expressions/syntax/syntax.h"
#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

class Evaluator;
class Budget;

Value unary_operation(Operator op, const Value& operand);
Value binary_operation(Operator op, const Value& left, const Value& right, Evaluator& evaluator);
// `element in container`
bool contains(const Value& container, const Value& element, Evaluator& evaluator);
// container[index], with slices
Value item_of(const Value& container, const Value& index, Budget& budget);

// --- numbers (arithmetic.cpp) ---
Value arithmetic(Operator op, const Value& left, const Value& right);
// The pair (left // right, left % right).
std::pair<Value, Value> divide_with_rest(const Value& left, const Value& right);
// As Python's `**` and pow() of two numbers.
Value raise_to_power(const Value& base, const Value& exponent);
[[noreturn]] void fail_too_large();

// --- sequences (sequences.cpp) ---
// The place of an element, counted from the end if it is negative. Fails outside of the sequence.
std::size_t position_of(const Value& index, std::size_t size);
// Which elements of a sequence a slice names: `count` of them from `start`, `step` apart.
struct SliceBounds {
  std::int64_t start = 0, stop = 0, step = 1;
  std::size_t count = 0;
};
SliceBounds bounds_of(const Slice& slice, std::size_t size);
Value join_sequences(const Value& left, const Value& right, Budget& budget);
Value repeat_sequence(const Value& sequence, std::int64_t times, Budget& budget);
// Operators of sets and dicts; nothing if they are not for these values.
std::optional<Value> set_operation(Operator op, const Value& left, const Value& right, Budget& budget);

}  // namespace romas::xacro
