#include "frontend/language/values.h"

#include <cmath>
#include <numbers>

#include "support/text.h"

namespace romas::language {

double radians_from_degrees(double degrees) {
  const double quarters = degrees / 90.0;
  return quarters == std::round(quarters) ? quarters * (std::numbers::pi / 2) : degrees * (std::numbers::pi / 180.0);
}

std::string_view describe(const Value& value) {
  constexpr std::array<std::string_view, 5> kNames = {"a number", "a tuple", "a pose", "a text", "true or false"};
  return kNames[value.content.index()];
}

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

// One rounding where numerator and denominator are powers of ten, whatever the prefix: 150 mm is the double nearest to 0.15.
double scaled(double value, const Scale& scale) {
  if (scale.degrees) return radians_from_degrees(value);
  const double ratio = scale.numerator / scale.denominator;
  if (ratio * scale.denominator == scale.numerator && ratio == std::round(ratio)) return value * ratio;
  if (scale.numerator == 1) return value / scale.denominator;
  if (std::fmod(value, scale.denominator) == 0) return value / scale.denominator * scale.numerator;  // 60 rpm is exactly one turn
  const double inverse = scale.denominator / scale.numerator;
  if (inverse == std::round(inverse)) return value / inverse;
  return value * scale.numerator / scale.denominator;
}

void multiply_unit(Quantity& quantity, const Scale& scale) {
  if (scale.degrees && quantity.dimension.plain()) quantity.degrees = quantity.value;
  const double value = scaled(quantity.value, scale);
  quantity.si = quantity.si && value == quantity.value && !scale.degrees && scale.numerator == scale.denominator;
  quantity.value = value;
  quantity.dimension = quantity.dimension * scale.dimension;
  quantity.bare_zero = false;
}

// What arithmetic leaves of a quantity.
Quantity computed(double value, const Dimension& dimension) {
  Quantity result;
  result.value = value;
  result.dimension = dimension;
  return result;
}

}  // namespace

std::string Evaluator::shown(SourceRange range) const {
  constexpr std::size_t kLongest = 40;
  const std::string_view text = sources_.text(range);
  return text.size() <= kLongest && text.find('\n') == std::string_view::npos ? concat("'", text, "'") : std::string("this");
}

// --- evaluation -------------------------------------------------------------------------------------------------------------

std::optional<Value> Evaluator::evaluate(const Expr& expr) {
  std::optional<Value> value = raw(expr);
  if (!value) return std::nullopt;
  value->range = expr.range;
  if (!expr.unit.empty() && !apply_unit(*value, expr)) return std::nullopt;
  return value;
}

std::optional<Value> Evaluator::raw(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::number: {
      Quantity quantity = computed(expr.number, {});
      quantity.bare_zero = expr.number == 0;
      quantity.digits = sources_.text(expr.inner);
      return Value{quantity, expr.range};
    }
    case Expr::Kind::text: return Value{expr.text, expr.range};
    case Expr::Kind::boolean: return Value{expr.boolean, expr.range};
    case Expr::Kind::tuple: {
      Tuple tuple;
      for (const Expr& operand : expr.operands) {
        auto element = evaluate(operand);
        if (!element) return std::nullopt;
        tuple.push_back(std::move(*element));
      }
      return Value{std::move(tuple), expr.range};
    }
    case Expr::Kind::group: {
      auto value = evaluate(expr.operands.front());
      if (value)
        if (auto* pose = std::get_if<Pose>(&value->content)) pose->grouped = true;
      return value;
    }
    case Expr::Kind::negate: return negate(expr);
    case Expr::Kind::sum: return sum(expr);
    case Expr::Kind::product: return product(expr);
    case Expr::Kind::power: return raised(expr);
    case Expr::Kind::name: return named(expr);
    case Expr::Kind::call: return call(expr);
    case Expr::Kind::align: return align(expr);
  }
  return std::nullopt;
}

