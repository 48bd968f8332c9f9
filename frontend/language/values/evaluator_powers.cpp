// Powers: x ^ n.
#include <cmath>

#include "frontend/language/values/evaluator.h"
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
    return std::pow(base, exponent);
  double product = 1;
  for (int i = 0; i < std::abs(exponent); ++i) product *= base;
  return exponent < 0 ? 1 / product : product;
}

}  // namespace

std::optional<Value> Evaluator::raised(const Expr& expr) {
  auto base = evaluate(expr.operands.front());
  const auto power = exponent(expr);
  if (!base || !power) return std::nullopt;
  if (std::holds_alternative<Anything>(base->content) || std::holds_alternative<Anything>(power->content))
    return Value{Anything{}, expr.range, true};
  if (!expect_quantity(*base, "'^'")) return std::nullopt;
  return power_of(*base, *power, expr);
}

// A plain number.
std::optional<Value> Evaluator::exponent(const Expr& expr) {
  if (expr.operands.size() == 1) return Value{computed(expr.exponent, {}), expr.range};
  const Expr& written = expr.operands[1];
  auto value = evaluate(written);
  if (!value || std::holds_alternative<Anything>(value->content)) return value;
  if (!expect_quantity(*value, "an exponent")) return std::nullopt;
  const auto& quantity = std::get<Quantity>(value->content);
  if (quantity.dimension.plain()) return value;
  diagnostics_.report(Rule::dimension_mismatch, written.range,
                      concat(shown(written.range), " is ", romas::describe(quantity.dimension),
                             ", but an exponent is a plain number"));
  return std::nullopt;
}

// With an exponent that is known in an instance alone, the dimension is not known either.
std::optional<Value> Evaluator::power_of(const Value& base, const Value& exponent, const Expr& expr) {
  const auto& value = std::get<Quantity>(base.content);
  const auto& power = std::get<Quantity>(exponent.content);
  const bool unknown = base.unknown || exponent.unknown;
  if (exponent.unknown && !value.dimension.plain()) return Value{Anything{}, expr.range, true};
  const FromData from_base(*this, base), from_exponent(*this, exponent);
  const SourceRange where = expr.operands.size() == 1 ? expr.range : expr.operands[1].range;
  const auto dimension = dimension_raised(value.dimension, power.value);
  if (!dimension) {
    diagnostics_.report(
        Rule::dimension_mismatch, where,
        concat(
            romas::describe(value.dimension), " to the power of ", power.value,
            " has no unit: the exponents of units are whole numbers up to 100; divide it by a unit first"));
    return std::nullopt;
  }
  const double result = number_raised(value.value, power.value);
  if (!unknown && std::isnan(result)) {
    diagnostics_.report(Rule::bad_value, where,
                        concat("a negative number, ", value.value, ", has no real power of ", power.value));
    return std::nullopt;
  }
  return finite(computed(result, *dimension), expr.range, unknown);
}

}  // namespace romas::language
