// Comparing values as Python does.
#pragma once

#include "frontend/xacro/expressions/values/budget.h"
#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

// `is`
bool identical(const Value& left, const Value& right);
// `==`
bool equal(const Value& left, const Value& right, Budget& budget);
// `<`, `<=`, `>`, `>=`. Fails for values without an order between them.
enum class Order : std::uint8_t { less, less_equal, greater, greater_equal };
bool ordered(const Value& left, const Value& right, Order order, Budget& budget);
// `element in container`. Fails if it is no container; iterators are used up.
bool contains_element(const std::vector<Value>& values, const Value& element, Budget& budget);

}  // namespace romas::xacro