bool Evaluator::apply_unit(Value& value, const Expr& expr) {
  const Scale scale = scale_of(expr.unit);
  if (auto* quantity = std::get_if<Quantity>(&value.content)) {
    multiply_unit(*quantity, scale);
    return finite(*quantity, expr.range).has_value();
  }
  if (auto* tuple = std::get_if<Tuple>(&value.content)) {
    for (Value& element : *tuple) {
      if (!expect_quantity(element, "a tuple with a unit")) return false;
      auto& quantity = std::get<Quantity>(element.content);
      multiply_unit(quantity, scale);
      if (!finite(quantity, expr.range)) return false;
    }
    return true;
  }
  diagnostics_.report(Rule::type_mismatch, {expr.range.file, expr.inner.end, expr.range.end}, concat(describe(value), " has no unit"));
  return false;
}

std::optional<Value> Evaluator::finite(Quantity quantity, SourceRange range) {
  if (std::isfinite(quantity.value)) return Value{quantity, range};
  diagnostics_.report(Rule::bad_number, range, concat(shown(range), " is too large for a number, or divides by zero"));
  return std::nullopt;
}

bool Evaluator::expect_quantity(const Value& value, std::string_view what) {
  if (std::holds_alternative<Quantity>(value.content)) return true;
  diagnostics_.report(Rule::type_mismatch, value.range, concat(what, " takes a number, not ", describe(value)));
  return false;
}

std::optional<Value> Evaluator::negate(const Expr& expr) {
  auto value = evaluate(expr.operands.front());
  if (!value || !expect_quantity(*value, "'-'")) return std::nullopt;
  auto& quantity = std::get<Quantity>(value->content);
  quantity.value = -quantity.value;
  if (quantity.degrees) quantity.degrees = -*quantity.degrees;
  // The sign belongs to the digits where it stands right before them.
  const std::string_view text = sources_.text(expr.inner);
  const bool adjacent = !quantity.digits.empty() && quantity.digits.data() == text.data() + 1;
  quantity.digits = adjacent ? std::string_view(text.data(), quantity.digits.size() + 1) : std::string_view();
  return value;
}

std::optional<Value> Evaluator::sum(const Expr& expr) {
  std::optional<Quantity> total;
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    const auto value = evaluate(expr.operands[i]);
    if (!value || !expect_quantity(*value, "a sum")) return std::nullopt;
    const auto& term = std::get<Quantity>(value->content);
    if (!total) {
      total = term;
      continue;
    }
    if (!term.bare_zero && !total->bare_zero && term.dimension != total->dimension) {
      diagnostics_.report(
          Rule::dimension_mismatch, value->range,
          concat(shown(value->range), " is ", romas::describe(term.dimension), " and cannot be added to ", romas::describe(total->dimension)));
      return std::nullopt;
    }
    const Dimension dimension = total->bare_zero ? term.dimension : total->dimension;
    total = computed(expr.operators[i - 1] == '+' ? total->value + term.value : total->value - term.value, dimension);
  }
  return finite(*total, expr.range);
}

std::optional<Value> Evaluator::product(const Expr& expr) {
  std::vector<Value> factors;
  bool poses = false;
  for (const Expr& operand : expr.operands) {
    auto value = evaluate(operand);
    if (!value) return std::nullopt;
    poses = poses || std::holds_alternative<Pose>(value->content);
    factors.push_back(std::move(*value));
  }
  return poses ? pose_product(expr, std::move(factors)) : quantity_product(expr, std::move(factors));
}

std::optional<Value> Evaluator::quantity_product(const Expr& expr, std::vector<Value> factors) {
  constexpr int kLargestExponent = 100;  // of a dimension; keeps absurd chains from overflowing
  for (const Value& factor : factors)
    if (!expect_quantity(factor, "a product")) return std::nullopt;
  Quantity result = std::get<Quantity>(factors.front().content);
  for (std::size_t i = 1; i < factors.size(); ++i) {
    const auto& factor = std::get<Quantity>(factors[i].content);
    const bool times = expr.operators[i - 1] == '*';
    const Dimension dimension = times ? result.dimension * factor.dimension : result.dimension / factor.dimension;
    for (const int exponent : {dimension.length, dimension.mass, dimension.time, dimension.angle}) {
      if (std::abs(exponent) <= kLargestExponent) continue;
      diagnostics_.report(Rule::bad_number, expr.range, "the exponents of the units become too large");
      return std::nullopt;
    }
    result = computed(times ? result.value * factor.value : result.value / factor.value, dimension);
  }
  return finite(result, expr.range);
}

