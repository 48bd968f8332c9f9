// Values without their signs. A negation costs nothing where a sum or a product can take the sign in, so that
// passes ask for the value behind it.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/kernel/kernel.h"

namespace romas {

// A value behind its negations.
struct Stem {
  std::uint32_t node = 0;
  bool minus = false;
};

Stem stem_of(const Kernel& kernel, Value value);

// By node: how many operands and outputs refer to it, through negations too. 0 for negations and for what no
// output needs.
std::vector<std::uint32_t> count_uses_of_stems(const Kernel& kernel);

}  // namespace romas
