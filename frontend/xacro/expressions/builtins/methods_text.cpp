// Methods of texts that make other texts of them.
#include <algorithm>
#include <array>

#include "frontend/xacro/expressions/builtins/format.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/values/letters.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/text_search.h"
#include "frontend/xml/text/encoding.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// Appends a letter in upper case; `title`: as the first of several letters.
void append_upper(std::string& out, char32_t point, bool title = false) {
  if (point == kSharpS)
    out += title ? "Ss" : "SS";
  else
    append_utf8(out, upper_case_of(point));
}

// The text with each character changed; `before` is the character in front of it, 0 for the first.
template <class Append>
Value changed(Call& call, const Append& append) {
  charge_text(call.budget(), call.self.text().size());
  std::string out;
  char32_t before = 0;
  each_code_point(call.self.text(), [&](char32_t point, std::string_view) {
    append(out, point, before);
    before = point;
  });
  return Value(std::move(out));
}

Value lower(Call& call) {
  return changed(call, [](std::string& out, char32_t c, char32_t) { append_utf8(out, lower_case_of(c)); });
}
Value upper(Call& call) {
  return changed(call, [](std::string& out, char32_t c, char32_t) { append_upper(out, c); });
}
Value title(Call& call) {
  return changed(call, [](std::string& out, char32_t c, char32_t before) {
    if (is_upper_case(before) || is_lower_case(before))
      append_utf8(out, lower_case_of(c));
    else
      append_upper(out, c, true);
  });
}
Value capitalize(Call& call) {
  return changed(call, [](std::string& out, char32_t c, char32_t before) {
    if (before != 0)
      append_utf8(out, lower_case_of(c));
    else
      append_upper(out, c, true);
  });
}

// --- padding -----------------------------------------------------------------------------------------------

Value justified(Call& call, char align) {
  FormatSpec spec;
  const std::int64_t width = call.whole(0);
  if (call.has(1)) {
    spec.fill = call.text(1);
    if (count_code_points(spec.fill) != 1)
      fail(concat(call.name, "() takes exactly one character to fill with"), 1);
  }
  spec.width = static_cast<std::size_t>(std::max<std::int64_t>(width, 0));
  charge_text(call.budget(), std::max(call.self.text().size(),
                                      std::min(spec.width, Budget::kLongestText + 1) * spec.fill.size()));
  return Value(padded(call.self.text(), spec, align));
}
Value ljust(Call& call) { return justified(call, '<'); }
Value rjust(Call& call) { return justified(call, '>'); }

Value center(Call& call) {
  // Python puts the odd blank on the left if the width is odd.
  const std::size_t length = call.self.as<Text>().length();
  const std::int64_t width = call.whole(0);
  const auto missing = width - static_cast<std::int64_t>(length);
  if (missing <= 0) return call.self;
  const std::int64_t left = missing / 2 + (missing % 2 != 0 && width % 2 != 0 ? 1 : 0);
  const Value whole_width = call.values[0];
  call.values[0] = Value(width - left);
  const Value right_filled = justified(call, '<');
  call.values[0] = whole_width;
  call.self = right_filled;
  return justified(call, '>');
}

Value zfill(Call& call) {
  std::string text = call.self.text();
  const auto width =
      static_cast<std::size_t>(std::clamp<std::int64_t>(call.whole(0), 0, Budget::kLongestText + 1));
  charge_text(call.budget(), std::max(width, text.size()));
  const std::size_t length = call.self.as<Text>().length();
  const std::size_t sign = text.starts_with('+') || text.starts_with('-') ? 1 : 0;
  if (length < width) text.insert(sign, width - length, '0');
  return Value(std::move(text));
}

// --- ends --------------------------------------------------------------------------------------------------

