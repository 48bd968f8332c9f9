// Arithmetic, comparisons and logic.
#include <cmath>

#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

bool is_anything(const Value& value) { return std::holds_alternative<Anything>(value.content); }

Value anything(SourceRange range) { return {Anything{}, range, true}; }

std::string_view sign_of(Operator op) {
  constexpr std::array<std::string_view, 12> kSigns = {
      "or", "and", "<", "<=", ">", ">=", "==", "!=", "+", "-", "*", "/"};
  return kSigns[static_cast<std::size_t>(op)];
}

// Returns advice for `"a" + i`: "; write "a{i}"".
std::string joined_text(std::string_view left, std::string_view right) {
  const bool plain = left.size() > 1 && left.front() == '"' && left.back() == '"' &&
                     right.find_first_of("\"{}\n") == std::string_view::npos;
  if (!plain) return "; put values into a text with braces, as in \"a{i}\"";
  return concat("; write ", left.substr(0, left.size() - 1), '{', right, "}\"");
}

std::optional<Value> add_elements(Evaluator& e, const Expr& expr, const Tuple& left, const Tuple& right,
                                  Operator op) {
  if (left.size() != right.size()) {
    e.diagnostics().report(
        Rule::wrong_count, expr.range,
        concat("a tuple of ", right.size(), " values cannot be added to one of ", left.size()));
    return std::nullopt;
  }
  std::vector<Value> elements;
  for (std::size_t i = 0; i < left.size(); ++i) {
    auto element = add_values(e, expr, left[i], right[i], op);
    if (!element) return std::nullopt;
    elements.push_back(std::move(*element));
  }
  return Value{Tuple(std::move(elements)), expr.range};
}

std::optional<Value> multiply_values(Evaluator& e, const Expr& expr, const Value& left, const Value& right,
                                     Operator op) {
  constexpr int kLargestExponent = 100;  // of a dimension; prevents overflow
  if (is_anything(left) || is_anything(right)) return anything(expr.range);
  const bool unknown = left.unknown || right.unknown;
  const bool times = op == Operator::multiply;
  const auto* a = std::get_if<Quantity>(&left.content);
  const auto* b = std::get_if<Quantity>(&right.content);
  if (a != nullptr && b != nullptr) {
    const Dimension dimension = times ? a->dimension * b->dimension : a->dimension / b->dimension;
    for (const int exponent : {dimension.length, dimension.mass, dimension.time, dimension.angle}) {
      if (std::abs(exponent) <= kLargestExponent) continue;
      e.diagnostics().report(Rule::bad_number, expr.range, "the exponents of the units become too large");
      return std::nullopt;
    }
    Quantity result = computed(times ? a->value * b->value : a->value / b->value, dimension);
    const Quantity* scale = a->degrees ? b : a;
    const Quantity* angle = a->degrees ? a : b;
    if (angle->degrees && !scale->degrees && scale->dimension.plain() && (times || angle == a)) {
      result.degrees = times ? *angle->degrees * scale->value : *angle->degrees / scale->value;
      if (std::isfinite(*result.degrees)) result.value = radians_from_degrees(*result.degrees);
    }
    return finite(e, result, expr.range, unknown);
  }
  // A vector times or by a number.
  const auto* tuple = std::get_if<Tuple>(&left.content);
  const bool reversed = tuple == nullptr;
  if (reversed && times) tuple = std::get_if<Tuple>(&right.content);
  if (tuple != nullptr && (reversed ? a : b) != nullptr) {
    std::vector<Value> elements;
    for (const Value& element : *tuple) {
      auto product = multiply_values(e, expr, reversed ? left : element, reversed ? element : right, op);
      if (!product) return std::nullopt;
      elements.push_back(std::move(*product));
    }
    return Value{Tuple(std::move(elements)), expr.range, unknown};
  }
  const Value& wrong = a == nullptr && std::get_if<Tuple>(&left.content) == nullptr ? left : right;
  const bool both =
      std::holds_alternative<Tuple>(left.content) && std::holds_alternative<Tuple>(right.content);
  if (!is_first_misfit(e, wrong.range, describe_kind(wrong))) return std::nullopt;
  e.diagnostics().report(Rule::type_mismatch, wrong.range,
                         both ? std::string("tuples are multiplied by dot(a, b) or cross(a, b)")
                              : concat("'", sign_of(op), "' takes numbers, not ", describe(wrong)));
  return std::nullopt;
}

