// text % values
#include <cmath>

#include "frontend/xacro/expressions/builtins/format.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/operators.h"
#include "frontend/xacro/expressions/evaluation/printing.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

class PercentFormat {
 public:
  PercentFormat(const Value& values, Evaluator& evaluator) : values_(values), evaluator_(evaluator) {}

  std::string run(std::string_view text) {
    std::string out;
    while (!text.empty()) {
      const std::size_t mark = text.find('%');
      out.append(text.substr(0, mark));
      if (mark == std::string_view::npos) break;
      text.remove_prefix(mark + 1);
      out += conversion(text);
      if (out.size() > Budget::kLongestText) charge_text(evaluator_.budget(), out.size());
    }
    charge_text(evaluator_.budget(), out.size());
    const bool mapping = values_.is(Kind::dict) || values_.is(Kind::list);
    if (!used_up() && !mapping)
      fail("'%' is given more values than its text has places for", Failure::kShown);
    return out;
  }

 private:
  bool used_up() const {
    return mapped_ || next_ == (values_.is(Kind::tuple) ? values_.as<Tuple>().values().size() : 1);
  }

  Value next() {
    const bool several = values_.is(Kind::tuple);
    const std::size_t count = several ? values_.as<Tuple>().values().size() : 1;
    if (next_ >= count) fail("'%' is given fewer values than its text has places for", Failure::kShown);
    const std::size_t index = next_++;
    return several ? values_.as<Tuple>().values()[index] : values_;
  }

  std::size_t size_or_star(std::string_view& text, bool& negative) {
    std::size_t size = 0;
    if (text.starts_with('*')) {
      text.remove_prefix(1);
      const Value given = next();
      if (!is_whole(given)) fail("'*' in a format takes a whole number", Failure::kShown);
      negative = given.integer() < 0;
      size = static_cast<std::size_t>(std::abs(given.integer() + (negative ? 1 : 0))) + (negative ? 1 : 0);
    }
    while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
      size = size * 10 + static_cast<std::size_t>(text[0] - '0');
      if (size > Budget::kLongestText) break;
      text.remove_prefix(1);
    }
    charge_text(evaluator_.budget(), size);
    return size;
  }

  // Takes what stands behind a '%' off the text.
  std::string conversion(std::string_view& text) {
    Value mapped = Value::unbound();
    if (text.starts_with('(')) {
      const std::size_t end = text.find(')');
      if (end == std::string_view::npos || !values_.is(Kind::dict))
        fail("'%(name)' takes a dict with the name", Failure::kShown);
      mapped = item_of(values_, Value(text.substr(1, end - 1)), evaluator_.budget());
      mapped_ = true;
      text.remove_prefix(end + 1);
    }
    FormatSpec spec;
    bool left = false;
    for (; !text.empty() && std::string_view("#0- +").find(text[0]) != std::string_view::npos;
         text.remove_prefix(1)) {
      if (text[0] == '#') spec.alternate = true;
      if (text[0] == '0') spec.zero = true;
      if (text[0] == '-') left = true;
      if (text[0] == '+' || (text[0] == ' ' && spec.sign == '\0')) spec.sign = text[0];
    }
    spec.width = size_or_star(text, left);
    if (text.starts_with('.')) {
      text.remove_prefix(1);
      bool negative = false;
      spec.precision = size_or_star(text, negative);
      if (negative) spec.precision = 0;
    }
    while (text.starts_with('h') || text.starts_with('l') || text.starts_with('L')) text.remove_prefix(1);
    if (text.empty()) fail("the text ends in an incomplete '%'; write '%%' for one");
    spec.type = text[0];
    text.remove_prefix(1);
    if (spec.type == '%') return "%";
    if (left) spec.zero = false;
    spec.align = left ? '<' : spec.zero ? '=' : '>';
    return converted(mapped.is(Kind::unbound) ? next() : mapped, spec);
  }

  std::string converted(const Value& value, FormatSpec& spec) {
    switch (spec.type) {
      case 's':
      case 'r':
      case 'a': return shown(value, spec);
      case 'c': return character(value, spec);
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o': return whole(value, spec);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        if (!is_number(value)) fail(concat("'%", spec.type, "' takes a number, not ", describe(value)));
        return format_number(Value(as_double(value)), spec);
      default: fail(concat("'%", spec.type, "' is not a conversion"));
    }
  }

  std::string shown(const Value& value, const FormatSpec& spec) {
    auto text = spec.type == 's' ? str(value, evaluator_.budget())
                                 : repr(value, evaluator_.budget(), spec.type == 'a');
    if (!text) fail_limit("the text of the value is too long");
    if (spec.precision != FormatSpec::kNoPrecision) text->resize(offset_of(*text, spec.precision));
    return padded(*std::move(text), spec, spec.align == '<' ? '<' : '>');
  }

  static std::string character(const Value& value, FormatSpec& spec) {
    spec.align = spec.align == '<' ? '<' : '>';
    if (value.is(Kind::text) && count_code_points(value.text()) == 1)
      return padded(value.text(), spec, spec.align);
    if (!is_whole(value)) fail(concat("'%c' takes one character or its number, not ", describe(value)));
    spec.precision = FormatSpec::kNoPrecision;
    spec.zero = false;
    return format_number(value, spec);
  }

  static std::string whole(const Value& value, FormatSpec& spec) {
    const bool decimal = spec.type == 'd' || spec.type == 'i' || spec.type == 'u';
    constexpr double kTwoTo63 = 9223372036854775808.0;
    if (!is_whole(value) && !(decimal && value.is(Kind::real)))
      fail(concat("'%", spec.type, "' takes a ", decimal ? "" : "whole ", "number, not ", describe(value)));
    if (value.is(Kind::real) && !(value.real() > -kTwoTo63 && value.real() < kTwoTo63))
      fail(concat("'%", spec.type, "' takes a number that fits in 64 bits"));
    const std::int64_t number =
        value.is(Kind::real) ? static_cast<std::int64_t>(value.real()) : value.integer();
    if (decimal) spec.type = 'd';
    if (spec.precision == FormatSpec::kNoPrecision) return format_number(Value(number), spec);
    // The precision is the least number of digits.
    FormatSpec digits;
    digits.type = spec.type;
    digits.alternate = spec.alternate;
    digits.sign = spec.sign;
    digits.fill = "0";
    digits.align = '=';
    const std::size_t extra =
        (number < 0 || spec.sign != '\0' ? 1 : 0) + (spec.alternate && !decimal ? 2 : 0);
    digits.width = spec.precision + extra;
    std::string text = format_number(Value(number), digits);
    if (spec.align == '=') {
      digits.width = std::max(digits.width, spec.width);
      text = format_number(Value(number), digits);
    }
    return padded(std::move(text), spec, spec.align == '<' ? '<' : '>');
  }

  const Value& values_;
  Evaluator& evaluator_;
  std::size_t next_ = 0;
  bool mapped_ = false;
};

}  // namespace

std::string format_by_percent(const std::string& text, const Value& values, Evaluator& evaluator) {
  return PercentFormat(values, evaluator).run(text);
}

}  // namespace romas::xacro
