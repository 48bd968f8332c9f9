// Evaluation of literals, units and lists.
#include <cmath>

#include "frontend/language/values/evaluator.h"
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

// Records the value of an expression for tools: quantities in SI, texts and truth values. Lists and poses are
// left out because the values in them are recorded. So are numbers without a unit and texts in quotes,
// because the source shows their values.
void record_value(const Expr& expr, const Value& value, const Scope& scope) {
  const bool says_itself = (expr.kind == Expr::Kind::number && expr.more().unit.empty()) ||
                           expr.kind == Expr::Kind::text || expr.kind == Expr::Kind::boolean ||
                           expr.kind == Expr::Kind::group;
  if (value.unknown || says_itself) return;
  if (const auto* quantity = std::get_if<Quantity>(&value.content)) {
    const std::string units = si_units(quantity->dimension);
    scope.record_value(expr.range, concat(format_double(quantity->value), units.empty() ? "" : " ", units));
  } else if (const auto* text = std::get_if<String>(&value.content)) {
    scope.record_value(expr.range, **text);
  } else if (const auto* truth = std::get_if<bool>(&value.content)) {
    scope.record_value(expr.range, *truth ? "true" : "false");
  }
}

}  // namespace

Quantity with_unit(double number, const std::vector<UnitFactor>& unit) {
  Quantity quantity = computed(number, {});
  multiply_unit(quantity, scale_of(unit));
  return quantity;
}

std::string Evaluator::shown(SourceRange range) const {
  constexpr std::size_t kLongest = 40;
  const std::string_view text = sources_.text(range);
  return text.size() <= kLongest && text.find('\n') == std::string_view::npos ? concat("'", text, "'")
                                                                              : std::string("this");
}

std::optional<Value> Evaluator::evaluate(const Expr& expr) {
  if (budget_.exhausted() || (expanding_ && !budget_.spend(1, expr.range)) ||
      !budget_.deep_enough(expr.range))
    return std::nullopt;
  if (budget_.depth >= Budget::kMostDepth) {
    budget_.exhaust(expr.range, concat("expressions and calls are nested deeper than ", Budget::kMostDepth,
                                       "; does a function call itself without end?"));
    return std::nullopt;
  }
  ++budget_.depth;
  std::optional<Value> value = raw(expr);
  --budget_.depth;
  if (!value) return std::nullopt;
  value->range = expr.range;
  // The unit of a pose was applied to its numbers.
  const bool pose = expr.kind == Expr::Kind::call && std::holds_alternative<Pose>(value->content);
  if (!expr.more().unit.empty() && !pose && !apply_unit(*value, expr)) return std::nullopt;
  if (scope_ != nullptr && scope_->is_recorded()) record_value(expr, *value, *scope_);
  return value;
}

std::optional<Value> Evaluator::raw(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::missing: return Value{Anything{}, expr.range, true};
    case Expr::Kind::number: {
      Quantity quantity = computed(expr.number, {});
      quantity.bare_zero = expr.number == 0;
      quantity.digits = sources_.text(expr.inner());
      return Value{quantity, expr.range};
    }
    case Expr::Kind::text: return text_value(expr);
    case Expr::Kind::boolean: return Value{expr.boolean, expr.range};
    case Expr::Kind::tuple:
      if (auto values = all(expr.operands)) return Value{Tuple(std::move(*values)), expr.range};
      return std::nullopt;
    case Expr::Kind::list:
      if (auto values = all(expr.operands)) return Value{List(std::move(*values)), expr.range};
      return std::nullopt;
    case Expr::Kind::each: return each(expr);
    case Expr::Kind::record: return record(expr);
    case Expr::Kind::group: return group(expr);
    case Expr::Kind::negate: return negate(expr);
    case Expr::Kind::logical_not: return logical_not(expr);
    case Expr::Kind::sum: return sum(expr);
    case Expr::Kind::product: return product(expr);
    case Expr::Kind::comparison: return comparison(expr);
    case Expr::Kind::conjunction:
    case Expr::Kind::disjunction: return logical(expr);
    case Expr::Kind::conditional: return conditional(expr);
    case Expr::Kind::let_in: return let_in(expr);
    case Expr::Kind::power: return raised(expr);
    case Expr::Kind::name: return named(expr);
    case Expr::Kind::member: return member(expr);
    case Expr::Kind::index: return index(expr);
    case Expr::Kind::call: return call(expr);
    case Expr::Kind::align: return align(expr);
  }
  return std::nullopt;
}

