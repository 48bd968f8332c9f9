// Fixed-point kernels as C99.
#pragma once

#include <string>
#include <string_view>

#include "backends/servo/table/fixed_point.h"

namespace romas {

// The body of a C function, statements that set `out[i]` from `q[i]`; `prefix` stands before the names of the
// helper functions.
std::string print_fixed_body(const FixedKernel& kernel, const std::string& prefix);
// The helper functions that the bodies call: an unused static function is a warning. They need PREFIX_shift,
// a rounding division by a power of two.
std::string print_fixed_helpers(const std::string& prefix, std::string_view bodies);

}  // namespace romas
