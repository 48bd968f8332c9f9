// Code that never runs.
#include <array>
#include <cmath>
#include <vector>

#include "frontend/language/lints/lints.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

constexpr std::string_view kDead = "nothing in this branch ever runs";

SourceRange range_of(const std::vector<Statement>& statements) {
  if (statements.empty()) return {};
  return {statements.front().range.file, statements.front().range.begin, statements.back().range.end};
}

// A number as it is written, without a unit.
std::optional<double> written_number(const Expr& expr) {
  if (!expr.more().unit.empty()) return std::nullopt;
  if (expr.kind == Expr::Kind::number) return expr.number;
  if ((expr.kind != Expr::Kind::negate && expr.kind != Expr::Kind::group) || expr.operands.size() != 1)
    return std::nullopt;
  const auto inner = written_number(expr.operands.front());
  return inner && expr.kind == Expr::Kind::negate ? std::optional(-*inner) : inner;
}

template <class Value>
std::optional<bool> compare(const Value& left, Operator op, const Value& right) {
  switch (op) {
    case Operator::less: return left < right;
    case Operator::less_equal: return left <= right;
    case Operator::greater: return left > right;
    case Operator::greater_equal: return left >= right;
    case Operator::equal: return left == right;
    case Operator::unequal: return left != right;
    default: return std::nullopt;
  }
}

std::optional<bool> compared_truth(const Expr& expr) {
  if (expr.operands.size() != 2 || expr.more().operators.size() != 1) return std::nullopt;
  const Operator op = expr.more().operators.front();
  const Expr& left = expr.operands[0];
  const Expr& right = expr.operands[1];
  const auto is_text = [](const Expr& operand) {
    return operand.kind == Expr::Kind::text && !operand.more().pieces;
  };
  if (is_text(left) && is_text(right)) return compare(left.text(), op, right.text());
  const auto first = written_number(left);
  const auto second = written_number(right);
  return first && second ? compare(*first, op, *second) : std::nullopt;
}

// `decisive`: the value of one operand that decides: true for `or`, false for `and`.
std::optional<bool> joined_truth(const Expr& expr, bool decisive) {
  bool known = true;
  for (const Expr& operand : expr.operands) {
    const auto truth = constant_truth(operand);
    if (truth == decisive) return decisive;
    known = known && truth.has_value();
  }
  return known ? std::optional(!decisive) : std::nullopt;
}

}  // namespace

// The recursion is as deep as brackets are nested.
std::optional<bool> constant_truth(const Expr& condition) {
  switch (condition.kind) {
    case Expr::Kind::boolean: return condition.boolean;
    case Expr::Kind::group:
      return condition.operands.size() == 1 ? constant_truth(condition.operands.front()) : std::nullopt;
    case Expr::Kind::logical_not: {
      const auto truth =
          condition.operands.empty() ? std::nullopt : constant_truth(condition.operands.front());
      return truth ? std::optional(!*truth) : std::nullopt;
    }
    case Expr::Kind::comparison: return compared_truth(condition);
    case Expr::Kind::conjunction: return joined_truth(condition, false);
    case Expr::Kind::disjunction: return joined_truth(condition, true);
    default: return std::nullopt;
  }
}

bool is_empty_list(const Expr& list) {
  if (list.kind == Expr::Kind::list) return list.operands.empty();
  if (list.kind != Expr::Kind::call || list.operands.front().kind != Expr::Kind::name ||
      list.operands.front().text() != "range" || list.operands.size() < 2 || list.operands.size() > 4)
    return false;
  std::array<double, 3> numbers{};
  const std::size_t count = list.operands.size() - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = written_number(list.operands[i + 1]);
    if (!number) return false;
    numbers[i] = *number;
  }
  if (count == 1) return numbers[0] <= 0;
  const double step = count == 3 ? numbers[2] : 1;
  return step != 0 && (numbers[1] - numbers[0]) / step <= 0;
}

void Lints::add_dead(SourceRange dead, std::string_view what, SourceRange cause, std::string_view why) {
  if (dead.valid()) findings_.push_back({Rule::unreachable_code, dead, std::string(what), cause, why, {}});
}

// if CONDITION { … } else { … }
void Lints::check_branches(const Statement& s, const std::set<std::string_view>& earlier) {
  const Expr& condition = s.the_first<Expr>();
  const auto truth = constant_truth(condition);
  if (truth == true) add_dead(range_of(s.otherwise), kDead, condition.range, "this is always true");
  if (truth == false) add_dead(range_of(s.body), kDead, condition.range, "this is always false");
  if (!truth && earlier.contains(sources_.text(condition.range)))
    add_dead(range_of(s.body), kDead, condition.range, "an earlier branch has the same condition");
}

// if CONDITION then VALUE else VALUE
void Lints::check_choice(const Expr& expr) {
  const auto truth = expr.operands.size() == 3 ? constant_truth(expr.operands[0]) : std::nullopt;
  if (truth)
    add_dead(expr.operands[*truth ? 2 : 1].range, "this value is never used", expr.operands[0].range,
             *truth ? "this is always true" : "this is always false");
}

// for NAMES in LIST { … }, or a list that a loop makes
void Lints::check_loop(const Expr& list, SourceRange dead) {
  const bool is_own = list.kind == Expr::Kind::call && find(list.operands.front().text()) != nullptr;
  if (!is_own && is_empty_list(list))
    add_dead(dead, "this loop never runs", list.range, "this list is empty");
}

}  // namespace romas::language
