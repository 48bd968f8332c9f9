// The module math of Python 3.11: functions of floats.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "frontend/xacro/expressions/builtins/builtins_math.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

[[noreturn]] void fail_domain(const Call& call) {
  fail(concat(call.name, "() is not defined there"), call.count() == 1 ? 0 : Failure::kAll);
}

// Python fails where a finite argument gives no finite result.
double checked(const Call& call, double result, bool finite) {
  if (std::isnan(result) && finite) fail_domain(call);
  if (std::isinf(result) && finite)
    fail(concat("the result of ", call.name, "() is too large for a float"), 0);
  return result;
}

template <double (*function)(double)>
Value of_one(Call& call) {
  const double x = call.real(0);
  return Value(checked(call, function(x), !std::isnan(x) && !std::isinf(x)));
}
// The same for functions that have infinite arguments without value.
template <double (*function)(double)>
Value of_one_finite(Call& call) {
  const double x = call.real(0);
  if (std::isinf(x)) fail_domain(call);
  return Value(checked(call, function(x), !std::isnan(x)));
}

template <double (*function)(double)>
Value logarithm(Call& call) {
  const double x = call.real(0);
  if (x <= 0) fail_domain(call);
  return Value(function(x));
}
Value log_to_base(Call& call) {
  const double x = call.real(0);
  if (x <= 0) fail_domain(call);
  if (!call.has(1)) return Value(math::log(x));
  const double base = call.real(1);
  if (base <= 0 || base == 1) fail("the base of log() must be positive and not 1", 1);
  return Value(math::log(x) / math::log(base));
}
Value log1p_of(Call& call) {
  if (call.real(0) <= -1) fail_domain(call);
  return Value(math::log1p(call.real(0)));
}

Value atan2_of(Call& call) { return Value(math::atan2(call.real(0), call.real(1))); }
Value copysign_of(Call& call) { return Value(std::copysign(call.real(0), call.real(1))); }
Value radians_of(Call& call) { return Value(call.real(0) * (std::numbers::pi / 180.0)); }
Value degrees_of(Call& call) { return Value(call.real(0) * (180.0 / std::numbers::pi)); }
Value fabs_of(Call& call) { return Value(std::fabs(call.real(0))); }
Value erf_of(Call& call) { return Value(std::erf(call.real(0))); }
Value erfc_of(Call& call) { return Value(std::erfc(call.real(0))); }
Value isnan_of(Call& call) { return Value(std::isnan(call.real(0))); }
Value isinf_of(Call& call) { return Value(std::isinf(call.real(0))); }
Value isfinite_of(Call& call) { return Value(std::isfinite(call.real(0))); }

double square_root(double x) { return std::sqrt(x); }
double exponential_2(double x) { return math::exp2(x); }

Value atanh_of(Call& call) {
  const double x = call.real(0);
  if (std::fabs(x) >= 1) fail_domain(call);
  return Value(math::atanh(x));
}

Value fmod_of(Call& call) {
  const double x = call.real(0);
  const double y = call.real(1);
  if (!std::isnan(x) && !std::isnan(y) && (std::isinf(x) || y == 0)) fail_domain(call);
  return Value(std::fmod(x, y));
}
Value remainder_of(Call& call) {
  const double x = call.real(0);
  const double y = call.real(1);
  if (!std::isnan(x) && !std::isnan(y) && (std::isinf(x) || y == 0)) fail_domain(call);
  return Value(std::remainder(x, y));
}

Value pow_of(Call& call) {
  const double x = call.real(0);
  const double y = call.real(1);
  const double result = math::pow(x, y);
  if (!std::isfinite(x) || !std::isfinite(y)) return Value(result);
  if (std::isnan(result) || (x == 0 && y < 0)) fail_domain(call);
  return Value(checked(call, result, true));
}

Value ldexp_of(Call& call) {
  constexpr std::int64_t kLargest = 100'000;
  const double x = call.real(0);
  const double result = std::ldexp(x, static_cast<int>(std::clamp(call.whole(1), -kLargest, kLargest)));
  return Value(checked(call, result, std::isfinite(x)));
}
Value frexp_of(Call& call) {
  int exponent = 0;
  const double x = call.real(0);
  const double mantissa = std::isfinite(x) ? std::frexp(x, &exponent) : x;
  return make_tuple({Value(mantissa), Value(std::int64_t{exponent})});
}
Value modf_of(Call& call) {
  const double x = call.real(0);
  if (std::isinf(x)) return make_tuple({Value(std::copysign(0.0, x)), Value(x)});
  double whole = 0;
  const double part = std::modf(x, &whole);
  return make_tuple({Value(part), Value(whole)});
}

Value isclose_of(Call& call) {
  constexpr double kRelative = 1e-9;
  const auto tolerance = [&](std::string_view name, double usual) {
    const auto given = call.take(name);
    if (!given) return usual;
    if (!is_number(*given) || as_double(*given) < 0)
      fail(concat(name, " must be a number that is not negative"));
    return as_double(*given);
  };
  const double relative = tolerance("rel_tol", kRelative);
  const double absolute = tolerance("abs_tol", 0);
  call.no_names();
  const double a = call.real(0);
  const double b = call.real(1);
  if (a == b) return Value(true);
  if (std::isinf(a) || std::isinf(b)) return Value(false);
  const double difference = std::fabs(b - a);
  return Value(difference <= std::fabs(relative * b) || difference <= std::fabs(relative * a) ||
               difference <= absolute);
}

