// Built-in functions of numbers, angles and vectors.
#include <cmath>
#include <numbers>

#include "frontend/language/builtins/builtins.h"
#include "frontend/language/values/calls.h"
#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

constexpr Dimension kPlain{};
constexpr Dimension kAngle{0, 0, 0, 1};

}  // namespace

std::optional<Value> builtins::square_root(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto x = quantity(e, expr, arguments[0]);
  if (!x) return std::nullopt;
  const Dimension& d = x->dimension;
  if (d.length % 2 != 0 || d.mass % 2 != 0 || d.time % 2 != 0 || d.angle % 2 != 0) {
    report(e, Rule::dimension_mismatch, arguments[0].range,
           concat(e.shown(arguments[0].range), " is ", romas::describe(d), ", which has no square root"));
    return std::nullopt;
  }
  if (x->value < 0 && !arguments[0].unknown) {
    report(e, Rule::bad_value, arguments[0].range,
           concat("sqrt of a negative number: ", format_double(x->value)));
    return std::nullopt;
  }
  return result(e, expr, arguments,
                computed(std::sqrt(std::abs(x->value)), {d.length / 2, d.mass / 2, d.time / 2, d.angle / 2}));
}

std::optional<Value> builtins::absolute(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  auto x = quantity(e, expr, arguments[0]);
  if (!x) return std::nullopt;
  if (x->value < 0) {
    x->value = -x->value;
    if (x->degrees) x->degrees = -*x->degrees;
    x->digits = {};
  }
  return result(e, expr, arguments, *x);
}

std::optional<Value> builtins::sign(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto x = quantity(e, expr, arguments[0]);
  if (!x) return std::nullopt;
  return result(e, expr, arguments, computed(x->value > 0 ? 1 : x->value < 0 ? -1 : 0, {}));
}

std::optional<Value> builtins::extreme(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                       bool greatest) {
  if (arguments.size() == 1) {
    const auto list = elements(e, expr, arguments[0]);
    if (!list) return std::nullopt;
    if (*list == nullptr) return arguments[0];
    const std::vector<Value> values((*list)->begin(), (*list)->end());
    if (values.empty()) {
      report(e, Rule::bad_value, arguments[0].range,
             concat(expr.operands.front().text(), " of an empty list"));
      return std::nullopt;
    }
    arguments = values;
  }
  std::optional<Quantity> best;
  bool bare = true;
  Dimension dimension;
  for (Value& argument : arguments) {
    const auto x = quantity(e, expr, argument);
    if (!x || (best && !same_dimension(e, expr, *best, *x, argument.range))) return std::nullopt;
    if (!x->bare_zero) {
      dimension = x->dimension;
      bare = false;
    }
    if (!best || (greatest ? x->value > best->value : x->value < best->value)) best = *x;
  }
  if (!bare && best->bare_zero) *best = computed(0, dimension);
  return result(e, expr, arguments, *best);
}

std::optional<Value> builtins::smallest(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return extreme(e, expr, arguments, false);
}
std::optional<Value> builtins::largest(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return extreme(e, expr, arguments, true);
}

std::optional<Value> builtins::clamp(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto x = quantity(e, expr, arguments[0]);
  const auto low = quantity(e, expr, arguments[1]);
  const auto high = quantity(e, expr, arguments[2]);
  if (!x || !low || !high) return std::nullopt;
  if (!same_dimension(e, expr, *x, *low, arguments[1].range) ||
      !same_dimension(e, expr, *x, *high, arguments[2].range))
    return std::nullopt;
  const Dimension dimension = !x->bare_zero     ? x->dimension
                              : !low->bare_zero ? low->dimension
                                                : high->dimension;
  return result(e, expr, arguments,
                computed(std::max(low->value, std::min(x->value, high->value)), dimension));
}

std::optional<Value> builtins::rounded(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                       double (*round)(double)) {
  const auto x = quantity(e, expr, arguments[0], &kPlain);
  if (!x) return std::nullopt;
  return result(e, expr, arguments, computed(round(x->value), {}));
}

std::optional<Value> builtins::floor(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return rounded(e, expr, arguments, [](double x) { return std::floor(x); });
}
std::optional<Value> builtins::ceil(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return rounded(e, expr, arguments, [](double x) { return std::ceil(x); });
}
std::optional<Value> builtins::round(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return rounded(e, expr, arguments, [](double x) { return std::round(x); });
}

std::optional<Value> builtins::modulo(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto a = quantity(e, expr, arguments[0]);
  const auto b = quantity(e, expr, arguments[1]);
  if (!a || !b || !same_dimension(e, expr, *a, *b, arguments[1].range)) return std::nullopt;
  double rest = std::fmod(a->value, b->value);
  if (rest != 0 && (rest < 0) != (b->value < 0)) rest += b->value;
  return result(e, expr, arguments, computed(rest, b->dimension));
}

// --- angles ------------------------------------------------------------------------------------------------

namespace {

enum Trigonometric : int { kSine, kCosine, kTangent };

// Exact at multiples of a quarter turn, where the angle is known in degrees.
double evaluate_trigonometric(int function, const Quantity& angle) {
  if (angle.degrees && *angle.degrees / 90 == std::round(*angle.degrees / 90) && function != kTangent) {
    constexpr std::array<double, 4> kSines = {0, 1, 0, -1};
    const double quarters = *angle.degrees / 90 + (function == kCosine ? 1 : 0);
    return kSines[static_cast<std::size_t>(quarters - 4 * std::floor(quarters / 4))];
  }
  if (function == kSine) return math::sin(angle.value);
  return function == kCosine ? math::cos(angle.value) : math::tan(angle.value);
}

}  // namespace