std::optional<std::vector<Value>> Evaluator::all(std::span<const Expr> exprs) {
  std::vector<Value> values;
  values.reserve(exprs.size());
  for (const Expr& expr : exprs) {
    auto value = evaluate(expr);
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
  }
  return values;
}

std::optional<Value> Evaluator::group(const Expr& expr) {
  auto value = evaluate(expr.operands.front());
  if (value)
    if (auto* pose = std::get_if<Pose>(&value->content)) pose->grouped = true;
  return value;
}

std::optional<Value> Evaluator::index(const Expr& expr) {
  const auto list = evaluate(expr.operands[0]);
  if (!list) return std::nullopt;
  const bool lost = std::holds_alternative<Anything>(list->content);  // a list or a record
  if (lost || std::holds_alternative<Record>(list->content)) {
    const auto key = evaluate(expr.operands[1]);
    if (!key || lost) return key ? list : std::nullopt;
    if (key->unknown) return Value{Anything{}, expr.range, true};
    if (const auto* name = std::get_if<String>(&key->content))
      return member_of_record(*list, std::get<Record>(list->content), **name, expr.operands[1].range);
    text(expr.operands[1], "an index of a record");  // says that it is none
    return std::nullopt;
  }
  const auto at = whole_number(expr.operands[1], "an index");
  if (!at) return std::nullopt;
  const Elements* elements = std::get_if<List>(&list->content);
  if (elements == nullptr) elements = std::get_if<Tuple>(&list->content);
  if (elements == nullptr) {
    diagnostics_.report(Rule::type_mismatch, list->range,
                        concat("an index picks from a list, tuple or record, not from ", describe(*list)));
    return std::nullopt;
  }
  if (*at >= 0 && static_cast<std::size_t>(*at) < elements->size())
    return (*elements)[static_cast<std::size_t>(*at)];
  const bool checking = list->unknown;
  if (checking && elements->size() > 0) return (*elements)[0];
  if (elements->size() == 0) {
    diagnostics_.report(Rule::bad_value, expr.operands[1].range, "the list is empty: it has no elements");
  } else {
    diagnostics_.report(Rule::bad_value, expr.operands[1].range,
                        concat("there is no element ", *at, "; the ", elements->size(),
                               " elements are numbered 0 to ", elements->size() - 1));
  }
  return std::nullopt;
}

// [element for names in list if condition]
std::optional<Value> Evaluator::each(const Expr& expr) {
  const auto values = elements(expr.operands[1]);
  if (!values) return std::nullopt;
  const Pattern& pattern = *expr.more().pattern;
  const Expanding expanding(*this);
  std::vector<Value> results;
  bool unknown = false;
  for (const Value& value : *values) {
    Scope scope(scope_);
    if (!bind_pattern(pattern, value, scope)) return std::nullopt;
    const Within within(*this, &scope);
    unknown = unknown || value.unknown;
    if (expr.operands.size() == 3) {
      const auto take = boolean(expr.operands[2], "the condition of a list");
      if (!take) return std::nullopt;
      if (!*take && !value.unknown) continue;
    }
    auto result = evaluate(expr.operands[0]);
    if (!result) return std::nullopt;
    results.push_back(std::move(*result));
  }
  return Value{List(std::move(results)), expr.range, unknown};
}

std::optional<std::vector<Value>> Evaluator::elements(const Expr& list) {
  const auto value = evaluate(list);
  if (!value) return std::nullopt;
  if (std::holds_alternative<Anything>(value->content)) return std::vector<Value>{*value};
  const Elements* found = std::get_if<List>(&value->content);
  if (found == nullptr) found = std::get_if<Tuple>(&value->content);
  std::optional<List> members;
  if (const auto* record = std::get_if<Record>(&value->content)) found = &members.emplace(record->pairs());
  if (found == nullptr) {
    constexpr std::uint32_t kBehind = 4;  // bytes in which '..' stands that was not understood
    if (diagnostics_.in_doubt({list.range.file, list.range.end, list.range.end + kBehind}))
      return std::nullopt;
    diagnostics_.report(Rule::type_mismatch, value->range,
                        concat("a loop goes through a list, not through ", describe(*value),
                               "; write range(n) for 0 to n - 1"));
    return std::nullopt;
  }
  if (expanding_ && !budget_.spend(found->size(), list.range)) return std::nullopt;
  std::vector<Value> values(found->begin(), found->end());
  if (value->unknown)
    for (Value& element : values) element.unknown = true;
  return values;
}