// The order of members means nothing.
std::optional<bool> equal_records(Evaluator& e, const Record& left, const Record& right, SourceRange where) {
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Value* member = right.find(left.names()[i].text);
    const auto same = member == nullptr ? std::optional(false) : equal_values(e, left[i], *member, where);
    if (!same || !*same) return same;
  }
  return true;
}

}  // namespace

std::optional<Value> add_values(Evaluator& e, const Expr& expr, const Value& left, const Value& right,
                                Operator op) {
  if (is_anything(left) || is_anything(right)) return anything(expr.range);
  const FromData from_left(e, left), from_right(e, right);
  const bool unknown = left.unknown || right.unknown;
  const bool plus = op == Operator::add;
  const auto* a = std::get_if<Quantity>(&left.content);
  const auto* b = std::get_if<Quantity>(&right.content);
  if (a != nullptr && b != nullptr) {
    if (!a->bare_zero && !b->bare_zero && a->dimension != b->dimension) {
      if (!is_first_misfit(e, expr.range, b->dimension, a->dimension)) return std::nullopt;
      e.diagnostics().report(
          Rule::dimension_mismatch, right.range,
          concat(e.shown(right.range), " is ", romas::describe(b->dimension), " and cannot be ",
                 plus ? "added to " : "subtracted from ", romas::describe(a->dimension)));
      return std::nullopt;
    }
    Quantity result = computed(plus ? a->value + b->value : a->value - b->value,
                               a->bare_zero ? b->dimension : a->dimension);
    const auto degrees = [](const Quantity& q) { return q.bare_zero ? std::optional(0.0) : q.degrees; };
    if (degrees(*a) && degrees(*b) && result.dimension == Dimension{0, 0, 0, 1, 0}) {
      result.degrees = plus ? *degrees(*a) + *degrees(*b) : *degrees(*a) - *degrees(*b);
      result.value = radians_from_degrees(*result.degrees);
    }
    return finite(e, result, expr.range, unknown);
  }
  const auto* text = std::get_if<String>(&left.content);
  const auto* more = std::get_if<String>(&right.content);
  if (text != nullptr && more != nullptr && plus) {
    const std::size_t size = (*text)->size() + (*more)->size();
    if (size > Budget::kLongestText) {
      e.budget().exhaust(expr.range, concat("the text becomes longer than ", Budget::kLongestText, " bytes"));
      return std::nullopt;
    }
    if (!e.budget().spend_bytes(size, expr.range)) return std::nullopt;
    return Value{String(**text + **more), expr.range, unknown};
  }
  const auto* list = std::get_if<List>(&left.content);
  const auto* rest = std::get_if<List>(&right.content);
  if (list != nullptr && rest != nullptr && plus) {
    if (list->size() + rest->size() > Budget::kLongestList) {
      e.budget().exhaust(expr.range, concat("the list gets more than ", Budget::kLongestList, " elements"));
      return std::nullopt;
    }
    if (!e.budget().spend(list->size() + rest->size(), expr.range)) return std::nullopt;
    std::vector<Value> elements(list->begin(), list->end());
    elements.insert(elements.end(), rest->begin(), rest->end());
    return Value{List(std::move(elements)), expr.range, unknown};
  }
  const auto* vector = std::get_if<Tuple>(&left.content);
  const auto* other = std::get_if<Tuple>(&right.content);
  if (vector != nullptr && other != nullptr) {
    auto result = add_elements(e, expr, *vector, *other, op);
    if (result) result->unknown = unknown;
    return result;
  }
  e.diagnostics().report(
      Rule::type_mismatch, right.range,
      concat(describe(right), " cannot be ", plus ? "added to " : "subtracted from ", describe(left),
             plus && std::holds_alternative<String>(left.content)
                 ? joined_text(e.sources().text(left.range), e.sources().text(right.range))
                 : std::string()));
  return std::nullopt;
}

