// Functions of math that take whole numbers.
#include <cmath>
#include <numeric>

#include "frontend/xacro/expressions/builtins/builtins_math.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/operators.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

std::int64_t natural(const Call& call, std::size_t index) {
  const std::int64_t value = call.whole(index);
  if (value < 0) fail(concat(call.name, "() takes a number that is not negative"), static_cast<int>(index));
  return value;
}

std::int64_t times(std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(left, right, &result))
    fail("the result is too large: whole numbers have 64 bits");
  return result;
}

// n (n-1) … of k factors
std::int64_t falling(std::int64_t n, std::int64_t k) {
  std::int64_t result = 1;
  for (std::int64_t i = 0; i < k; ++i) result = times(result, n - i);
  return result;
}

}  // namespace

Value math_comb(Call& call) {
  const std::int64_t n = natural(call, 0);
  std::int64_t k = natural(call, 1);
  if (k > n) return Value(std::int64_t{0});
  k = std::min(k, n - k);
  std::int64_t result = 1;
  for (std::int64_t i = 1; i <= k; ++i) {
    // result * (n - k + i) / i is whole; the common factors go first, so that the product overflows only if
    // it must.
    const std::int64_t common = std::gcd(result, i);
    result = times(result / common, (n - k + i) / (i / common));
  }
  return Value(result);
}

Value math_perm(Call& call) {
  const std::int64_t n = natural(call, 0);
  const bool all = !call.has(1) || call[1].is(Kind::none);
  const std::int64_t k = all ? n : natural(call, 1);
  return Value(k > n ? std::int64_t{0} : falling(n, k));
}

Value math_factorial(Call& call) {
  const std::int64_t n = natural(call, 0);
  return Value(falling(n, n));
}

Value math_gcd(Call& call) {
  std::int64_t result = 0;
  for (std::size_t i = 0; i < call.count(); ++i) result = std::gcd(result, call.whole(i));
  return Value(result);
}

Value math_lcm(Call& call) {
  std::int64_t result = 1;
  for (std::size_t i = 0; i < call.count(); ++i) {
    const std::int64_t value = call.whole(i);
    if (value == 0 || result == 0) {
      result = 0;
      continue;
    }
    result = std::abs(times(result / std::gcd(result, value), value));
  }
  return Value(result);
}

Value math_isqrt(Call& call) {
  const std::int64_t n = natural(call, 0);
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  // The root of the float may be off by one.
  while (root > 0 && root > n / root) --root;
  while (root + 1 <= n / (root + 1)) ++root;
  return Value(root);
}

}  // namespace romas::xacro