bool Evaluator::bind_pattern(const Pattern& pattern, const Value& value, Scope& into) {
  if (pattern.parts.empty()) return define(into, pattern.name, value);
  const std::size_t count = pattern.parts.size();
  const Elements* elements = std::get_if<Tuple>(&value.content);
  if (elements == nullptr) elements = std::get_if<List>(&value.content);
  const bool anything = std::holds_alternative<Anything>(value.content);
  if (elements == nullptr && !anything) {
    diagnostics_
        .report(Rule::type_mismatch, pattern.range,
                concat(count, " names take a tuple, not ", describe(value)))
        .note(value.range, "the value is here");
    return false;
  }
  if (!anything && elements->size() != count) {
    diagnostics_
        .report(Rule::wrong_count, pattern.range,
                concat(count, " names take a tuple of ", count, " values, not of ", elements->size()))
        .note(value.range, "the value is here");
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) {
    Value part = anything ? value : (*elements)[i];
    part.unknown = part.unknown || value.unknown;
    good = bind_pattern(pattern.parts[i], part, into) && good;
  }
  return good;
}

bool Evaluator::define(Scope& scope, const Binding& name, Scope::Meaning meaning) {
  if (name.text == "_") return true;  // a part that is ignored
  if (scope.size() >= Budget::kMostNames) {
    budget_.exhaust(name.range, concat("more than ", Budget::kMostNames,
                                       " names are defined here; put values into lists"));
    return false;
  }
  if (const Scope::Entry* first = scope.find_here(name.text)) {
    diagnostics_.report(Rule::duplicate_name, name.range, concat("'", name.text, "' is defined twice"))
        .note(first->range, "the first is here");
    return false;
  }
  scope.bind(name.text, name.range, std::move(meaning));
  return true;
}

// A unit that is joined to others may be meant as the value of this name: `2 kg * m`. Dimensions tell, unless
// they are the same.
bool Evaluator::check_unit_names(const Expr& expr) {
  const std::vector<UnitFactor>& unit = expr.more().unit;
  for (std::size_t i = 1; scope_ != nullptr && i < unit.size(); ++i) {
    const std::string_view name = unit[i].name;
    const Scope::Entry* entry = scope_->find(name);
    const auto* value = entry == nullptr ? nullptr : std::get_if<Value>(&entry->meaning);
    const auto* quantity = value == nullptr ? nullptr : std::get_if<Quantity>(&value->content);
    if (quantity == nullptr || quantity->dimension != find_unit(name)->dimension) continue;
    diagnostics_
        .report(Rule::syntax, {expr.range.file, expr.inner().end, expr.range.end},
                concat("'", name, "' is read as a unit here, but ", romas::describe(quantity->dimension),
                       " of this name is also defined; put the number in parentheses to use the value, or "
                       "rename the value to use the unit"))
        .note(entry->range, "the value is defined here");
    return false;
  }
  return true;
}

bool Evaluator::apply_unit(Value& value, const Expr& expr) {
  if (!check_unit_names(expr)) return false;
  const Scale scale = scale_of(expr.more().unit);
  if (std::holds_alternative<Anything>(value.content)) {
    value.content = computed(1, scale.dimension);
    return true;
  }
  if (auto* quantity = std::get_if<Quantity>(&value.content)) {
    multiply_unit(*quantity, scale);
    return finite(*quantity, expr.range, value.unknown).has_value();
  }
  if (const auto* tuple = std::get_if<Tuple>(&value.content)) {
    std::vector<Value> elements(tuple->begin(), tuple->end());
    for (Value& element : elements) {
      if (!expect_quantity(element, "a tuple with a unit")) return false;
      auto& quantity = std::get<Quantity>(element.content);
      multiply_unit(quantity, scale);
      if (!finite(quantity, expr.range, element.unknown)) return false;
    }
    value.content = Tuple(std::move(elements));
    return true;
  }
  diagnostics_.report(
      Rule::type_mismatch, {expr.range.file, expr.inner().end, expr.range.end},
      std::holds_alternative<Pose>(value.content)
          ? std::string("a pose has no unit; write it at each number, as in xyz(0, 0, 150 mm)")
          : concat(describe(value), " has no unit"));
  return false;
}

}  // namespace romas::language
