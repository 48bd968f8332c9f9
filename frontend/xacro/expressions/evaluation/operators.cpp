#include "frontend/xacro/expressions/evaluation/operators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "frontend/xacro/expressions/builtins/format.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/values/compare.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/table.h"
#include "frontend/xacro/expressions/values/text_search.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

bool is_sequence(const Value& value) {
  return value.is(Kind::text) || value.is(Kind::list) || value.is(Kind::tuple);
}

// Fails because an operator cannot be used with these values. The message says what the operator is for.
[[noreturn]] void fail_operands(Operator op, const Value& left, const Value& right) {
  std::string wanted = "takes two numbers";
  if (op == Operator::add) wanted = "adds two numbers, joins two texts, or two lists";
  if (op == Operator::multiply) wanted = "multiplies two numbers, or repeats a text or a list";
  if (op == Operator::modulo) wanted = "takes two numbers, or a text with % and what to put there";
  if (op == Operator::matrix) wanted = "is an operator of matrices, which a xacro expression does not have";
  const bool text_and_number =
      (left.is(Kind::text) && is_number(right)) || (right.is(Kind::text) && is_number(left));
  std::string_view hint;
  if (op == Operator::add && text_and_number) hint = "; str() makes a text of a number";
  fail(concat("'", sign_of(op), "' ", wanted, hint), Failure::kShown);
}

}  // namespace

Value binary_operation(Operator op, const Value& left, const Value& right, Evaluator& evaluator) {
  if (op == Operator::matrix) fail_operands(op, left, right);
  if (is_number(left) && is_number(right)) return arithmetic(op, left, right);
  Budget& budget = evaluator.budget();
  if (op == Operator::modulo && left.is(Kind::text))
    return Value(format_by_percent(left.text(), right, evaluator));
  if (op == Operator::add && is_sequence(left) && left.kind() == right.kind())
    return join_sequences(left, right, budget);
  if (op == Operator::multiply && is_sequence(left) && is_whole(right))
    return repeat_sequence(left, right.integer(), budget);
  if (op == Operator::multiply && is_sequence(right) && is_whole(left))
    return repeat_sequence(right, left.integer(), budget);
  if (auto result = set_operation(op, left, right, budget)) return *std::move(result);
  fail_operands(op, left, right);
}

bool contains(const Value& container, const Value& element, Evaluator& evaluator) {
  Budget& budget = evaluator.budget();
  switch (container.kind()) {
    case Kind::text:
      if (!element.is(Kind::text)) fail("'in' looks for a text in a text", Failure::kShown);
      return find_in(container.text(), element.text(), budget) != std::string_view::npos;
    case Kind::list: return contains_element(container.as<List>().values(), element, budget);
    case Kind::tuple: return contains_element(container.as<Tuple>().values(), element, budget);
    case Kind::dict: return container.as<Dict>().entries().find(element, budget) != nullptr;
    case Kind::set: return container.as<Set>().entries().find(element, budget) != nullptr;
    case Kind::range: {
      const auto& range = container.as<Range>();
      if (!is_number(element) || range.size() == 0) return false;
      if (element.is(Kind::real) && element.real() != std::floor(element.real())) return false;
      constexpr double kTwoTo63 = 9223372036854775808.0;
      if (element.is(Kind::real) && !(element.real() >= -kTwoTo63 && element.real() < kTwoTo63)) return false;
      const std::int64_t wanted =
          element.is(Kind::real) ? static_cast<std::int64_t>(element.real()) : element.integer();
      const std::int64_t last = range[range.size() - 1];
      if (wanted < std::min(range.start, last) || wanted > std::max(range.start, last)) return false;
      const std::uint64_t distance =
          range.step > 0 ? static_cast<std::uint64_t>(wanted) - static_cast<std::uint64_t>(range.start)
                         : static_cast<std::uint64_t>(range.start) - static_cast<std::uint64_t>(wanted);
      const std::uint64_t step = range.step > 0 ? static_cast<std::uint64_t>(range.step)
                                                : 0 - static_cast<std::uint64_t>(range.step);
      return distance % step == 0;
    }
    default: break;
  }
  if (!can_iterate(container))
    fail("'in' looks into a list, a dict, a text or another value with elements", Failure::kShown);
  const Ref<Iterator> source = iterate(container);
  Value found;
  while (source->next(evaluator, found))
    if (identical(found, element) || equal(found, element, budget)) return true;
  return false;
}

