// Functions of Python that are built in.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "frontend/xacro/expressions/builtins/builtins_math.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/operators.h"
#include "frontend/xacro/expressions/evaluation/printing.h"
#include "frontend/xacro/expressions/evaluation/sorting.h"
#include "frontend/xacro/expressions/values/compare.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/math/functions.h"
#include "support/text/decimal.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

Value abs_of(Call& call) {
  const Value& value = call[0];
  if (value.is(Kind::real)) return Value(std::fabs(value.real()));
  if (call.whole(0) >= 0) return Value(value.integer());
  return unary_operation(Operator::minus, value);
}

template <bool deciding>
Value all_or_any(Call& call) {
  const Ref<Iterator> source = iterate(call[0]);
  Value element;
  while (source->next(call.evaluator, element))
    if (truth(element) == deciding) return Value(deciding);
  return Value(!deciding);
}

Value len_of(Call& call) {
  const Value& value = call[0];
  const auto size = [](std::uint64_t count) {
    if (count > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) fail_too_large();
    return Value(static_cast<std::int64_t>(count));
  };
  switch (value.kind()) {
    case Kind::text: return size(value.as<Text>().length());
    case Kind::list: return size(value.as<List>().values().size());
    case Kind::tuple: return size(value.as<Tuple>().values().size());
    case Kind::dict: return size(value.as<Dict>().entries().size());
    case Kind::set: return size(value.as<Set>().entries().size());
    case Kind::range: return size(value.as<Range>().size());
    case Kind::view: return size(value.as<View>().dict->entries().size());
    default: fail("len() takes a text, a list, a dict or another value with elements", 0);
  }
}

// The smallest or largest of several arguments, or of the elements of one.
template <Order order>
Value extreme(Call& call) {
  const auto key = call.take("key");
  const auto usual = call.take("default");
  call.no_names();
  const std::vector<Value> candidates =
      call.count() == 1 ? elements_of(call[0], call.evaluator) : call.values;
  if (candidates.empty()) {
    if (usual) return *usual;
    fail(concat(call.name, "() is given no elements; default=... gives a value for that case"), 0);
  }
  const bool keyed = key && !key->is(Kind::none);
  const auto rank = [&](const Value& value) { return keyed ? call.evaluator.call(*key, {value}) : value; };
  Value best = candidates.front();
  Value best_rank = rank(best);
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    Value other = rank(candidates[i]);
    if (!comparable(other, best_rank))
      fail(concat(call.name, "() cannot compare ", describe(best_rank), " with ", describe(other)),
           call.count() > 1 ? static_cast<int>(i) : 0);
    if (!ordered(other, best_rank, order, call.budget())) continue;
    best = candidates[i];
    best_rank = std::move(other);
  }
  return best;
}

// The nearest whole number, or the even one of two.
std::int64_t round_whole(std::int64_t value, std::int64_t digits) {
  constexpr std::int64_t kMostDigits = 18;
  if (digits >= 0) return value;
  if (digits < -kMostDigits) {
    if (digits < -kMostDigits - 1 || std::abs(value / 2) < 2'500'000'000'000'000'000) return 0;
    fail_too_large();
  }
  std::int64_t unit = 1;
  for (std::int64_t i = digits; i < 0; ++i) unit *= 10;
  std::int64_t rest = value % unit;
  if (rest < 0) rest += unit;
  std::int64_t down = 0;
  if (__builtin_sub_overflow(value, rest, &down)) fail_too_large();
  const bool odd = down / unit % 2 != 0;
  const bool up = rest > unit - rest || (rest == unit - rest && odd);
  if (up && __builtin_add_overflow(down, unit, &down)) fail_too_large();
  return down;
}

// Rounds the exact value of the float, and half to even.
double round_real(double value, std::int64_t digits) {
  constexpr std::int64_t kAllExact = 323;  // behind these many digits there is nothing to round
  if (!std::isfinite(value) || value == 0 || digits > kAllExact) return value;
  const int exponent = static_cast<int>(std::floor(math::log10(std::fabs(value))));
  std::array<char, 700> buffer{};
  if (digits >= 0) {
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, static_cast<int>(digits))
                         .ptr;
    double result = 0;
    read_decimal(buffer.data(), end, result);
    return result;
  }
  // Tries decreasing numbers of digits, from one more than the logarithm says, which may be off by one.
  for (int significant = exponent + static_cast<int>(std::max<std::int64_t>(digits, -kAllExact)) + 1;
       significant >= -1; --significant) {
    if (significant < 0) break;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::scientific, significant)
                         .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    int shown = 0;
    const std::size_t mark = text.find('e');
    std::from_chars(text.data() + mark + (text[mark + 1] == '+' ? 2 : 1), end, shown);
    if (shown - significant < -digits) continue;
    double result = 0;
    read_decimal(buffer.data(), end, result);
    return result;
  }
  const double half = 5 * math::pow(10.0, static_cast<double>(-digits - 1));
  return std::copysign(std::fabs(value) > half ? 2 * half : 0.0, value);
}

