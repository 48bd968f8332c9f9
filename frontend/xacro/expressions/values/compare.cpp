#include "frontend/xacro/expressions/values/compare.h"

#include <algorithm>
#include <cmath>

#include "frontend/xacro/expressions/values/failure.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

constexpr std::size_t kShortText = 64;  // bytes that are compared in a step

// -1, 0 or 1, or 2 for a NaN. Exact: a float is not rounded to be compared with an int, nor the reverse.
constexpr int kUnordered = 2;
int three_way(std::int64_t left, double right) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (std::isnan(right)) return kUnordered;
  if (right >= kTwoTo63) return -1;
  if (right < -kTwoTo63) return 1;
  const double whole = std::floor(right);
  const auto rounded = static_cast<std::int64_t>(whole);
  if (left != rounded) return left < rounded ? -1 : 1;
  return whole < right ? -1 : 0;
}
int three_way(const Value& left, const Value& right) {
  if (left.is(Kind::real) && right.is(Kind::real)) {
    if (std::isnan(left.real()) || std::isnan(right.real())) return kUnordered;
    return left.real() < right.real() ? -1 : left.real() > right.real() ? 1 : 0;
  }
  if (right.is(Kind::real)) return three_way(left.integer(), right.real());
  if (left.is(Kind::real)) {
    const int reversed = three_way(right.integer(), left.real());
    return reversed == kUnordered ? kUnordered : -reversed;
  }
  return left.integer() < right.integer() ? -1 : left.integer() > right.integer() ? 1 : 0;
}

bool holds(int comparison, Order order) {
  if (comparison == kUnordered) return false;
  switch (order) {
    case Order::less: return comparison < 0;
    case Order::less_equal: return comparison <= 0;
    case Order::greater: return comparison > 0;
    case Order::greater_equal: return comparison >= 0;
  }
  return false;
}

bool equal_items(const std::vector<Value>& left, const std::vector<Value>& right, Budget& budget) {
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i)
    if (!identical(left[i], right[i]) && !equal(left[i], right[i], budget)) return false;
  return true;
}

bool equal_dicts(const Table& left, const Table& right, Budget& budget) {
  if (left.size() != right.size()) return false;
  for (const Table::Entry& entry : left.entries()) {
    if (entry.key.is(Kind::unbound)) continue;
    const Value* other = right.find(entry.key, budget);
    if (other == nullptr) return false;
    if (!identical(entry.value, *other) && !equal(entry.value, *other, budget)) return false;
  }
  return true;
}

bool is_subset(const Table& part, const Table& whole, Budget& budget) {
  return std::all_of(part.entries().begin(), part.entries().end(), [&](const Table::Entry& entry) {
    return entry.key.is(Kind::unbound) || whole.find(entry.key, budget) != nullptr;
  });
}

bool equal_ranges(const Range& left, const Range& right) {
  if (left.size() != right.size()) return false;
  return left.size() == 0 || (left.start == right.start && (left.size() == 1 || left.step == right.step));
}

bool order_items(const std::vector<Value>& left, const std::vector<Value>& right, Order order,
                 Budget& budget) {
  const std::size_t common = std::min(left.size(), right.size());
  for (std::size_t i = 0; i < common; ++i)
    if (!identical(left[i], right[i]) && !equal(left[i], right[i], budget))
      return ordered(left[i], right[i], order, budget);
  return holds(left.size() < right.size() ? -1 : left.size() > right.size() ? 1 : 0, order);
}

bool order_sets(const Table& left, const Table& right, Order order, Budget& budget) {
  switch (order) {
    case Order::less: return left.size() < right.size() && is_subset(left, right, budget);
    case Order::less_equal: return is_subset(left, right, budget);
    case Order::greater: return right.size() < left.size() && is_subset(right, left, budget);
    case Order::greater_equal: return is_subset(right, left, budget);
  }
  return false;
}

}  // namespace

bool identical(const Value& left, const Value& right) {
  if (left.kind() != right.kind()) return false;
  switch (left.kind()) {
    case Kind::none:
    case Kind::unbound: return true;
    case Kind::text:
      return left.object() == right.object() ||
             (left.text().size() <= kShortText && left.text() == right.text());
    case Kind::real:
      return left.real() == right.real() || (std::isnan(left.real()) && std::isnan(right.real()));
    default: return left.integer() == right.integer();  // or the same object
  }
}

bool equal(const Value& left, const Value& right, Budget& budget) {
  charge(budget, 1);
  if (is_number(left) && is_number(right)) return three_way(left, right) == 0;
  if (left.kind() != right.kind()) return false;
  if (left.object() != nullptr) check_stack();
  switch (left.kind()) {
    case Kind::text:
      if (left.text().size() != right.text().size()) return false;
      charge(budget, left.text().size() / kShortText);
      return left.text() == right.text();
    case Kind::list: return equal_items(left.as<List>().values(), right.as<List>().values(), budget);
    case Kind::tuple: return equal_items(left.as<Tuple>().values(), right.as<Tuple>().values(), budget);
    case Kind::dict: return equal_dicts(left.as<Dict>().entries(), right.as<Dict>().entries(), budget);
    case Kind::set:
      return left.as<Set>().entries().size() == right.as<Set>().entries().size() &&
             is_subset(left.as<Set>().entries(), right.as<Set>().entries(), budget);
    case Kind::range: return equal_ranges(left.as<Range>(), right.as<Range>());
    case Kind::slice: {
      const auto& a = left.as<Slice>();
      const auto& b = right.as<Slice>();
      return equal(a.start, b.start, budget) && equal(a.stop, b.stop, budget) &&
             equal(a.step, b.step, budget);
    }
    default: return identical(left, right);
  }
}

bool ordered(const Value& left, const Value& right, Order order, Budget& budget) {
  charge(budget, 1);
  if (is_number(left) && is_number(right)) return holds(three_way(left, right), order);
  if (left.kind() == right.kind()) {
    if (left.is(Kind::text)) charge(budget, std::min(left.text().size(), right.text().size()) / kShortText);
    if (left.is(Kind::text))
      return holds(left.text().compare(right.text()) < 0 ? -1 : left.text() != right.text(), order);
    check_stack();
    if (left.is(Kind::list))
      return order_items(left.as<List>().values(), right.as<List>().values(), order, budget);
    if (left.is(Kind::tuple))
      return order_items(left.as<Tuple>().values(), right.as<Tuple>().values(), order, budget);
    if (left.is(Kind::set))
      return order_sets(left.as<Set>().entries(), right.as<Set>().entries(), order, budget);
  }
  constexpr std::string_view kSigns[] = {"<", "<=", ">", ">="};
  fail(concat("'", kSigns[static_cast<std::size_t>(order)], "' compares two numbers, two texts or two lists"),
       Failure::kShown);
}

bool contains_element(const std::vector<Value>& values, const Value& element, Budget& budget) {
  return std::any_of(values.begin(), values.end(), [&](const Value& value) {
    return identical(value, element) || equal(value, element, budget);
  });
}

}  // namespace romas::xacro
