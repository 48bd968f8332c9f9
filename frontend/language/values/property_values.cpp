#include "frontend/language/values/property_values.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <numbers>

#include "frontend/language/values/evaluator.h"
#include "frontend/language/values/misfits.h"
#include "frontend/language/words/probable_units.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// Returns advice for `1 / 2 m`, in which the unit belongs to the 2: write '(1 / 2) m'. Returns an empty text
// for other texts.
std::string divided_by_unit(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || text.find_first_of("/()\n", slash + 1) != std::string_view::npos)
    return {};
  const std::string_view divisor = trim(text.substr(slash + 1));
  const std::size_t space = divisor.find(' ');
  if (space == std::string_view::npos || !parse_double(divisor.substr(0, space))) return {};
  const std::string_view unit = trim(divisor.substr(space));
  return concat("; '", unit, "' applies only to the ", divisor.substr(0, space), "; write '(",
                trim(text.substr(0, slash)), " / ", divisor.substr(0, space), ") ", unit, "'");
}

bool is_known(const Value& value) {  // NOLINT(misc-no-recursion): as deep as its lists
  const Elements* parts = std::get_if<Tuple>(&value.content);
  if (parts == nullptr) parts = std::get_if<List>(&value.content);
  return !value.unknown && !std::holds_alternative<Anything>(value.content) &&
         (parts == nullptr || std::ranges::all_of(*parts, is_known));
}

}  // namespace

// A property is in doubt where a number that it was given is not known.
class PropertyValues::Doubting {
 public:
  Doubting(const PropertyValues& values, SourceRange property)
      : values_(values), property_(property), unknown_(values.unknown_numbers_) {}
  // e_.doubt() may throw when memory is exhausted; nothing is marked during stack unwinding.
  ~Doubting() noexcept(false) {
    if (std::uncaught_exceptions() == 0 && values_.unknown_numbers_ > unknown_) values_.e_.doubt(property_);
  }
  Doubting(const Doubting&) = delete;
  Doubting& operator=(const Doubting&) = delete;

 private:
  const PropertyValues& values_;
  SourceRange property_;
  std::size_t unknown_;
};

Number PropertyValues::to_number(const Quantity& quantity) const {
  return quantity.si && !quantity.digits.empty() ? e_.model().number(quantity.value, quantity.digits)
                                                 : Number(quantity.value);
}

// The quantity in the wanted dimension. A literal without unit is taken in the unit that the error proposes.
std::optional<Quantity> PropertyValues::adapt(Quantity quantity, SourceRange range, std::string_view units,
                                              std::string_view what) {
  if (units.empty() || quantity.bare_zero) return quantity;
  const Dimension wanted = *dimension_of(units);
  if (quantity.dimension == wanted) return quantity;
  check_dimension(quantity, range, units, what);
  ++unknown_numbers_;
  e_.doubt(range);
  if (quantity.dimension.plain() && units == "rad" && std::abs(quantity.value) > 2 * std::numbers::pi)
    return computed(radians_from_degrees(quantity.value), wanted);
  return computed(quantity.value, wanted);
}

void PropertyValues::check_dimension(const Quantity& quantity, SourceRange range, std::string_view units,
                                     std::string_view what) {
  if (units.empty() || quantity.bare_zero) return;
  const Dimension wanted = *dimension_of(units);
  if (quantity.dimension == wanted || quantity.dimension == reported_) return;
  if (!is_first_misfit(e_, range, quantity.dimension, wanted)) return;
  std::string message = concat(e_.shown(range), " is ", romas::describe(quantity.dimension), ", but ", what,
                               " takes ", romas::describe(wanted));
  if (quantity.dimension * wanted == Dimension{}) message.append(divided_by_unit(e_.sources().text(range)));
  if (!quantity.dimension.plain() || quantity.digits.empty() || quantity.digits != e_.sources().text(range)) {
    e_.diagnostics().report(Rule::dimension_mismatch, range, std::move(message));
    return;
  }
  const std::string_view unit = probable_unit(units, quantity.value);
  message.append(concat("; write ", with_probable_units(e_.sources().text(range), units, quantity.value)));
  e_.diagnostics()
      .report(Rule::dimension_mismatch, range, std::move(message))
      .suggest({range.file, range.end, range.end}, concat(' ', unit));
}

// The value that a property takes, which is in doubt with it.
std::optional<Value> PropertyValues::taken(const Expr& expr) {
  auto value = e_.evaluate(expr);
  if (e_.diagnostics().has_errors() && !(value && is_known(*value))) e_.doubt(expr.range);
  return value;
}

std::optional<Quantity> PropertyValues::quantity(const Expr& expr, std::string_view what) {
  auto value = taken(expr);
  if (!value) return std::nullopt;
  const FromData from(e_, *value);
  if (!expect_quantity(e_, *value, what)) return std::nullopt;
  return std::get<Quantity>(value->content);
}