// A float to a whole number; whole numbers stay.
template <double (*function)(double)>
Value to_whole(Call& call) {
  if (is_whole(call[0])) return Value(call[0].integer());
  return Value(whole_of(function(call.real(0))));
}
double down(double x) { return std::floor(x); }
double up(double x) { return std::ceil(x); }
double toward_zero(double x) { return std::trunc(x); }

constexpr std::array kMathFunctions = {
    Builtin{"acos", of_one_finite<math::acos>, 1, 1},
    Builtin{"acosh", of_one<math::acosh>, 1, 1},
    Builtin{"asin", of_one_finite<math::asin>, 1, 1},
    Builtin{"asinh", of_one<math::asinh>, 1, 1},
    Builtin{"atan", of_one<math::atan>, 1, 1},
    Builtin{"atan2", atan2_of, 2, 2},
    Builtin{"atanh", atanh_of, 1, 1},
    Builtin{"cbrt", of_one<math::cbrt>, 1, 1},
    Builtin{"ceil", to_whole<up>, 1, 1},
    Builtin{"comb", math_comb, 2, 2},
    Builtin{"copysign", copysign_of, 2, 2},
    Builtin{"cos", of_one_finite<math::cos>, 1, 1},
    Builtin{"cosh", of_one<math::cosh>, 1, 1},
    Builtin{"degrees", degrees_of, 1, 1},
    Builtin{"dist", math_dist, 2, 2},
    Builtin{"erf", erf_of, 1, 1},
    Builtin{"erfc", erfc_of, 1, 1},
    Builtin{"exp", of_one<math::exp>, 1, 1},
    Builtin{"exp2", of_one<exponential_2>, 1, 1},
    Builtin{"expm1", of_one<math::expm1>, 1, 1},
    Builtin{"fabs", fabs_of, 1, 1},
    Builtin{"factorial", math_factorial, 1, 1},
    Builtin{"floor", to_whole<down>, 1, 1},
    Builtin{"fmod", fmod_of, 2, 2},
    Builtin{"frexp", frexp_of, 1, 1},
    Builtin{"fsum", math_fsum, 1, 1},
    Builtin{"gamma", math_gamma, 1, 1},
    Builtin{"gcd", math_gcd, 0, Builtin::kAny},
    Builtin{"hypot", math_hypot, 0, Builtin::kAny},
    Builtin{"isclose", isclose_of, 2, 2, true},
    Builtin{"isfinite", isfinite_of, 1, 1},
    Builtin{"isinf", isinf_of, 1, 1},
    Builtin{"isnan", isnan_of, 1, 1},
    Builtin{"isqrt", math_isqrt, 1, 1},
    Builtin{"lcm", math_lcm, 0, Builtin::kAny},
    Builtin{"ldexp", ldexp_of, 2, 2},
    Builtin{"lgamma", math_lgamma, 1, 1},
    Builtin{"log", log_to_base, 1, 2},
    Builtin{"log10", logarithm<math::log10>, 1, 1},
    Builtin{"log1p", log1p_of, 1, 1},
    Builtin{"log2", logarithm<math::log2>, 1, 1},
    Builtin{"modf", modf_of, 1, 1},
    Builtin{"perm", math_perm, 1, 2},
    Builtin{"pow", pow_of, 2, 2},
    Builtin{"prod", math_prod, 1, 1, true},
    Builtin{"radians", radians_of, 1, 1},
    Builtin{"remainder", remainder_of, 2, 2},
    Builtin{"sin", of_one_finite<math::sin>, 1, 1},
    Builtin{"sinh", of_one<math::sinh>, 1, 1},
    Builtin{"sqrt", of_one<square_root>, 1, 1},
    Builtin{"tan", of_one_finite<math::tan>, 1, 1},
    Builtin{"tanh", of_one<math::tanh>, 1, 1},
    Builtin{"trunc", to_whole<toward_zero>, 1, 1},
};

struct Constant {
  std::string_view name;
  double value;
};
constexpr std::array kConstants = {
    Constant{"pi", std::numbers::pi},
    Constant{"e", std::numbers::e},
    Constant{"tau", 2 * std::numbers::pi},
    Constant{"inf", std::numeric_limits<double>::infinity()},
    Constant{"nan", std::numeric_limits<double>::quiet_NaN()},
};

}  // namespace

std::int64_t whole_of(double value) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (!(value >= -kTwoTo63 && value < kTwoTo63))
    fail("the number is too large for a whole number, which has 64 bits", 0);
  return static_cast<std::int64_t>(value);
}

std::span<const Builtin> math_functions() { return kMathFunctions; }

std::optional<double> math_constant(std::string_view name) {
  const auto found = std::find_if(kConstants.begin(), kConstants.end(),
                                  [&](const Constant& row) { return row.name == name; });
  return found == kConstants.end() ? std::nullopt : std::optional(found->value);
}

std::vector<std::string_view> math_constants() {
  std::vector<std::string_view> names;
  names.reserve(kConstants.size());
  for (const Constant& row : kConstants) names.push_back(row.name);
  return names;
}

}  // namespace romas::xacro