std::optional<Value> Evaluator::raised(const Expr& expr) {
  const auto value = evaluate(expr.operands.front());
  if (!value || !expect_quantity(*value, "'^'")) return std::nullopt;
  const auto& base = std::get<Quantity>(value->content);
  double result = 1;
  for (int i = 0; i < std::abs(expr.exponent); ++i) result *= base.value;
  return finite(computed(expr.exponent < 0 ? 1 / result : result, power(base.dimension, expr.exponent)), expr.range);
}

std::optional<Value> Evaluator::named(const Expr& expr) {
  constexpr std::array<std::string_view, 3> kConstants = {"pi", "g0", "identity"};
  if (expr.text == "pi") return Value{computed(std::numbers::pi, {}), expr.range};
  if (expr.text == "g0") return Value{computed(9.80665, *dimension_of("m/s^2")), expr.range};  // standard gravity
  if (expr.text == "identity") return Value{Pose{TransformExpr(TransformExpr::XyzRpy{}), false}, expr.range};
  const std::string_view near = nearest_name(expr.text, kConstants);
  auto builder =
      diagnostics_.report(Rule::unknown_name, expr.range,
                          concat("nothing is called '", expr.text, "'", near.empty() ? std::string() : concat("; did you mean '", near, "'?")));
  if (!near.empty()) builder.fix(expr.range, std::string(near));
  return std::nullopt;
}

// --- what properties ask for ------------------------------------------------------------------------------------------------

Number Evaluator::to_number(const Quantity& quantity) const {
  return quantity.si && !quantity.digits.empty() ? model_.number(quantity.value, quantity.digits) : Number(quantity.value);
}

// The quantity as one of the wanted dimension. A literal without unit is taken in the unit that is proposed for it.
std::optional<Quantity> Evaluator::adapt(Quantity quantity, SourceRange range, std::string_view units, std::string_view what) {
  if (units.empty() || quantity.bare_zero) return quantity;
  const Dimension wanted = *dimension_of(units);
  if (quantity.dimension == wanted) return quantity;
  check_dimension(quantity, range, units, what);
  if (quantity.dimension.plain() && units == "rad" && std::abs(quantity.value) > 2 * std::numbers::pi)
    return computed(radians_from_degrees(quantity.value), wanted);
  return computed(quantity.value, wanted);
}

void Evaluator::check_dimension(const Quantity& quantity, SourceRange range, std::string_view units, std::string_view what) {
  if (units.empty() || quantity.bare_zero) return;
  const Dimension wanted = *dimension_of(units);
  if (quantity.dimension == wanted || quantity.dimension == reported_) return;
  std::string message = concat(shown(range), " is ", romas::describe(quantity.dimension), ", but ", what, " takes ", romas::describe(wanted));
  if (!quantity.dimension.plain() || quantity.digits.empty()) {
    diagnostics_.report(Rule::dimension_mismatch, range, std::move(message));
    return;
  }
  const std::string_view unit = units == "rad" && std::abs(quantity.value) > 2 * std::numbers::pi ? "deg" : units;
  message.append(concat("; write '", sources_.text(range), ' ', unit, "'"));
  diagnostics_.report(Rule::dimension_mismatch, range, std::move(message)).fix({range.file, range.end, range.end}, concat(' ', unit));
}

std::optional<Quantity> Evaluator::quantity(const Expr& expr, std::string_view what) {
  const auto value = evaluate(expr);
  if (!value || !expect_quantity(*value, what)) return std::nullopt;
  return std::get<Quantity>(value->content);
}

std::optional<Number> Evaluator::to_number(const Value& value, std::string_view units, std::string_view what) {
  if (!expect_quantity(value, what)) return std::nullopt;
  const auto quantity = adapt(std::get<Quantity>(value.content), value.range, units, what);
  return quantity ? std::optional(to_number(*quantity)) : std::nullopt;
}

std::optional<Number> Evaluator::number(const Expr& expr, std::string_view units, std::string_view what) {
  const auto value = evaluate(expr);
  return value ? to_number(*value, units, what) : std::nullopt;
}

