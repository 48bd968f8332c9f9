// Functions of math that take lists, and the gamma function.
#include <cmath>
#include <limits>

#include "frontend/xacro/expressions/builtins/builtins_math.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/operators.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// The length of a vector. The wider type has no overflow here, and rounds so little that the result is nearly
// always the float nearest to the length, as in Python.
double length_of(const std::vector<double>& parts) {
  long double sum = 0;
  bool infinite = false;
  for (const double part : parts) {
    infinite = infinite || std::isinf(part);
    sum += static_cast<long double>(part) * static_cast<long double>(part);
  }
  return infinite ? std::numeric_limits<double>::infinity() : static_cast<double>(std::sqrt(sum));
}

double number_of(const Value& value, const Call& call, int index) {
  if (!is_number(value)) fail(concat(call.name, "() takes numbers, not ", describe(value)), index);
  return as_double(value);
}

// The exact sum, rounded once: partial sums that do not overlap, after J. R. Shewchuk, "Adaptive Precision
// Floating-Point Arithmetic", 1997.
class ExactSum {
 public:
  void add(double value) {
    std::size_t kept = 0;
    for (double part : parts_) {
      if (std::fabs(value) < std::fabs(part)) std::swap(value, part);
      const double sum = value + part;
      const double rest = part - (sum - value);
      if (rest != 0) parts_[kept++] = rest;
      value = sum;
    }
    parts_.resize(kept);
    parts_.push_back(value);
  }
  double rounded() const {
    if (parts_.empty()) return 0;
    std::size_t i = parts_.size() - 1;
    double sum = parts_[i];
    double rest = 0;
    while (i > 0) {
      const double before = sum;
      const double part = parts_[--i];
      sum = before + part;
      rest = part - (sum - before);
      if (rest != 0) break;
    }
    // Half a unit is rounded to even unless smaller parts say which way.
    if (i > 0 && ((rest < 0 && parts_[i - 1] < 0) || (rest > 0 && parts_[i - 1] > 0))) {
      const double twice = rest * 2;
      const double corrected = sum + twice;
      if (corrected - sum == twice) sum = corrected;
    }
    return sum;
  }

 private:
  std::vector<double> parts_;  // from the smallest
};

}  // namespace

Value math_hypot(Call& call) {
  std::vector<double> parts;
  for (std::size_t i = 0; i < call.count(); ++i) parts.push_back(call.real(i));
  return Value(length_of(parts));
}

Value math_dist(Call& call) {
  const std::vector<Value> from = elements_of(call[0], call.evaluator);
  const std::vector<Value> to = elements_of(call[1], call.evaluator);
  if (from.size() != to.size())
    fail(concat("dist() takes two points with the same number of coordinates, not ", from.size(), " and ",
                to.size()));
  std::vector<double> parts;
  for (std::size_t i = 0; i < from.size(); ++i)
    parts.push_back(number_of(from[i], call, 0) - number_of(to[i], call, 1));
  return Value(length_of(parts));
}

Value math_fsum(Call& call) {
  ExactSum sum;
  double special = 0;
  for (const Value& element : elements_of(call[0], call.evaluator)) {
    const double value = number_of(element, call, 0);
    if (std::isfinite(value))
      sum.add(value);
    else
      special += value;
  }
  if (special != 0 || std::isnan(special)) return Value(special);
  if (!std::isfinite(sum.rounded())) fail("the sum is too large for a float", 0);
  return Value(sum.rounded());
}

Value math_prod(Call& call) {
  Value product = call.take("start").value_or(Value(std::int64_t{1}));
  call.no_names();
  for (const Value& element : elements_of(call[0], call.evaluator))
    product = binary_operation(Operator::multiply, product, element, call.evaluator);
  return product;
}

Value math_gamma(Call& call) {
  const double x = call.real(0);
  if ((x == std::floor(x) && x <= 0 && std::isfinite(x)) || x == -std::numeric_limits<double>::infinity())
    fail("gamma() is not defined there", 0);
  const double result = std::tgamma(x);
  if (std::isinf(result) && std::isfinite(x)) fail("the result of gamma() is too large for a float", 0);
  return Value(result);
}

Value math_lgamma(Call& call) {
  const double x = call.real(0);
  if (x == std::floor(x) && x <= 0 && std::isfinite(x)) fail("lgamma() is not defined there", 0);
  int sign = 0;  // lgamma() would set a global variable
  const double result = lgamma_r(x, &sign);
  if (std::isinf(result) && std::isfinite(x)) fail("the result of lgamma() is too large for a float", 0);
  return Value(result);
}

}  // namespace romas::xacro
