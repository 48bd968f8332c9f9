#include "frontend/xacro/expressions/builtins/format.h"

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/operators.h"
#include "frontend/xacro/expressions/evaluation/printing.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

std::size_t read_size(std::string_view& text) {
  std::size_t value = 0;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    value = value * 10 + static_cast<std::size_t>(text[0] - '0');
    if (value > Budget::kLongestText)
      fail_limit(concat("a format asks for more than ", Budget::kLongestText, " characters"));
    text.remove_prefix(1);
  }
  return value;
}
bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}
bool is_align(char c) { return c == '<' || c == '>' || c == '^' || c == '='; }

FormatSpec parse_spec(std::string_view text) {
  const std::string_view whole = text;
  FormatSpec spec;
  const std::size_t first = text.empty() ? 0 : first_code_point(text).length;
  if (text.size() > first && is_align(text[first])) {
    spec.fill = text.substr(0, first);
    spec.align = text[first];
    text.remove_prefix(first + 1);
  } else if (!text.empty() && is_align(text[0])) {
    spec.align = text[0];
    text.remove_prefix(1);
  }
  if (text.starts_with('+') || text.starts_with('-') || text.starts_with(' ')) {
    spec.sign = text[0];
    text.remove_prefix(1);
  }
  spec.no_negative_zero = take(text, 'z');
  spec.alternate = take(text, '#');
  spec.zero = take(text, '0');
  spec.width = read_size(text);
  if (text.starts_with(',') || text.starts_with('_')) {
    spec.grouping = text[0];
    text.remove_prefix(1);
  }
  if (take(text, '.')) {
    if (text.empty() || text[0] < '0' || text[0] > '9')
      fail(concat("the format '", whole, "' lacks the digits after its point"));
    spec.precision = read_size(text);
  }
  if (text.size() > 1)
    fail(concat("'", whole,
                "' is not a format; a format is [[fill]align][sign][#][0][width][,][.precision][type]"));
  if (!text.empty()) spec.type = text[0];
  return spec;
}

std::string format_text(const std::string& text, FormatSpec spec) {
  if (spec.type != '\0' && spec.type != 's')
    fail(concat("the format type '", spec.type, "' is not for a text"), 1);
  if (spec.align == '=' || spec.sign != '\0' || spec.grouping != '\0' || spec.alternate)
    fail("signs, '=', '#' and grouping are not for a text", 1);
  if (spec.zero && spec.fill == " ") spec.fill = "0";
  std::string shown = text;
  if (spec.precision != FormatSpec::kNoPrecision) shown.resize(offset_of(text, spec.precision));
  return padded(std::move(shown), spec, spec.align == '\0' ? '<' : spec.align);
}

}  // namespace

std::string padded(std::string text, const FormatSpec& spec, char align) {
  const std::size_t length = count_code_points(text);
  if (length >= spec.width) return text;
  const std::size_t missing = spec.width - length;
  const std::size_t before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  std::string out;
  for (std::size_t i = 0; i < before; ++i) out += spec.fill;
  out += text;
  for (std::size_t i = before; i < missing; ++i) out += spec.fill;
  return out;
}

std::string format_value(const Value& value, std::string_view text, Evaluator& evaluator) {
  Budget& budget = evaluator.budget();
  if (text.empty()) {
    if (auto shown = str(value, budget)) return *std::move(shown);
    fail_limit("the text of the value is too long");
  }
  const FormatSpec spec = parse_spec(text);
  charge_text(budget, spec.width * spec.fill.size() +
                          (spec.precision == FormatSpec::kNoPrecision ? 0 : spec.precision));
  if (is_number(value)) return format_number(value, spec);
  if (value.is(Kind::text)) return format_text(value.text(), spec);
  fail(concat("a format such as '", text, "' is for numbers and texts, not for ", describe(value)));
}

// --- fields ------------------------------------------------------------------------------------------------

namespace {

// A text with {…} in it.
class Fields {
 public:
  explicit Fields(Call& call) : call_(call) {}