namespace {

Value text_item(const Value& text, const Value& index, Budget& budget) {
  const std::string_view bytes = text.text();
  const auto& object = text.as<Text>();
  if (!index.is(Kind::slice)) {
    const std::size_t position = position_of(index, object.length());
    if (!object.ascii()) charge(budget, bytes.size() / Budget::kBytesReadPerStep);
    const std::string_view rest = bytes.substr(object.ascii() ? position : offset_of(bytes, position));
    return Value(rest.substr(0, first_code_point(rest).length));
  }
  const SliceBounds bounds = bounds_of(index.as<Slice>(), object.length());
  charge_text(budget, bytes.size());
  std::vector<std::uint32_t> starts;  // of code points
  if (!object.ascii())
    for (std::size_t at = 0; at < bytes.size(); at += first_code_point(bytes.substr(at)).length)
      starts.push_back(static_cast<std::uint32_t>(at));
  std::string out;
  std::int64_t at = bounds.start;
  for (std::size_t i = 0; i < bounds.count; ++i, at += bounds.step) {
    const std::string_view rest =
        bytes.substr(object.ascii() ? static_cast<std::size_t>(at) : starts[static_cast<std::size_t>(at)]);
    out.append(rest.substr(0, first_code_point(rest).length));
  }
  return Value(std::move(out));
}

std::vector<Value> sliced(const std::vector<Value>& values, const Slice& slice, Budget& budget) {
  const SliceBounds bounds = bounds_of(slice, values.size());
  charge_elements(budget, bounds.count);
  std::vector<Value> out;
  out.reserve(bounds.count);
  std::int64_t at = bounds.start;
  for (std::size_t i = 0; i < bounds.count; ++i, at += bounds.step)
    out.push_back(values[static_cast<std::size_t>(at)]);
  return out;
}

Value range_part(const Range& range, const Slice& slice) {
  if (range.size() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) fail_too_large();
  const SliceBounds bounds = bounds_of(slice, range.size());
  const auto at = [&](std::int64_t index) { return range[static_cast<std::uint64_t>(index)]; };
  std::int64_t step = 0;
  if (__builtin_mul_overflow(range.step, bounds.step, &step)) fail_too_large();
  return Value(make<Range>(at(bounds.start), at(bounds.stop), step));
}

Value dict_item(const Dict& dict, const Value& key, Budget& budget) {
  if (const Value* found = dict.entries().find(key, budget)) return taken_out(*found, dict.dotted);
  std::vector<std::string_view> known;
  for (const Table::Entry& entry : dict.entries().entries())
    if (entry.key.is(Kind::text)) known.push_back(entry.key.text());
  std::string message = concat("the dict has no key ", one_line(repr(key), 80));
  if (key.is(Kind::text)) {
    message += did_you_mean(key.text(), known);
    if (is_number(value_of_text(key.text())) &&
        dict.entries().find(value_of_text(key.text()), budget) != nullptr)
      message += "; the same key without quotes is there";
  } else if (dict.entries().find(str(key)) != nullptr) {
    message += "; the same key as a text is there: use str()";
  }
  Failure failure;
  failure.error.message = std::move(message);
  failure.operand = 1;
  failure.shows = false;
  constexpr std::size_t kMost = 40;
  std::vector<std::string> shown;
  for (const std::string_view name : known)
    if (shown.size() < kMost) shown.push_back(in_quotes(name));
  if (!shown.empty()) failure.error.notes.push_back({{}, concat("the dict has ", join_last(shown, " and "))});
  throw Failure(std::move(failure));
}

}  // namespace

Value item_of(const Value& container, const Value& index, Budget& budget) {
  switch (container.kind()) {
    case Kind::text: return text_item(container, index, budget);
    case Kind::list: {
      const auto& list = container.as<List>();
      if (index.is(Kind::slice))
        return Value(make<List>(sliced(list.values(), index.as<Slice>(), budget), list.dotted));
      return taken_out(list.values()[position_of(index, list.values().size())], list.dotted);
    }
    case Kind::tuple: {
      const std::vector<Value>& values = container.as<Tuple>().values();
      if (index.is(Kind::slice)) return make_tuple(sliced(values, index.as<Slice>(), budget));
      return values[position_of(index, values.size())];
    }
    case Kind::dict: return dict_item(container.as<Dict>(), index, budget);
    case Kind::range: {
      const auto& range = container.as<Range>();
      if (index.is(Kind::slice)) return range_part(range, index.as<Slice>());
      return Value(range[position_of(index, range.size())]);
    }
    case Kind::set: fail("a set has no order and takes no index; sorted() gives a list", 0);
    default: fail("'[...]' takes an element of a list, a tuple, a dict or a text", 0);
  }
}

}  // namespace romas::xacro
