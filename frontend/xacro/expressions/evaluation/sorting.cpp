#include "frontend/xacro/expressions/evaluation/sorting.h"

#include <algorithm>

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/values/compare.h"
#include "support/text/text.h"

namespace romas::xacro {

bool comparable(const Value& left, const Value& right) {
  if (is_number(left) && is_number(right)) return true;
  if (left.kind() != right.kind()) return false;
  return left.is(Kind::text) || left.is(Kind::list) || left.is(Kind::tuple) || left.is(Kind::set);
}

namespace {

struct Ranked {
  Value rank, value;
};

// Merging by hand: a comparison that is no order, as with NaN, and one that fails do no harm here.
void merge_sort(std::vector<Ranked>& values, bool reverse, Call& call) {
  std::vector<Ranked> merged(values.size());
  const auto before = [&](const Value& left, const Value& right) {
    if (!comparable(left, right))
      fail(concat("sorting cannot compare ", describe(left), " with ", describe(right)));
    return ordered(left, right, reverse ? Order::greater : Order::less, call.budget());
  };
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t start = 0; start < values.size(); start += 2 * width) {
      std::size_t left = start;
      const std::size_t middle = std::min(start + width, values.size());
      std::size_t right = middle;
      const std::size_t end = std::min(start + 2 * width, values.size());
      for (std::size_t out = start; out < end; ++out) {
        const bool take_right =
            left == middle || (right < end && before(values[right].rank, values[left].rank));
        merged[out] = std::move(values[take_right ? right++ : left++]);
      }
    }
    values.swap(merged);
  }
}

}  // namespace

void sort_values(std::vector<Value>& values, Call& call) {
  const auto key = call.take("key");
  const auto reverse = call.take("reverse");
  call.no_names();
  charge_elements(call.budget(), values.size());
  std::vector<Ranked> ranked;
  ranked.reserve(values.size());
  for (const Value& value : values)
    ranked.push_back({key && !key->is(Kind::none) ? call.evaluator.call(*key, {value}) : value, value});
  merge_sort(ranked, reverse && truth(*reverse), call);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::move(ranked[i].value);
}

}  // namespace romas::xacro
