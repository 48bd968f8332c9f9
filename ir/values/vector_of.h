// Three numbers of a description as a vector to compute with.
#pragma once

#include "ir/values/number.h"
#include "ir/values/spatial.h"

namespace romas {

inline Vector3 vector_of(const Number3& numbers) {
  return {numbers[0].value(), numbers[1].value(), numbers[2].value()};
}

}  // namespace romas