std::optional<Number> PropertyValues::to_number(Value value, std::string_view units, std::string_view what) {
  if (value.unknown) ++unknown_numbers_;
  const FromData from(e_, value);
  if (!expect_quantity(e_, value, what)) return std::nullopt;
  const auto quantity = adapt(std::get<Quantity>(value.content), value.range, units, what);
  return quantity ? std::optional(to_number(*quantity)) : std::nullopt;
}

std::optional<Number> PropertyValues::number(const Expr& expr, std::string_view units,
                                             std::string_view what) {
  const Doubting doubting(*this, expr.range);
  const auto value = taken(expr);
  return value ? to_number(*value, units, what) : std::nullopt;
}

std::array<std::optional<Number>, 2> PropertyValues::range(const Expr& low, const Expr& high,
                                                           std::string_view units, std::string_view what) {
  std::array<std::optional<Number>, 2> result;
  const std::size_t errors = e_.diagnostics().error_count();
  const auto first = taken(low);
  if (first) result[0] = to_number(*first, units, what);
  if (result[0] && e_.diagnostics().error_count() > errors)
    if (const auto* quantity = std::get_if<Quantity>(&first->content)) reported_ = quantity->dimension;
  result[1] = number(high, units, what);
  reported_.reset();
  return result;
}

std::optional<Number> PropertyValues::degrees(const Expr& expr, std::string_view what) {
  auto value = quantity(expr, what);
  if (!value) return std::nullopt;
  if (value->bare_zero) return to_number(*value);
  if (value->degrees)
    return value->digits.empty() ? Number(*value->degrees)
                                 : e_.model().number(*value->degrees, value->digits);
  const auto angle = adapt(*value, expr.range, "rad", what);
  return Number(angle->value * (180 / std::numbers::pi));
}

template <std::size_t count>
std::optional<std::array<Number, count>> PropertyValues::array(const Expr& expr, std::string_view units,
                                                               std::string_view what,
                                                               std::string_view parts) {
  const Doubting doubting(*this, expr.range);
  const auto value = taken(expr);
  if (!value) return std::nullopt;
  if (std::holds_alternative<Anything>(value->content)) {
    ++unknown_numbers_;
    return std::array<Number, count>{};
  }
  const auto* tuple = std::get_if<Tuple>(&value->content);
  const FromData from(e_, *value);
  if (tuple == nullptr) {
    e_.diagnostics().report(Rule::type_mismatch, value->range,
                            concat(what, " takes a tuple of ", count, " values, not ", describe_kind(*value),
                                   "; write ", parts.empty() ? "(X, Y, Z)" : parts));
    return std::nullopt;
  }
  if (tuple->size() != count) {
    e_.diagnostics().report(
        Rule::wrong_count, value->range,
        concat(what, " takes ", count, " values, not ", tuple->size(), parts.empty() ? "" : ": ", parts));
    return std::nullopt;
  }
  std::array<Number, count> result;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t errors = e_.diagnostics().error_count();
    const auto number = to_number((*tuple)[i], units, what);
    if (!number) {
      reported_.reset();
      return std::nullopt;
    }
    result[i] = *number;
    // A missing unit of a tuple is reported once.
    if (e_.diagnostics().error_count() > errors)
      if (const auto* quantity = std::get_if<Quantity>(&(*tuple)[i].content)) reported_ = quantity->dimension;
  }
  reported_.reset();
  return result;
}

std::optional<Number3> PropertyValues::number3(const Expr& expr, std::string_view units,
                                               std::string_view what, std::string_view parts) {
  return array<3>(expr, units, what, parts);
}

std::optional<Number4> PropertyValues::number4(const Expr& expr, std::string_view units,
                                               std::string_view what, std::string_view parts) {
  return array<4>(expr, units, what, parts);
}

