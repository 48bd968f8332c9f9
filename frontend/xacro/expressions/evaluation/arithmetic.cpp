// Arithmetic on numbers, as Python has it, but with whole numbers of 64 bits.
#include <bit>
#include <cmath>
#include <limits>

#include "frontend/xacro/expressions/evaluation/operators.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();

[[noreturn]] void fail_division() { fail("the divisor is 0", 1); }

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

// The float nearest to left / right, also where floats do not hold the two numbers.
double true_division(std::int64_t left, std::int64_t right) {
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53U;
  if (right == 0) fail_division();
  if (magnitude(left) <= kExact && magnitude(right) <= kExact)
    return static_cast<double>(left) / static_cast<double>(right);
  if (left == 0) return right < 0 ? -0.0 : 0.0;
  // The dividend fills 127 bits, so that the quotient has at least 63, and a last one that stands for all
  // that follow.
  const int shift = 63 + std::countl_zero(magnitude(left));
  const Wide dividend = Wide{magnitude(left)} << static_cast<unsigned>(shift);
  Wide quotient = dividend / magnitude(right);
  if (dividend % magnitude(right) != 0) quotient |= 1U;
  const double value = std::ldexp(static_cast<double>(quotient), -shift);
  return (left < 0) != (right < 0) ? -value : value;
}

struct WholeDivision {
  std::int64_t quotient, rest;
};
WholeDivision floor_division(std::int64_t left, std::int64_t right) {
  if (right == 0) fail_division();
  if (left == kSmallest && right == -1) fail_too_large();
  WholeDivision result{left / right, left % right};
  if (result.rest != 0 && (result.rest < 0) != (right < 0)) {
    --result.quotient;
    result.rest += right;
  }
  return result;
}

struct RealDivision {
  double quotient, rest;
};
// The rest has the sign of the divisor and is exact; the quotient is whole.
RealDivision floor_division(double left, double right) {
  constexpr double kHalf = 0.5;
  if (right == 0) fail_division();
  double rest = std::fmod(left, right);
  double quotient = (left - rest) / right;
  if (rest != 0) {
    if ((right < 0) != (rest < 0)) {
      rest += right;
      quotient -= 1;
    }
  } else {
    rest = std::copysign(0.0, right);
  }
  if (quotient == 0) return {std::copysign(0.0, left / right), rest};
  const double whole = std::floor(quotient);
  return {quotient - whole > kHalf ? whole + 1 : whole, rest};
}

std::int64_t shifted(Operator op, std::int64_t value, std::int64_t places) {
  constexpr std::int64_t kBits = 64;
  if (places < 0) fail("a number can be shifted only by 0 or more places", 1);
  if (op == Operator::shift_right) return value >> std::min(places, kBits - 1);
  if (value == 0) return 0;
  if (places >= kBits) fail_too_large();
  const std::int64_t result =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << static_cast<unsigned>(places));
  if (result >> places != value) fail_too_large();
  return result;
}

Value whole_arithmetic(Operator op, std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  switch (op) {
    case Operator::add:
      if (__builtin_add_overflow(left, right, &result)) fail_too_large();
      return Value(result);
    case Operator::subtract:
      if (__builtin_sub_overflow(left, right, &result)) fail_too_large();
      return Value(result);
    case Operator::multiply:
      if (__builtin_mul_overflow(left, right, &result)) fail_too_large();
      return Value(result);
    case Operator::divide: return Value(true_division(left, right));
    case Operator::floor_divide: return Value(floor_division(left, right).quotient);
    case Operator::modulo: return Value(right == -1 ? std::int64_t{0} : floor_division(left, right).rest);
    case Operator::bit_and: return Value(left & right);
    case Operator::bit_or: return Value(left | right);
    case Operator::bit_xor: return Value(left ^ right);
    default: return Value(shifted(op, left, right));
  }
}

Value real_arithmetic(Operator op, double left, double right) {
  switch (op) {
    case Operator::add: return Value(left + right);
    case Operator::subtract: return Value(left - right);
    case Operator::multiply: return Value(left * right);
    case Operator::divide:
      if (right == 0) fail_division();
      return Value(left / right);
    case Operator::floor_divide: return Value(floor_division(left, right).quotient);
    case Operator::modulo: return Value(floor_division(left, right).rest);
    default: fail(concat("'", sign_of(op), "' takes whole numbers"), Failure::kShown);
  }
}

std::int64_t whole_power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  while (exponent > 0) {
    if (exponent % 2 != 0 && __builtin_mul_overflow(result, base, &result)) fail_too_large();
    exponent /= 2;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) fail_too_large();
  }
  return result;
}

}  // namespace

void fail_too_large() {
  fail(
      "the result is too large: whole numbers have 64 bits; a float, such as 1.0 instead of 1, holds larger "
      "ones",
      Failure::kShown);
}

Value raise_to_power(const Value& base, const Value& exponent) {
  if (is_whole(base) && is_whole(exponent) && exponent.integer() >= 0)
    return Value(whole_power(base.integer(), exponent.integer()));
  const double left = as_double(base);
  const double right = as_double(exponent);
  if (left == 0 && right < 0) fail("0 has no negative power", Failure::kShown);
  if (left < 0 && std::isfinite(left) && std::isfinite(right) && right != std::floor(right))
    fail(
        "a power of a negative number whose exponent is not whole is complex; complex numbers are not "
        "supported",
        Failure::kShown);
  const double result = math::pow(left, right);
  if (std::isinf(result) && std::isfinite(left) && std::isfinite(right))
    fail("the result is too large for a float", Failure::kShown);
  return Value(result);
}

Value arithmetic(Operator op, const Value& left, const Value& right) {
  if (op == Operator::power) return raise_to_power(left, right);
  const bool bits = op == Operator::bit_and || op == Operator::bit_or || op == Operator::bit_xor;
  if (bits && left.is(Kind::boolean) && right.is(Kind::boolean))
    return Value(whole_arithmetic(op, left.integer(), right.integer()).boolean());
  if (is_whole(left) && is_whole(right)) return whole_arithmetic(op, left.integer(), right.integer());
  return real_arithmetic(op, as_double(left), as_double(right));
}

std::pair<Value, Value> divide_with_rest(const Value& left, const Value& right) {
  if (is_whole(left) && is_whole(right)) {
    const WholeDivision division = floor_division(left.integer(), right.integer());
    return {Value(division.quotient), Value(division.rest)};
  }
  const RealDivision division = floor_division(as_double(left), as_double(right));
  return {Value(division.quotient), Value(division.rest)};
}

Value unary_operation(Operator op, const Value& operand) {
  if (op == Operator::negate) return Value(!truth(operand));
  if (!is_number(operand)) fail(concat("'", sign_of(op), "' takes a number"), Failure::kShown);
  if (operand.is(Kind::real)) {
    if (op == Operator::invert) fail("'~' takes a whole number", Failure::kShown);
    return Value(op == Operator::minus ? -operand.real() : operand.real());
  }
  if (op == Operator::invert) return Value(~operand.integer());
  if (op == Operator::plus) return Value(operand.integer());
  if (operand.integer() == kSmallest) fail_too_large();
  return Value(-operand.integer());
}

}  // namespace romas::xacro
