// Functions of math that take whole numbers or lists; in builtins_math_whole.cpp and builtins_math_lists.cpp.
#pragma once

#include <cstdint>

#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

class Call;

// A float that is a whole number as an int. Fails for one that is too large.
std::int64_t whole_of(double value);

Value math_comb(Call& call);
Value math_perm(Call& call);
Value math_factorial(Call& call);
Value math_gcd(Call& call);
Value math_lcm(Call& call);
Value math_isqrt(Call& call);

Value math_dist(Call& call);
Value math_hypot(Call& call);
Value math_fsum(Call& call);
Value math_prod(Call& call);
Value math_gamma(Call& call);
Value math_lgamma(Call& call);

}  // namespace romas::xacro