std::optional<PropertyValues::Pairs> PropertyValues::pairs(const Expr& expr, std::string_view what,
                                                           const std::array<std::string_view, 2>& units,
                                                           const std::array<std::string, 2>& whats) {
  const auto value = taken(expr);
  if (!value) return std::nullopt;
  Pairs result;
  result.unknown = value->unknown || std::holds_alternative<Anything>(value->content);
  if (std::holds_alternative<Anything>(value->content)) return result;
  const auto* list = std::get_if<List>(&value->content);
  if (list == nullptr) {
    e_.diagnostics().report(
        Rule::type_mismatch, value->range,
        concat(what, " takes a list of pairs, as [(…, …), (…, …)], not ", describe(*value)));
    return std::nullopt;
  }
  std::array<std::optional<Dimension>, 2> reported;  // a unit that is missing everywhere is reported once
  for (const Value& element : *list) {
    result.unknown = result.unknown || element.unknown || std::holds_alternative<Anything>(element.content);
    if (std::holds_alternative<Anything>(element.content)) continue;
    const auto* pair = std::get_if<Tuple>(&element.content);
    if (pair == nullptr || pair->size() != 2) {
      e_.diagnostics().report(
          pair == nullptr ? Rule::type_mismatch : Rule::wrong_count, element.range,
          concat(what, " takes pairs, as (…, …), not ",
                 pair == nullptr ? describe(element) : concat("a tuple of ", pair->size())));
      return std::nullopt;
    }
    Pairs::Pair taken;
    taken.range = element.range;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t errors = e_.diagnostics().error_count();
      reported_ = reported[i];
      const auto number = to_number((*pair)[i], units[i], whats[i]);
      reported_.reset();
      if (!number) return std::nullopt;
      taken.numbers[i] = *number;
      result.unknown = result.unknown || (*pair)[i].unknown;
      if (e_.diagnostics().error_count() > errors)
        if (const auto* quantity = std::get_if<Quantity>(&(*pair)[i].content))
          reported[i] = quantity->dimension;
    }
    result.list.push_back(taken);
  }
  // Numbers of a wrong unit have no meaningful order to check.
  if (reported[0] || reported[1]) return std::nullopt;
  return result;
}

std::vector<Number> PropertyValues::numbers(const Expr& expr, std::string_view units, std::string_view what) {
  const Doubting doubting(*this, expr.range);
  const auto value = taken(expr);
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

std::optional<bool> PropertyValues::boolean(const Expr& expr, std::string_view what) {
  const auto value = taken(expr);
  if (!value) return std::nullopt;
  if (const auto* result = std::get_if<bool>(&value->content)) return *result;
  if (std::holds_alternative<Anything>(value->content)) return true;
  const FromData from(e_, *value);
  e_.diagnostics().report(Rule::type_mismatch, value->range,
                          concat(what, " takes true or false, not ", describe_kind(*value)));
  return std::nullopt;
}

std::optional<Number3> PropertyValues::axis(const Expr& expr) {
  const bool negative = expr.kind == Expr::Kind::negate;
  const Expr& operand = negative ? expr.operands.front() : expr;
  const auto axis = operand.kind == Expr::Kind::name
                        ? parse_signed_axis(concat(negative ? "-" : "", operand.text()))
                        : std::nullopt;
  if (!axis) {
    if (operand.kind != Expr::Kind::name || e_.scope()->find(operand.text()) != nullptr)
      return number3(expr, "1", "the axis");
    e_.diagnostics().report(Rule::bad_value, expr.range,
                            concat("'", operand.text(),
                                   "' is not an axis; an axis is x, y or z, with or without a sign, or a "
                                   "direction such as (1, 1, 0)"));
    return std::nullopt;
  }
  const Vector3 direction = unit_vector(*axis);
  return Number3{direction.x(), direction.y(), direction.z()};
}

std::optional<std::string> PropertyValues::text(const Expr& expr, std::string_view what) {
  const auto value = taken(expr);
  if (!value) return std::nullopt;
  if (const auto* text = std::get_if<String>(&value->content)) return **text;
  if (std::holds_alternative<Anything>(value->content)) return std::string("text");
  const FromData from(e_, *value);
  e_.diagnostics().report(Rule::type_mismatch, value->range,
                          concat(what, " takes a text, not ", describe(*value)));
  return std::nullopt;
}

std::optional<long long> PropertyValues::whole_number(const Expr& expr, std::string_view what) {
  constexpr double kLargest = 1e9;
  const auto value = taken(expr);
  if (!value) return std::nullopt;
  if (std::holds_alternative<Anything>(value->content)) return 0;
  const FromData from(e_, *value);
  const auto* quantity = std::get_if<Quantity>(&value->content);
  const bool plain = quantity != nullptr && (quantity->dimension.plain() || quantity->bare_zero);
  if (plain && (value->unknown ||
                (quantity->value == std::round(quantity->value) && std::abs(quantity->value) <= kLargest)))
    return static_cast<long long>(std::clamp(std::round(quantity->value), -kLargest, kLargest));
  e_.diagnostics().report(
      Rule::type_mismatch, value->range,
      concat(what, " takes a whole number, not ", plain ? format_double(quantity->value) : describe(*value)));
  return std::nullopt;
}

std::optional<TransformExpr> PropertyValues::pose(const Expr& expr, std::string_view what) {
  auto value = taken(expr);
  if (!value) return std::nullopt;
  if (auto* result = std::get_if<Pose>(&value->content)) return std::move(result->expression);
  if (std::holds_alternative<Anything>(value->content)) return TransformExpr();
  e_.diagnostics().report(Rule::type_mismatch, value->range,
                          concat(what, " takes a pose such as xyz(0, 0, 0.1 m) * rpy(90 deg, 0, 0), not ",
                                 describe_kind(*value)));
  return std::nullopt;
}

}  // namespace romas::language