  std::string fill(std::string_view text, int depth) {
    if (depth > 2) fail("fields of a format are nested too deeply");
    std::string out;
    while (!text.empty()) {
      const char c = text[0];
      if ((c == '{' || c == '}') && text.substr(1).starts_with(c)) {
        out += c;
        text.remove_prefix(2);
      } else if (c == '}') {
        fail("the format has a single '}'; write '}}' for one");
      } else if (c == '{') {
        const std::size_t end = closing(text);
        out += field(text.substr(1, end - 1), depth);
        text.remove_prefix(end + 1);
      } else {
        out += c;
        text.remove_prefix(1);
      }
      if (out.size() > Budget::kLongestText) charge_text(call_.budget(), out.size());
    }
    charge_text(call_.budget(), out.size());
    return out;
  }

 private:
  static std::size_t closing(std::string_view text) {
    int open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '{') ++open;
      if (text[i] == '}' && --open == 0) return i;
    }
    fail("a '{' is not closed in the format; write '{{' for one");
  }

  std::string field(std::string_view field, int depth) {
    // The name ends at a ':' or '!' that stands in no brackets.
    std::size_t end = 0;
    for (bool index = false; end < field.size(); ++end) {
      if (field[end] == '[') index = true;
      if (field[end] == ']') index = false;
      if (!index && (field[end] == ':' || field[end] == '!')) break;
    }
    const Value value = look_up(field.substr(0, end));
    field.remove_prefix(end);
    char conversion = '\0';
    if (take(field, '!')) {
      if (field.empty()) fail("the letter after '!' is missing in the format");
      conversion = field[0];
      field.remove_prefix(1);
      if (!field.empty() && field[0] != ':') fail("':' is expected after the conversion of a format");
    }
    take(field, ':');
    const std::string spec = fill(field, depth + 1);
    if (conversion == '\0') return format_value(value, spec, call_.evaluator);
    return format_value(converted(value, conversion), spec, call_.evaluator);
  }

  Value converted(const Value& value, char conversion) {
    if (conversion != 's' && conversion != 'r' && conversion != 'a')
      fail(concat("'!", conversion, "' is not a conversion of a format; the conversions are !s, !r and !a"));
    auto text =
        conversion == 's' ? str(value, call_.budget()) : repr(value, call_.budget(), conversion == 'a');
    if (!text) fail_limit("the text of the value is too long");
    return Value(*std::move(text));
  }

  Value look_up(std::string_view path) {
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    Value value = argument(path.substr(0, end));
    path.remove_prefix(end);
    while (!path.empty()) {
      const bool index = take(path, '[');
      if (!index) take(path, '.');
      const std::size_t stop = index ? path.find(']') : std::min(path.find_first_of(".["), path.size());
      if (stop == std::string_view::npos || stop == 0) fail("a field of the format is malformed");
      const std::string_view key = path.substr(0, stop);
      path.remove_prefix(stop + (index ? 1 : 0));
      value = part(value, key, index);
    }
    return value;
  }

  Value part(const Value& value, std::string_view key, bool index) {
    if (!index && value.is(Kind::dict) && value.as<Dict>().dotted)
      if (const Value* entry = value.as<Dict>().entries().find(key)) return taken_out(*entry, true);
    if (!index) fail(concat("a format takes no attribute '", key, "' of ", describe(value)));
    const WholeText whole = read_whole(key);
    return item_of(value, whole.outcome == WholeText::Outcome::read ? Value(whole.value) : Value(key),
                   call_.budget());
  }

  Value argument(std::string_view name) {
    const WholeText whole = read_whole(name);
    const bool numbered = whole.outcome == WholeText::Outcome::read;
    if (!name.empty() && !numbered) {
      for (const auto& [given, value] : call_.named)
        if (given == name) return value;
      fail(concat("format() is given no argument '", name, "'"));
    }
    const Numbering numbering = numbered ? Numbering::by_hand : Numbering::automatic;
    if (numbering_ != Numbering::open && numbering_ != numbering)
      fail("a format cannot mix numbered fields with fields without numbers");
    numbering_ = numbering;
    const auto index = numbered ? static_cast<std::size_t>(whole.value) : next_++;
    if (whole.value < 0 || index >= call_.values.size())
      fail(concat("the format has more fields than the ", call_.values.size(), " values that are given"));
    return call_.values[index];
  }

  enum class Numbering : std::uint8_t { open, automatic, by_hand };
  Call& call_;
  Numbering numbering_ = Numbering::open;
  std::size_t next_ = 0;
};

}  // namespace

std::string format_fields(const std::string& text, Call& call) { return Fields(call).fill(text, 0); }

}  // namespace romas::xacro