std::optional<bool> equal_values(Evaluator& e, const Value& left, const Value& right, SourceRange where) {
  if (!e.budget().spend(1, where)) return std::nullopt;
  if (is_anything(left) || is_anything(right)) return true;
  if (left.content.index() != right.content.index()) {
    e.diagnostics().report(Rule::type_mismatch, where,
                           concat(describe(left), " cannot be compared with ", describe(right)));
    return std::nullopt;
  }
  const auto elements_equal = [&](const Elements& a, const Elements& b) -> std::optional<bool> {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto same = equal_values(e, a[i], b[i], where);
      if (!same || !*same) return same;
    }
    return true;
  };
  if (const auto* quantity = std::get_if<Quantity>(&left.content))
    return quantity->value == std::get<Quantity>(right.content).value;
  if (const auto* text = std::get_if<String>(&left.content))
    return **text == *std::get<String>(right.content);
  if (const auto* truth = std::get_if<bool>(&left.content)) return *truth == std::get<bool>(right.content);
  if (const auto* entity = std::get_if<EntityRef>(&left.content))
    return *entity->name == *std::get<EntityRef>(right.content).name;
  if (const auto* record = std::get_if<Record>(&left.content))
    return equal_records(e, *record, std::get<Record>(right.content), where);
  if (const auto* list = std::get_if<List>(&left.content))
    return elements_equal(*list, std::get<List>(right.content));
  if (const auto* tuple = std::get_if<Tuple>(&left.content))
    return elements_equal(*tuple, std::get<Tuple>(right.content));
  e.diagnostics().report(Rule::type_mismatch, where, "poses cannot be compared");
  return std::nullopt;
}

std::optional<Value> evaluate_negation(Evaluator& e, const Expr& expr) {
  auto value = e.evaluate(expr.operands.front());
  if (!value || is_anything(*value)) return value;
  if (const auto* tuple = std::get_if<Tuple>(&value->content)) {
    std::vector<Value> elements(tuple->begin(), tuple->end());
    for (Value& element : elements) {
      if (!expect_quantity(e, element, "'-'")) return std::nullopt;
      Quantity& quantity = std::get<Quantity>(element.content);
      quantity.value = -quantity.value;
      if (quantity.degrees) quantity.degrees = -*quantity.degrees;
      quantity.digits = {};
    }
    value->content = Tuple(std::move(elements));
    return value;
  }
  if (!expect_quantity(e, *value, "'-'")) return std::nullopt;
  auto& quantity = std::get<Quantity>(value->content);
  quantity.value = -quantity.value;
  if (quantity.degrees) quantity.degrees = -*quantity.degrees;
  // A sign directly before the digits is part of them.
  const std::string_view text = e.sources().text(expr.inner());
  const bool adjacent = !quantity.digits.empty() && quantity.digits.data() == text.data() + 1;
  quantity.digits = adjacent ? std::string_view(text.data(), quantity.digits.size() + 1) : std::string_view();
  return value;
}

std::optional<Value> evaluate_sum(Evaluator& e, const Expr& expr) {
  auto total = e.evaluate(expr.operands.front());
  for (std::size_t i = 1; total && i < expr.operands.size(); ++i) {
    const auto term = e.evaluate(expr.operands[i]);
    if (!term) return std::nullopt;
    total = add_values(e, expr, *total, *term, expr.more().operators[i - 1]);
  }
  return total;
}

