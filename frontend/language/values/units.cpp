#include "frontend/language/values/units.h"

#include <cmath>

#include "frontend/language/values/evaluator.h"
#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

struct Scale {
  double numerator = 1;
  double denominator = 1;
  Dimension dimension;
  bool degrees = false;  // exactly "deg"
};

Scale scale_of(const std::vector<UnitFactor>& factors) {
  Scale scale;
  for (const UnitFactor& factor : factors) {
    const Unit& unit = *find_unit(factor.name);
    const int count = std::abs(factor.exponent);
    for (int i = 0; i < count; ++i) {
      scale.numerator *= factor.exponent > 0 ? unit.numerator : unit.denominator;
      scale.denominator *= factor.exponent > 0 ? unit.denominator : unit.numerator;
    }
    scale.dimension = scale.dimension * power(unit.dimension, factor.exponent);
  }
  scale.degrees = factors.size() == 1 && factors.front().name == "deg" && factors.front().exponent == 1;
  return scale;
}

// Rounds only once if numerator and denominator are powers of ten: 150 mm is the double nearest to 0.15.
double scaled(double value, const Scale& scale) {
  if (scale.degrees) return radians_from_degrees(value);
  const double ratio = scale.numerator / scale.denominator;
  if (ratio * scale.denominator == scale.numerator && ratio == std::round(ratio)) return value * ratio;
  if (scale.numerator == 1) return value / scale.denominator;
  if (std::fmod(value, scale.denominator) == 0)
    return value / scale.denominator * scale.numerator;  // 60 rpm is exactly one turn
  const double inverse = scale.denominator / scale.numerator;
  if (inverse == std::round(inverse)) return value / inverse;
  return value * scale.numerator / scale.denominator;
}

void multiply_unit(Quantity& quantity, const Scale& scale) {
  if (scale.degrees && quantity.dimension.plain()) quantity.degrees = quantity.value;
  const double value = scaled(quantity.value, scale);
  quantity.si =
      quantity.si && value == quantity.value && !scale.degrees && scale.numerator == scale.denominator;
  quantity.value = value;
  quantity.dimension = quantity.dimension * scale.dimension;
  quantity.bare_zero = false;
}

// A unit that is joined to others may be meant as the value of this name: `2 kg * m`. Dimensions tell, unless
// they are the same.
bool check_unit_names(Evaluator& e, const Expr& expr) {
  const std::vector<UnitFactor>& unit = expr.more().unit;
  for (std::size_t i = 1; e.scope() != nullptr && i < unit.size(); ++i) {
    const std::string_view name = unit[i].name;
    const Scope::Entry* entry = e.scope()->find(name);
    const auto* value = entry == nullptr ? nullptr : std::get_if<Value>(&entry->meaning);
    const auto* quantity = value == nullptr ? nullptr : std::get_if<Quantity>(&value->content);
    if (quantity == nullptr || quantity->dimension != find_unit(name)->dimension) continue;
    e.diagnostics()
        .report(Rule::syntax, {expr.range.file, expr.inner().end, expr.range.end},
                concat("'", name, "' is read as a unit here, but ", romas::describe(quantity->dimension),
                       " of this name is also defined; put the number in parentheses to use the value, or "
                       "rename the value to use the unit"))
        .note(entry->range, "the value is defined here");
    return false;
  }
  return true;
}

}  // namespace

Quantity with_unit(double number, const std::vector<UnitFactor>& unit) {
  Quantity quantity = computed(number, {});
  multiply_unit(quantity, scale_of(unit));
  return quantity;
}

std::optional<double> number_of_units(const Quantity& quantity, const std::vector<UnitFactor>& unit) {
  const Quantity one = with_unit(1, unit);
  if (!quantity.bare_zero && quantity.dimension != one.dimension) return std::nullopt;
  if (one.degrees && quantity.degrees) return *quantity.degrees;
  // 0.3 m are exactly 300 mm.
  const double inverse = std::round(1 / one.value);
  return inverse * one.value == 1 ? quantity.value * inverse : quantity.value / one.value;
}

bool apply_unit(Evaluator& e, Value& value, const Expr& expr) {
  if (!check_unit_names(e, expr)) return false;
  const Scale scale = scale_of(expr.more().unit);
  if (std::holds_alternative<Anything>(value.content)) {
    value.content = computed(1, scale.dimension);
    return true;
  }
  if (auto* quantity = std::get_if<Quantity>(&value.content)) {
    multiply_unit(*quantity, scale);
    return finite(e, *quantity, expr.range, value.unknown).has_value();
  }
  if (const auto* tuple = std::get_if<Tuple>(&value.content)) {
    std::vector<Value> elements(tuple->begin(), tuple->end());
    for (Value& element : elements) {
      if (!expect_quantity(e, element, "a tuple with a unit")) return false;
      auto& quantity = std::get<Quantity>(element.content);
      multiply_unit(quantity, scale);
      if (!finite(e, quantity, expr.range, element.unknown)) return false;
    }
    value.content = Tuple(std::move(elements));
    return true;
  }
  e.diagnostics().report(
      Rule::type_mismatch, {expr.range.file, expr.inner().end, expr.range.end},
      std::holds_alternative<Pose>(value.content)
          ? std::string("a pose has no unit; write it at each number, as in xyz(0, 0, 150 mm)")
          : concat(describe(value), " has no unit"));
  return false;
}

}  // namespace romas::language