std::array<std::optional<Number>, 2> Evaluator::range(const Expr& low, const Expr& high, std::string_view units, std::string_view what) {
  std::array<std::optional<Number>, 2> result;
  const std::size_t errors = diagnostics_.error_count();
  const auto first = evaluate(low);
  if (first) result[0] = to_number(*first, units, what);
  if (result[0] && diagnostics_.error_count() > errors) reported_ = std::get<Quantity>(first->content).dimension;
  result[1] = number(high, units, what);
  reported_.reset();
  return result;
}

std::optional<Number> Evaluator::degrees(const Expr& expr, std::string_view what) {
  auto value = quantity(expr, what);
  if (!value) return std::nullopt;
  if (value->bare_zero) return to_number(*value);
  if (value->degrees) return value->digits.empty() ? Number(*value->degrees) : model_.number(*value->degrees, value->digits);
  const auto angle = adapt(*value, expr.range, "rad", what);
  return Number(angle->value * (180 / std::numbers::pi));
}

template <std::size_t count>
std::optional<std::array<Number, count>> Evaluator::array(const Expr& expr, std::string_view units, std::string_view what) {
  const auto value = evaluate(expr);
  if (!value) return std::nullopt;
  const auto* tuple = std::get_if<Tuple>(&value->content);
  if (tuple == nullptr) {
    diagnostics_.report(Rule::type_mismatch, value->range, concat(what, " takes a tuple of ", count, " values, not ", describe(*value)));
    return std::nullopt;
  }
  if (tuple->size() != count) {
    diagnostics_.report(Rule::wrong_count, value->range, concat(what, " takes ", count, " values, not ", tuple->size()));
    return std::nullopt;
  }
  std::array<Number, count> result;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t errors = diagnostics_.error_count();
    const auto number = to_number((*tuple)[i], units, what);
    if (!number) {
      reported_.reset();
      return std::nullopt;
    }
    result[i] = *number;
    // One error is enough for a tuple whose unit was forgotten.
    if (diagnostics_.error_count() > errors) reported_ = std::get<Quantity>((*tuple)[i].content).dimension;
  }
  reported_.reset();
  return result;
}

std::optional<Number3> Evaluator::number3(const Expr& expr, std::string_view units, std::string_view what) { return array<3>(expr, units, what); }
std::optional<Number4> Evaluator::number4(const Expr& expr, std::string_view units, std::string_view what) { return array<4>(expr, units, what); }

std::vector<Number> Evaluator::numbers(const Expr& expr, std::string_view units, std::string_view what) {
  const auto value = evaluate(expr);
  std::vector<Number> result;
  if (!value) return result;
  const auto add = [&](const Value& element) {
    if (const auto number = to_number(element, units, what)) result.push_back(*number);
  };
  if (const auto* tuple = std::get_if<Tuple>(&value->content)) {
    for (const Value& element : *tuple) add(element);
  } else {
    add(*value);
  }
  return result;
}

std::optional<bool> Evaluator::boolean(const Expr& expr, std::string_view what) {
  const auto value = evaluate(expr);
  if (!value) return std::nullopt;
  if (const auto* result = std::get_if<bool>(&value->content)) return *result;
  diagnostics_.report(Rule::type_mismatch, value->range, concat(what, " takes true or false, not ", describe(*value)));
  return std::nullopt;
}

std::optional<Number3> Evaluator::axis(const Expr& expr) {
  const bool negative = expr.kind == Expr::Kind::negate;
  const Expr& operand = negative ? expr.operands.front() : expr;
  if (operand.kind != Expr::Kind::name) return number3(expr, "1", "the axis");
  const auto axis = parse_signed_axis(concat(negative ? "-" : "", operand.text));
  if (!axis) {
    diagnostics_.report(Rule::bad_value, expr.range,
                        concat("'", operand.text, "' is no axis; it is x, y or z, with a sign or without, or a direction such as (1, 1, 0)"));
    return std::nullopt;
  }
  const Vector3 direction = unit_vector(*axis);
  return Number3{direction.x(), direction.y(), direction.z()};
}

}  // namespace romas::language