std::optional<Value> evaluate_product(Evaluator& e, const Expr& expr) {
  auto factors = e.all(expr.operands);
  if (!factors) return std::nullopt;
  if (std::any_of(factors->begin(), factors->end(),
                  [](const Value& factor) { return std::holds_alternative<Pose>(factor.content); }))
    return pose_product(e, expr, std::move(*factors));
  std::optional<Value> result = std::move(factors->front());
  for (std::size_t i = 1; result && i < factors->size(); ++i)
    result = multiply_values(e, expr, *result, (*factors)[i], expr.more().operators[i - 1]);
  return result;
}

std::optional<Value> evaluate_comparison(Evaluator& e, const Expr& expr) {
  const auto left = e.evaluate(expr.operands[0]);
  const auto right = e.evaluate(expr.operands[1]);
  if (!left || !right) return std::nullopt;
  const Operator op = expr.more().operators.front();
  const bool unknown = left->unknown || right->unknown;
  if (is_anything(*left) || is_anything(*right)) return Value{true, expr.range, true};
  const FromData from_left(e, *left), from_right(e, *right);
  const auto* a = std::get_if<Quantity>(&left->content);
  const auto* b = std::get_if<Quantity>(&right->content);
  if (a != nullptr && b != nullptr && !a->bare_zero && !b->bare_zero && a->dimension != b->dimension) {
    if (!is_first_misfit(e, expr.range, b->dimension, a->dimension)) return std::nullopt;
    e.diagnostics().report(Rule::dimension_mismatch, right->range,
                           concat(e.shown(right->range), " is ", romas::describe(b->dimension),
                                  " and cannot be compared with ", romas::describe(a->dimension)));
    return std::nullopt;
  }
  if (op == Operator::equal || op == Operator::unequal) {
    const auto same = equal_values(e, *left, *right, expr.range);
    return same ? std::optional(Value{*same == (op == Operator::equal), expr.range, unknown}) : std::nullopt;
  }
  if (a == nullptr || b == nullptr) {
    const Value& wrong = a == nullptr ? *left : *right;
    if (!is_first_misfit(e, wrong.range, describe_kind(wrong))) return std::nullopt;
    e.diagnostics().report(Rule::type_mismatch, wrong.range,
                           concat("'", sign_of(op), "' compares numbers, not ", describe(wrong)));
    return std::nullopt;
  }
  const bool holds = op == Operator::less         ? a->value < b->value
                     : op == Operator::less_equal ? a->value <= b->value
                     : op == Operator::greater    ? a->value > b->value
                                                  : a->value >= b->value;
  return Value{holds, expr.range, unknown};
}

// `and` and `or`, with short-circuit evaluation.
std::optional<Value> evaluate_logical(Evaluator& e, const Expr& expr) {
  const bool deciding = expr.kind == Expr::Kind::disjunction;
  bool unknown = false;
  bool decided = false;
  for (const Expr& operand : expr.operands) {
    const auto value = e.evaluate(operand);
    if (!value) return std::nullopt;
    const auto* truth = std::get_if<bool>(&value->content);
    if (truth == nullptr && !is_anything(*value)) {
      e.diagnostics().report(
          Rule::type_mismatch, value->range,
          concat("'", deciding ? "or" : "and", "' takes true or false, not ", describe(*value)));
      return std::nullopt;
    }
    unknown = unknown || value->unknown;
    if (value->unknown || *truth != deciding) continue;
    decided = true;
    if (unknown) continue;
    for (const Expr* rest = &operand + 1; rest != expr.operands.data() + expr.operands.size(); ++rest)
      e.note_names(*rest);
    break;
  }
  return Value{decided ? deciding : !deciding, expr.range, unknown};
}

std::optional<Value> evaluate_not(Evaluator& e, const Expr& expr) {
  auto value = e.evaluate(expr.operands.front());
  if (!value || is_anything(*value)) return value;
  if (auto* truth = std::get_if<bool>(&value->content)) {
    *truth = !*truth;
    return value;
  }
  e.diagnostics().report(Rule::type_mismatch, value->range,
                         concat("'not' takes true or false, not ", describe(*value)));
  return std::nullopt;
}

}  // namespace romas::language