std::optional<Value> builtins::trigonometric(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                             int function) {
  const auto angle = quantity(e, expr, arguments[0], &kAngle);
  if (!angle) return std::nullopt;
  return result(e, expr, arguments, computed(evaluate_trigonometric(function, *angle), {}));
}
std::optional<Value> builtins::sine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return trigonometric(e, expr, arguments, kSine);
}
std::optional<Value> builtins::cosine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return trigonometric(e, expr, arguments, kCosine);
}
std::optional<Value> builtins::tangent(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return trigonometric(e, expr, arguments, kTangent);
}

std::optional<Value> builtins::angle_of(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                        double (*function)(double), double most) {
  const auto x = quantity(e, expr, arguments[0], &kPlain);
  if (!x) return std::nullopt;
  if (std::abs(x->value) > most && !arguments[0].unknown) {
    report(
        e, Rule::bad_value, arguments[0].range,
        concat(expr.operands.front().text(), " takes a value from -1 to 1, not ", format_double(x->value)));
    return std::nullopt;
  }
  return result(e, expr, arguments, computed(function(x->value), kAngle));
}
std::optional<Value> builtins::arc_sine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return angle_of(
      e, expr, arguments, [](double x) { return math::asin(x); }, 1);
}
std::optional<Value> builtins::arc_cosine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return angle_of(
      e, expr, arguments, [](double x) { return math::acos(x); }, 1);
}
std::optional<Value> builtins::arc_tangent(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return angle_of(
      e, expr, arguments, [](double x) { return math::atan(x); }, std::numeric_limits<double>::infinity());
}

std::optional<Value> builtins::arc_tangent2(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto y = quantity(e, expr, arguments[0]);
  const auto x = quantity(e, expr, arguments[1]);
  if (!y || !x || !same_dimension(e, expr, *y, *x, arguments[1].range)) return std::nullopt;
  return result(e, expr, arguments, computed(math::atan2(y->value, x->value), kAngle));
}

std::optional<Value> builtins::exponential(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  return rounded(e, expr, arguments, [](double x) { return math::exp(x); });
}

std::optional<Value> builtins::logarithm(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto x = quantity(e, expr, arguments[0], &kPlain);
  if (!x) return std::nullopt;
  if (x->value <= 0 && !arguments[0].unknown) {
    report(e, Rule::bad_value, arguments[0].range,
           concat("log takes a positive number, not ", format_double(x->value)));
    return std::nullopt;
  }
  return result(e, expr, arguments, computed(math::log(x->value), {}));
}

std::optional<Value> builtins::in_radians(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto angle = quantity(e, expr, arguments[0], &kAngle);
  if (!angle) return std::nullopt;
  return result(e, expr, arguments, computed(angle->value, {}));
}

std::optional<Value> builtins::in_degrees(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto angle = quantity(e, expr, arguments[0], &kAngle);
  if (!angle) return std::nullopt;
  return result(e, expr, arguments,
                computed(angle->degrees.value_or(angle->value * (180 / std::numbers::pi)), {}));
}

// --- vectors -----------------------------------------------------------------------------------------------

std::optional<Value> builtins::norm(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  if (std::holds_alternative<Anything>(arguments[0].content)) return arguments[0];
  const auto v = vector(e, expr, arguments[0]);
  if (!v) return std::nullopt;
  double square = 0;
  for (const Quantity& x : *v) square += x.value * x.value;
  return result(e, expr, arguments, computed(std::sqrt(square), v->front().dimension));
}

std::optional<Value> builtins::dot(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  for (const Value& argument : arguments)
    if (std::holds_alternative<Anything>(argument.content)) return argument;
  const auto a = vector(e, expr, arguments[0]);
  const auto b = vector(e, expr, arguments[1]);
  if (!a || !b) return std::nullopt;
  if (a->size() != b->size()) {
    report(e, Rule::wrong_count, expr.range,
           concat("dot takes two tuples of the same length, not of ", a->size(), " and ", b->size()));
    return std::nullopt;
  }
  double total = 0;
  for (std::size_t i = 0; i < a->size(); ++i) total += (*a)[i].value * (*b)[i].value;
  return result(e, expr, arguments, computed(total, a->front().dimension * b->front().dimension));
}

std::optional<Value> builtins::cross(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  for (const Value& argument : arguments)
    if (std::holds_alternative<Anything>(argument.content)) return argument;
  const auto a = vector(e, expr, arguments[0]);
  const auto b = vector(e, expr, arguments[1]);
  if (!a || !b) return std::nullopt;
  if (a->size() != 3 || b->size() != 3) {
    report(e, Rule::wrong_count, expr.range, "cross takes two tuples of 3 values");
    return std::nullopt;
  }
  const Dimension dimension = a->front().dimension * b->front().dimension;
  std::vector<Value> product;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    product.push_back({computed((*a)[j].value * (*b)[k].value - (*a)[k].value * (*b)[j].value, dimension),
                       expr.range, arguments[0].unknown || arguments[1].unknown});
  }
  return Value{Tuple(std::move(product)), expr.range, arguments[0].unknown || arguments[1].unknown};
}

std::optional<Value> builtins::unit(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  if (std::holds_alternative<Anything>(arguments[0].content)) return arguments[0];
  const auto v = vector(e, expr, arguments[0]);
  if (!v) return std::nullopt;
  double square = 0;
  for (const Quantity& x : *v) square += x.value * x.value;
  if (square == 0) {
    report(e, Rule::bad_value, arguments[0].range, "a vector of length 0 has no direction");
    return std::nullopt;
  }
  std::vector<Value> direction;
  for (const Quantity& x : *v)
    direction.push_back({computed(x.value / std::sqrt(square), {}), expr.range, arguments[0].unknown});
  return Value{Tuple(std::move(direction)), expr.range, arguments[0].unknown};
}

}  // namespace romas::language