// Takes characters off the ends: white space, or those of the argument.
std::string_view stripped(Call& call, bool left, bool right) {
  const bool given = call.has(0) && !call[0].is(Kind::none);
  std::vector<char32_t> set;
  if (given) each_code_point(call.text(0), [&](char32_t point, std::string_view) { set.push_back(point); });
  const auto drops = [&](char32_t point) {
    return given ? std::find(set.begin(), set.end(), point) != set.end() : is_space(point);
  };
  std::string_view text = call.self.text();
  charge(call.budget(), 1 + text.size() / Budget::kBytesPerStep * (1 + set.size()));
  while (left && !text.empty() && drops(first_code_point(text).value))
    text.remove_prefix(first_code_point(text).length);
  while (right && !text.empty()) {
    std::size_t start = text.size() - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
    if (!drops(first_code_point(text.substr(start)).value)) break;
    text = text.substr(0, start);
  }
  return text;
}
Value strip(Call& call) { return Value(stripped(call, true, true)); }
Value lstrip(Call& call) { return Value(stripped(call, true, false)); }
Value rstrip(Call& call) { return Value(stripped(call, false, true)); }

Value removeprefix(Call& call) {
  std::string_view text = call.self.text();
  if (text.starts_with(call.text(0))) text.remove_prefix(call.text(0).size());
  return Value(text);
}
Value removesuffix(Call& call) {
  std::string_view text = call.self.text();
  if (text.ends_with(call.text(0))) text.remove_suffix(call.text(0).size());
  return Value(text);
}

// --- joining and filling -----------------------------------------------------------------------------------

Value join_texts(Call& call) {
  const std::string& between = call.self.text();
  std::string out;
  std::size_t index = 0;
  if (!can_iterate(call[0])) fail("join() takes a list of texts", 0);
  for (const Value& element : elements_of(call[0], call.evaluator)) {
    if (!element.is(Kind::text))
      fail(concat("join() takes texts; element ", index, " is ", describe(element),
                  "; str() makes a text of it"),
           0);
    if (index++ > 0) out += between;
    out += element.text();
    if (out.size() > Budget::kLongestText) charge_text(call.budget(), out.size());
  }
  charge_text(call.budget(), out.size());
  return Value(std::move(out));
}

Value replace(Call& call) {
  const std::string& text = call.self.text();
  const std::string& old = call.text(0);
  const std::string& fresh = call.text(1);
  std::uint64_t left = call.has(2) && call.whole(2) >= 0 ? static_cast<std::uint64_t>(call.whole(2))
                                                         : Budget::kLongestText + 1;
  charge_search(call.budget(), text, old);
  std::string out;
  std::size_t at = 0;
  while (left-- > 0) {
    // An empty text stands before every character, and at the end.
    std::size_t found = old.empty() ? at : text.find(old, at);
    if (found == std::string::npos) break;
    out.append(text, at, found - at).append(fresh);
    if (out.size() > Budget::kLongestText) charge_text(call.budget(), out.size());
    at = found + old.size();
    if (!old.empty()) continue;
    if (at == text.size()) break;
    const std::size_t length = first_code_point(std::string_view(text).substr(at)).length;
    out.append(text, at, length);
    at += length;
  }
  if (at < text.size()) out.append(text, at);
  charge_text(call.budget(), out.size());
  return Value(std::move(out));
}

Value format(Call& call) { return Value(format_fields(call.self.text(), call)); }

constexpr std::array kTextMethods = {
    Builtin{"capitalize", capitalize, 0, 0},
    Builtin{"center", center, 1, 2},
    Builtin{"format", format, 0, Builtin::kAny, true},
    Builtin{"join", join_texts, 1, 1},
    Builtin{"ljust", ljust, 1, 2},
    Builtin{"lower", lower, 0, 0},
    Builtin{"lstrip", lstrip, 0, 1},
    Builtin{"removeprefix", removeprefix, 1, 1},
    Builtin{"removesuffix", removesuffix, 1, 1},
    Builtin{"replace", replace, 2, 3},
    Builtin{"rjust", rjust, 1, 2},
    Builtin{"rstrip", rstrip, 0, 1},
    Builtin{"strip", strip, 0, 1},
    Builtin{"title", title, 0, 0},
    Builtin{"upper", upper, 0, 0},
    Builtin{"zfill", zfill, 1, 1},
};

}  // namespace

std::span<const Builtin> text_methods() { return kTextMethods; }

}  // namespace romas::xacro
