// sorted() and list.sort().
#pragma once

#include <vector>

#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

class Call;

// Whether there is an order between two values, as far as their kinds tell.
bool comparable(const Value& left, const Value& right);
// Sorts by the arguments `key` and `reverse` of the call; equal elements keep their order.
void sort_values(std::vector<Value>& values, Call& call);

}  // namespace romas::xacro
