#include <algorithm>

#include "backends/romas/romas_printer.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

std::string romas_name(std::string_view name) {
  return is_identifier(name) && !is_reserved_word(name) ? std::string(name) : romas_string(name);
}

namespace {
void append_hidden(std::string& out, const CodePoint& at) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (at.valid && (at.value == '\n' || at.value == '\t' || at.value == '\r')) {
    out += at.value == '\n' ? "\\n" : at.value == '\t' ? "\\t" : "\\r";
    return;
  }
  constexpr std::uint32_t kReplacement = 0xFFFD;
  std::string digits;
  for (std::uint32_t rest = at.valid ? at.value : kReplacement; rest != 0 || digits.size() < 2; rest >>= 4U)
    digits.insert(digits.begin(), kDigits[rest & 0xFU]);
  out += concat("\\u{", digits, "}");
}
}  // namespace

std::string romas_string(std::string_view text) {
  std::string out = "\"";
  const auto plain = [&](char c) {
    // A brace would begin an interpolation in a name.
    if (c == '"' || c == '\\' || c == '{') out.push_back('\\');
    out.push_back(c);
  };
  escape_hidden(text, plain, [&](const CodePoint& at) { append_hidden(out, at); });
  out.push_back('"');
  return out;
}

// r#"…"# with the fewest '#' possible; an escaped string if more than eight are needed or the text has hidden
// characters.
std::string romas_raw_string(std::string_view text) {
  constexpr std::size_t kMostSigns = 8;
  bool visible = true;
  escape_hidden(
      text, [](char) {},
      [&](const CodePoint& at) { visible = visible && at.valid && (at.value == '\n' || at.value == '\t'); });
  std::size_t longest = 0;  // run of '#' behind a quote
  for (std::size_t quote = text.find('"'); quote != std::string_view::npos;
       quote = text.find('"', quote + 1)) {
    const std::size_t end = std::min(text.find_first_not_of('#', quote + 1), text.size());
    longest = std::max(longest, end - quote - 1);
  }
  if (!visible || longest >= kMostSigns) return romas_string(text);
  const std::string signs(longest + 1, '#');
  return concat('r', signs, '"', text, '"', signs);
}

std::string romas_number(const Number& number) { return format_double(number.value()); }

std::string romas_quantity(const Number& number, std::string_view units) {
  return units.empty() || units == "1" ? romas_number(number) : concat(number.value(), ' ', units);
}

std::string romas_axis(const Number3& direction) {
  const Vector3 v(direction[0].value(), direction[1].value(), direction[2].value());
  for (const auto axis : {SignedAxis::plus_x, SignedAxis::minus_x, SignedAxis::plus_y, SignedAxis::minus_y,
                          SignedAxis::plus_z, SignedAxis::minus_z})
    if (v == unit_vector(axis)) return std::string(to_string(axis));
  return romas_tuple(direction, "1");
}

}  // namespace romas
