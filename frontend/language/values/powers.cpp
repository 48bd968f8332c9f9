// Powers: x ^ n.
#include <cmath>

#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The dimension to the power of a number; nullopt if an exponent of it is not whole, or too large.
std::optional<Dimension> dimension_raised(const Dimension& base, double exponent) {
  constexpr double kLargest = 100;     // prevents overflow
  constexpr double kRounding = 1e-12;  // of a third, which no double is
  Dimension result;
  const auto raise = [&](int of, int& to) {
    const double power = of * exponent;
    const double whole = std::round(power);
    if (std::abs(power - whole) > kRounding || std::abs(whole) > kLargest) return false;
    to = static_cast<int>(whole);
    return true;
  };
  const bool fits = raise(base.length, result.length) && raise(base.mass, result.mass) &&
                    raise(base.time, result.time) && raise(base.angle, result.angle) &&
                    raise(base.current, result.current);
  return fits ? std::optional(result) : std::nullopt;
}

// Small whole powers are products, rounded as those are.
double number_raised(double base, double exponent) {
  constexpr double kLargestProduct = 9;
  if (exponent != std::round(exponent) || std::abs(exponent) > kLargestProduct)
    return math::pow(base, exponent);
  double product = 1;
  for (int i = 0; i < std::abs(exponent); ++i) product *= base;
  return exponent < 0 ? 1 / product : product;
}

// A plain number.
std::optional<Value> read_exponent(Evaluator& e, const Expr& expr) {
  if (expr.operands.size() == 1) return Value{computed(expr.exponent, {}), expr.range};
  const Expr& written = expr.operands[1];
  auto value = e.evaluate(written);
  if (!value || std::holds_alternative<Anything>(value->content)) return value;
  if (!expect_quantity(e, *value, "an exponent")) return std::nullopt;
  const auto& quantity = std::get<Quantity>(value->content);
  if (quantity.dimension.plain()) return value;
  e.diagnostics().report(Rule::dimension_mismatch, written.range,
                         concat(e.shown(written.range), " is ", romas::describe(quantity.dimension),
                                ", but an exponent is a plain number"));
  return std::nullopt;
}

// With an exponent that is known in an instance alone, the dimension is not known either.
std::optional<Value> power_of(Evaluator& e, const Value& base, const Value& exponent, const Expr& expr) {
  const auto& value = std::get<Quantity>(base.content);
  const auto& power = std::get<Quantity>(exponent.content);
  const bool unknown = base.unknown || exponent.unknown;
  if (exponent.unknown && !value.dimension.plain()) return Value{Anything{}, expr.range, true};
  const FromData from_base(e, base), from_exponent(e, exponent);
  const SourceRange where = expr.operands.size() == 1 ? expr.range : expr.operands[1].range;
  const auto dimension = dimension_raised(value.dimension, power.value);
  if (!dimension) {
    e.diagnostics().report(
        Rule::dimension_mismatch, where,
        concat(
            romas::describe(value.dimension), " to the power of ", power.value,
            " has no unit: the exponents of units are whole numbers up to 100; divide it by a unit first"));
    return std::nullopt;
  }
  const double result = number_raised(value.value, power.value);
  if (!unknown && std::isnan(result)) {
    e.diagnostics().report(
        Rule::bad_value, where,
        concat("a negative number, ", value.value, ", has no real power of ", power.value));
    return std::nullopt;
  }
  return finite(e, computed(result, *dimension), expr.range, unknown);
}

}  // namespace

std::optional<Value> evaluate_power(Evaluator& e, const Expr& expr) {
  auto base = e.evaluate(expr.operands.front());
  const auto power = read_exponent(e, expr);
  if (!base || !power) return std::nullopt;
  if (std::holds_alternative<Anything>(base->content) || std::holds_alternative<Anything>(power->content))
    return Value{Anything{}, expr.range, true};
  if (!expect_quantity(e, *base, "'^'")) return std::nullopt;
  return power_of(e, *base, *power, expr);
}

}  // namespace romas::language