Value round_of(Call& call) {
  call.by_name({"number", "ndigits"});
  if (!call.has(0)) fail("round() takes a number");
  const bool digits = call.has(1) && !call[1].is(Kind::none);
  if (is_whole(call[0]))
    return Value(digits ? round_whole(call[0].integer(), call.whole(1)) : call[0].integer());
  const double value = call.real(0);
  if (digits) return Value(round_real(value, call.whole(1)));
  if (!std::isfinite(value)) fail("round() takes a finite number", 0);
  return Value(whole_of(std::nearbyint(value)));
}

Value sum_of(Call& call) {
  call.by_name({"iterable", "start"});
  if (!call.has(0)) fail("sum() takes a list of numbers");
  Value sum = call.has(1) ? call[1] : Value(std::int64_t{0});
  if (sum.is(Kind::text)) fail("sum() does not join texts; ''.join(...) does", 1);
  const Ref<Iterator> source = iterate(call[0]);
  Value element;
  while (source->next(call.evaluator, element)) {
    charge(call.budget(), 1);
    if (is_number(sum) != is_number(element))
      fail(concat("sum() adds numbers, or lists to a list, not ", describe(element)), 0);
    sum = binary_operation(Operator::add, sum, element, call.evaluator);
  }
  return sum;
}

Value sorted_of(Call& call) {
  std::vector<Value> values = elements_of(call[0], call.evaluator);
  sort_values(values, call);
  return make_list(std::move(values));
}

Value divmod_of(Call& call) {
  call.real(0);
  call.real(1);
  auto [quotient, rest] = divide_with_rest(call[0], call[1]);
  return make_tuple({std::move(quotient), std::move(rest)});
}

Value hash_value(Call& call) {
  return Value(static_cast<std::int64_t>(hash_of(call[0], call.budget()) >> 3U));
}

bool is_subtype(TypeId type, TypeId base) {
  return type == base || (type == TypeId::boolean && base == TypeId::integer) ||
         (type == TypeId::dotted_dict && base == TypeId::dict) ||
         (type == TypeId::dotted_list && base == TypeId::list);
}
// The second argument is a type, or a tuple of types.
bool is_any_of(TypeId type, const Value& types, const Call& call) {
  if (types.is(Kind::type)) return is_subtype(type, types.type());
  if (types.is(Kind::tuple)) {
    check_stack();
    const std::vector<Value>& values = types.as<Tuple>().values();
    return std::any_of(values.begin(), values.end(),
                       [&](const Value& each) { return is_any_of(type, each, call); });
  }
  fail(concat(call.name, "() takes a type such as str, or a tuple of types"), 1);
}
Value isinstance_of(Call& call) { return Value(is_any_of(type_of(call[0]), call[1], call)); }
Value issubclass_of(Call& call) {
  if (!call[0].is(Kind::type)) fail("issubclass() takes a type", 0);
  return Value(is_any_of(call[0].type(), call[1], call));
}

Value ord_of(Call& call) {
  const std::string& text = call.text(0);
  if (call[0].as<Text>().length() != 1) fail("ord() takes one character", 0);
  return Value(static_cast<std::int64_t>(first_code_point(text).value));
}

Value repr_of(Call& call) {
  auto text = repr(call[0], call.budget());
  if (!text) fail_limit("the text of the value is too long");
  return Value(*std::move(text));
}

Value vars_of(Call& /*call*/) {
  fail("vars() has nothing to show: no value of a xacro expression has a __dict__");
}

constexpr std::array kPythonFunctions = {
    Builtin{"abs", abs_of, 1, 1},
    Builtin{"all", all_or_any<false>, 1, 1},
    Builtin{"any", all_or_any<true>, 1, 1},
    Builtin{"divmod", divmod_of, 2, 2},
    Builtin{"hash", hash_value, 1, 1},
    Builtin{"isinstance", isinstance_of, 2, 2},
    Builtin{"issubclass", issubclass_of, 2, 2},
    Builtin{"len", len_of, 1, 1},
    Builtin{"max", extreme<Order::greater>, 1, Builtin::kAny, true},
    Builtin{"min", extreme<Order::less>, 1, Builtin::kAny, true},
    Builtin{"ord", ord_of, 1, 1},
    Builtin{"repr", repr_of, 1, 1},
    Builtin{"round", round_of, 0, 2, true},
    Builtin{"sorted", sorted_of, 1, 1, true},
    Builtin{"sum", sum_of, 0, 2, true},
    Builtin{"vars", vars_of, 0, 1},
};

}  // namespace

std::span<const Builtin> python_functions() { return kPythonFunctions; }

}  // namespace romas::xacro
