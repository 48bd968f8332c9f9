#include "support/text/xacro_marks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array<std::string_view, 7> kCommands = {"find", "arg",     "env", "optenv",
                                                       "eval", "dirname", "cwd"};
constexpr std::array<std::string_view, 14> kBuiltIn = {"pi",      "M_PI", "tau",  "math.pi", "radians",
                                                       "degrees", "sin",  "cos",  "tan",     "asin",
                                                       "acos",    "atan", "sqrt", "abs"};
constexpr std::array<std::string_view, 7> kWords = {"true", "false", "none",    "null",
                                                    "nan",  "inf",   "infinity"};

constexpr bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool in_name(char c) { return begins_name(c) || is_digit(c); }

std::size_t end_of(std::string_view text, std::size_t at, bool (*holds)(char)) {
  while (at < text.size() && holds(text[at])) ++at;
  return at;
}

// "{0}", "{}" and what other languages write in braces are none.
bool is_expression(std::string_view content) {
  constexpr std::string_view kSigns = " .+-*/%()[],'<>=!";
  return (std::ranges::any_of(content, begins_name) || content.find_first_of("+*/") != content.npos) &&
         std::ranges::all_of(content, [&](char c) { return in_name(c) || kSigns.find(c) != kSigns.npos; });
}

bool is_command(std::string_view content) {
  return std::ranges::find(kCommands, content.substr(0, content.find(' '))) != kCommands.end();
}

// `at`: that of a '$' in front of neither '{' nor '('.
std::optional<MissingMark> mark_of_dollar(std::string_view text, std::size_t at) {
  const std::size_t behind = at + 1;
  const std::size_t name_end =
      behind < text.size() && begins_name(text[behind]) ? end_of(text, behind, in_name) : behind;
  const std::string_view name = text.substr(behind, name_end - behind);
  if (!name.empty() && name_end < text.size() && text[name_end] == '(' && is_command(name)) {
    const std::size_t closing = text.find(')', name_end);
    if (closing == std::string_view::npos) return std::nullopt;
    std::string meant = concat("$(", name, " ", trim(text.substr(name_end + 1, closing - name_end - 1)), ")");
    return MissingMark{at, closing + 1,
                       concat("'", name, "' belongs inside the brackets: xacro reads ", meant), meant};
  }
  if (!name.empty()) {
    std::string meant = concat("${", name, "}");
    return MissingMark{at, name_end, concat("'$' alone has no meaning: xacro reads ", meant), meant};
  }
  const std::size_t end = end_of(
      text, behind, [](char c) { return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e'; });
  const std::string number(text.substr(behind, end - behind));
  if (!parse_double(number)) return std::nullopt;
  return MissingMark{at, end, concat("write ", number, " without '$'"), number};
}

// `at`: that of a bracket without '$' in front of it.
std::optional<MissingMark> mark_of_bracket(std::string_view text, std::size_t at) {
  const bool brace = text[at] == '{';
  const std::size_t closing = text.find(brace ? '}' : ')', at);
  if (closing == std::string_view::npos) return std::nullopt;
  const std::string_view content = text.substr(at + 1, closing - at - 1);
  if (brace ? !is_expression(content) : !is_command(content)) return std::nullopt;
  std::string meant = concat("$", text.substr(at, closing + 1 - at));
  return MissingMark{at, closing + 1, concat("'$' is missing: xacro reads ", meant), meant};
}

}  // namespace

std::optional<MissingMark> find_missing_mark(std::string_view text, std::size_t from) {
  while ((from = text.find_first_of("${(", from)) < text.size()) {
    const char next = from + 1 < text.size() ? text[from + 1] : '\0';
    const bool dollar = text[from] == '$';
    if (dollar && (next == '{' || next == '(')) {
      from = text.find(next == '{' ? '}' : ')', from);
    } else if (dollar && next == '$') {
      from = end_of(text, from, [](char c) { return c == '$'; }) + 1;
    } else {
      if (auto mark = dollar ? mark_of_dollar(text, from) : mark_of_bracket(text, from)) return mark;
      ++from;
    }
  }
  return std::nullopt;
}

std::optional<MissingMark> find_bare_expression(std::string_view word, bool any_name) {
  constexpr std::size_t kLongest = 200;
  if (word.size() > kLongest) return std::nullopt;
  if (auto mark = find_missing_mark(word)) return mark;
  constexpr std::string_view kSigns = " +-*/%()";
  bool has_name = false;
  for (std::size_t at = 0; at < word.size();) {
    if (begins_name(word[at])) {
      const std::size_t end = end_of(word, at, [](char c) { return in_name(c) || c == '.'; });
      const std::string_view name = word.substr(at, end - at);
      const bool built_in = std::ranges::find(kBuiltIn, name) != kBuiltIn.end();
      if (std::ranges::find(kWords, to_lower(name)) != kWords.end() || (!built_in && !any_name))
        return std::nullopt;
      has_name = true;
      at = end;
    } else if (is_digit(word[at]) || word[at] == '.') {
      at = end_of(word, at, [](char c) { return is_digit(c) || c == '.'; });
      if (at < word.size() && begins_name(word[at])) return std::nullopt;  // a unit: 90deg
    } else if (kSigns.find(word[at]) != kSigns.npos) {
      ++at;
    } else {
      return std::nullopt;
    }
  }
  const bool whole = has_name && (in_name(word.back()) || word.back() == ')');
  if (!whole) return std::nullopt;
  std::string meant = concat("${", word, "}");
  return MissingMark{0, word.size(), concat("xacro reads an expression only in its marks: ", meant), meant};
}

}  // namespace romas
