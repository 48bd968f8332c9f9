// Types that are called to make a value: int("3"), list(…), dict(a=1).
#include <cmath>
#include <limits>

#include "frontend/xacro/expressions/builtins/builtins_math.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/printing.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

void expect(const Call& call, std::size_t least, std::size_t most) {
  if (call.count() >= least && call.count() <= most) return;
  const std::string wanted = least == most ? concat(least) : concat(least, " to ", most);
  fail(
      concat(call.name, "() takes ", wanted, most == 1 ? " argument" : " arguments", ", not ", call.count()));
}

Value make_whole(Call& call) {
  call.by_name({"x", "base"});
  expect(call, 0, 2);
  if (call.count() == 0) return Value(std::int64_t{0});
  std::int64_t base = 10;
  if (call.has(1)) {
    constexpr std::int64_t kLargest = 36;
    base = call.whole(1);
    if (base != 0 && (base < 2 || base > kLargest)) fail("the base of int() must be 0 or 2 to 36", 1);
    if (!call[0].is(Kind::text)) fail("int() with a base takes a text", 0);
  }
  if (is_whole(call[0])) return Value(call[0].integer());
  if (call[0].is(Kind::real)) {
    if (!std::isfinite(call[0].real())) fail("int() takes a finite number", 0);
    return Value(whole_of(std::trunc(call[0].real())));
  }
  if (!call[0].is(Kind::text)) fail("int() takes a number or a text", 0);
  const WholeText whole = read_whole(call[0].text(), static_cast<int>(base));
  if (whole.outcome == WholeText::Outcome::too_large)
    fail("whole numbers have 64 bits, but this one is larger", 0);
  if (whole.outcome == WholeText::Outcome::malformed)
    fail(concat("int() takes the text of a whole number",
                read_real(call[0].text()) ? "; float() reads this one" : ""),
         0);
  return Value(whole.value);
}

Value make_real(Call& call) {
  call.no_names();
  expect(call, 0, 1);
  if (call.count() == 0) return Value(0.0);
  if (is_number(call[0])) return Value(as_double(call[0]));
  if (!call[0].is(Kind::text)) fail("float() takes a number or a text", 0);
  const auto value = read_real(call[0].text());
  if (!value) fail("float() takes the text of a number", 0);
  return Value(*value);
}

Value make_text(Call& call) {
  call.by_name({"object"});
  expect(call, 0, 1);
  if (call.count() == 0) return Value("");
  if (call[0].is(Kind::text)) return call[0];
  auto text = str(call[0], call.budget());
  if (!text) fail_limit("the text of the value is too long");
  return Value(*std::move(text));
}

std::vector<Value> elements(Call& call) {
  call.no_names();
  expect(call, 0, 1);
  if (call.count() == 0) return {};
  if (!can_iterate(call[0]))
    fail(concat(call.name, "() takes a list, a text or another value with elements"), 0);
  return elements_of(call[0], call.evaluator);
}

Value make_set(Call& call, bool frozen) {
  Ref<Set> set = make<Set>(frozen);
  for (const Value& element : elements(call)) set->table->set(element, {}, call.budget());
  return Value(std::move(set));
}

Value make_dict(Call& call) {
  expect(call, 0, 1);
  Ref<Dict> dict = make<Dict>();
  if (call.count() == 1) update_dict(*dict->table, call[0], call);
  for (const auto& [name, value] : call.named) dict->table->set(Value(name), value, call.budget());
  return Value(std::move(dict));
}

Value make_range(Call& call) {
  call.no_names();
  expect(call, 1, 3);
  const std::int64_t start = call.count() > 1 ? call.whole(0) : 0;
  const std::int64_t stop = call.whole(call.count() > 1 ? 1 : 0);
  const std::int64_t step = call.count() > 2 ? call.whole(2) : 1;
  if (step == 0) fail("the step of range() must not be 0", 2);
  return Value(make<Range>(start, stop, step));
}

Value make_slice(Call& call) {
  call.no_names();
  expect(call, 1, 3);
  if (call.count() == 1) return Value(make<Slice>(Value(), call[0], Value()));
  return Value(make<Slice>(call[0], call[1], call.count() > 2 ? call[2] : Value()));
}

std::vector<Ref<Iterator>> sources(const Call& call, std::size_t first) {
  std::vector<Ref<Iterator>> all;
  for (std::size_t i = first; i < call.count(); ++i) {
    if (!can_iterate(call[i]))
      fail(concat(call.name, "() takes lists or other values with elements"), static_cast<int>(i));
    all.push_back(iterate(call[i]));
  }
  return all;
}

Value make_zip(Call& call) {
  const auto strict = call.take("strict");
  call.no_names();
  return Value(zip_iterator(sources(call, 0), strict && truth(*strict)));
}

Value make_enumerate(Call& call) {
  call.by_name({"iterable", "start"});
  expect(call, 1, 2);
  const std::int64_t start = call.has(1) ? call.whole(1) : 0;
  call.values.resize(1);
  return Value(enumerate_iterator(std::move(sources(call, 0).front()), start));
}

Value make_reversed(Call& call) {
  call.no_names();
  expect(call, 1, 1);
  const bool ordered = call[0].is(Kind::list) || call[0].is(Kind::tuple) || call[0].is(Kind::text) ||
                       call[0].is(Kind::range) || call[0].is(Kind::dict) || call[0].is(Kind::view);
  if (!ordered) fail("reversed() takes a list, a text or another value with an order", 0);
  return Value(reversed_iterator(elements_of(call[0], call.evaluator)));
}

}  // namespace

Value construct(TypeId type, Call& call) {
  switch (type) {
    case TypeId::boolean:
      call.no_names();
      expect(call, 0, 1);
      return Value(call.count() == 1 && truth(call[0]));
    case TypeId::integer: return make_whole(call);
    case TypeId::real: return make_real(call);
    case TypeId::complex: fail("complex numbers are not supported in a xacro expression");
    case TypeId::text: return make_text(call);
    case TypeId::list: return make_list(elements(call));
    case TypeId::tuple: return make_tuple(elements(call));
    case TypeId::dict: return make_dict(call);
    case TypeId::set: return make_set(call, false);
    case TypeId::frozenset: return make_set(call, true);
    case TypeId::range: return make_range(call);
    case TypeId::slice: return make_slice(call);
    case TypeId::map: expect(call, 2, Builtin::kAny); return Value(map_iterator(call[0], sources(call, 1)));
    case TypeId::filter: expect(call, 2, 2); return Value(filter_iterator(call[0], sources(call, 1).front()));
    case TypeId::zip: return make_zip(call);
    case TypeId::enumerate: return make_enumerate(call);
    case TypeId::reversed: return make_reversed(call);
    case TypeId::type: expect(call, 1, 1); return Value(type_of(call[0]));
    default: fail(concat(type_name(type), " cannot be called"));
  }
}

}  // namespace romas::xacro
