// Methods of texts that look for something, or take a text apart.
#include <algorithm>
#include <array>

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/values/letters.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/text_search.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// The part of the text that `start` and `end` name, as arguments from `first` on.
struct Part {
  std::string_view text;
  std::size_t offset = 0;  // in bytes
  bool valid = true;       // start is not behind the end of the text
};
Part part_of(Call& call, std::size_t first) {
  const std::string_view text = call.self.text();
  charge(call.budget(), text.size() / Budget::kBytesReadPerStep);
  const auto length = static_cast<std::int64_t>(call.self.as<Text>().length());
  const auto bound = [&](std::size_t index, std::int64_t usual) {
    if (!call.has(index) || call[index].is(Kind::none)) return usual;
    const std::int64_t value = call.whole(index);
    return value < 0 ? std::max<std::int64_t>(value + length, 0) : value;
  };
  const std::int64_t start = bound(first, 0);
  const std::int64_t end = std::min(bound(first + 1, length), length);
  if (start > end) return {{}, 0, false};
  const std::size_t from = offset_of(text, static_cast<std::size_t>(start));
  return {text.substr(from, offset_of(text, static_cast<std::size_t>(end)) - from), from, true};
}

// Converts a place in bytes to one in characters.
Value character_index(const Call& call, std::size_t offset) {
  return Value(
      static_cast<std::int64_t>(count_code_points(std::string_view(call.self.text()).substr(0, offset))));
}

template <bool last, bool must>
Value find(Call& call) {
  const std::string& wanted = call.text(0);
  const Part part = part_of(call, 1);
  charge_search(call.budget(), part.text, wanted);
  const std::size_t found = !part.valid ? std::string_view::npos
                            : last      ? part.text.rfind(wanted)
                                        : part.text.find(wanted);
  if (found != std::string_view::npos) return character_index(call, part.offset + found);
  if (must) fail(concat(call.name, "() does not find the text; find() would give -1"), 0);
  return Value(std::int64_t{-1});
}

Value count_text(Call& call) {
  const std::string& wanted = call.text(0);
  const Part part = part_of(call, 1);
  if (!part.valid) return Value(std::int64_t{0});
  if (wanted.empty()) return Value(static_cast<std::int64_t>(count_code_points(part.text) + 1));
  charge_search(call.budget(), part.text, wanted);
  std::int64_t found = 0;
  for (std::size_t at = part.text.find(wanted); at != std::string_view::npos;
       at = part.text.find(wanted, at + wanted.size()))
    ++found;
  return Value(found);
}

// startswith and endswith take a text, or a tuple of texts.
template <bool at_end>
Value affix(Call& call) {
  const Part part = part_of(call, 1);
  const auto matches = [&](const Value& wanted) {
    if (!wanted.is(Kind::text)) fail(concat(call.name, "() takes a text, or a tuple of texts"), 0);
    charge(call.budget(), 1 + wanted.text().size() / Budget::kBytesReadPerStep);
    return part.valid && (at_end ? part.text.ends_with(wanted.text()) : part.text.starts_with(wanted.text()));
  };
  if (!call[0].is(Kind::tuple)) return Value(matches(call[0]));
  const std::vector<Value>& all = call[0].as<Tuple>().values();
  return Value(std::any_of(all.begin(), all.end(), matches));
}

// --- taking apart ------------------------------------------------------------------------------------------

class Pieces {
 public:
  explicit Pieces(Budget& budget) : budget_(budget) {}
  void add(std::string_view piece) {
    charge_elements(budget_, 1, pieces_.size());
    charge_text(budget_, piece.size());
    pieces_.emplace_back(piece);
  }
  Value list(bool reversed) {
    if (reversed) std::reverse(pieces_.begin(), pieces_.end());
    return make_list(std::move(pieces_));
  }

 private:
  Budget& budget_;
  std::vector<Value> pieces_;
};

// Splits at white space from the left, at most so many times.
void split_at_space(std::string_view text, std::uint64_t most, Pieces& pieces) {
  for (;;) {
    while (!text.empty() && is_space(first_code_point(text).value))
      text.remove_prefix(first_code_point(text).length);
    if (text.empty()) return;
    std::size_t end = 0;
    while (end < text.size() && !is_space(first_code_point(text.substr(end)).value))
      end += first_code_point(text.substr(end)).length;
    if (most-- == 0) return pieces.add(text);
    pieces.add(text.substr(0, end));
    text.remove_prefix(end);
  }
}
// Returns the byte at which the last character begins.
std::size_t last_character(std::string_view text) {
  std::size_t start = text.size() - 1;
  while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
  return start;
}
bool ends_in_space(std::string_view text) {
  return is_space(first_code_point(text.substr(last_character(text))).value);
}

void split_at_space_from_right(std::string_view text, std::uint64_t most, Pieces& pieces) {
  for (;;) {
    while (!text.empty() && ends_in_space(text)) text = text.substr(0, last_character(text));
    if (text.empty()) return;
    if (most-- == 0) return pieces.add(text);
    std::size_t start = text.size();
    while (start > 0 && !ends_in_space(text.substr(0, start))) start = last_character(text.substr(0, start));
    pieces.add(text.substr(start));
    text = text.substr(0, start);
  }
}

template <bool from_right>
Value split_text(Call& call) {
  call.by_name({"sep", "maxsplit"});
  const std::int64_t limit = call.has(1) ? call.whole(1) : -1;
  auto most =
      limit < 0 ? static_cast<std::uint64_t>(Budget::kMostElements) + 1 : static_cast<std::uint64_t>(limit);
  std::string_view text = call.self.text();
  Pieces pieces(call.budget());
  if (!call.has(0) || call[0].is(Kind::none)) {
    if (from_right)
      split_at_space_from_right(text, most, pieces);
    else
      split_at_space(text, most, pieces);
    return pieces.list(from_right);
  }
  const std::string& separator = call.text(0);
  if (separator.empty()) fail("a text cannot be split at an empty text; list() gives its characters", 0);
  charge_search(call.budget(), text, separator);
  while (most-- > 0) {
    const std::size_t found = from_right ? text.rfind(separator) : text.find(separator);
    if (found == std::string_view::npos) break;
    pieces.add(from_right ? text.substr(found + separator.size()) : text.substr(0, found));
    text = from_right ? text.substr(0, found) : text.substr(found + separator.size());
  }
  pieces.add(text);
  return pieces.list(from_right);
}

Value splitlines(Call& call) {
  call.by_name({"keepends"});
  const bool keep = call.has(0) && truth(call[0]);
  std::string_view text = call.self.text();
  Pieces pieces(call.budget());
  const auto ends_line = [](char32_t point) {
    return (point >= '\n' && point <= '\r') || (point >= 0x1C && point <= 0x1E) || point == 0x85 ||
           point == 0x2028 || point == 0x2029;
  };
  while (!text.empty()) {
    std::size_t end = 0;
    while (end < text.size() && !ends_line(first_code_point(text.substr(end)).value))
      end += first_code_point(text.substr(end)).length;
    std::size_t next = end == text.size() ? end : end + first_code_point(text.substr(end)).length;
    if (text.substr(end).starts_with("\r\n")) next = end + 2;
    pieces.add(text.substr(0, keep ? next : end));
    text.remove_prefix(next);
  }
  return pieces.list(false);
}

template <bool last>
Value partition(Call& call) {
  const std::string_view text = call.self.text();
  const std::string& separator = call.text(0);
  if (separator.empty()) fail("a text cannot be taken apart at an empty text", 0);
  charge_search(call.budget(), text, separator);
  const std::size_t found = last ? text.rfind(separator) : text.find(separator);
  if (found == std::string_view::npos) {
    if (last) return make_tuple({Value(""), Value(""), call.self});
    return make_tuple({call.self, Value(""), Value("")});
  }
  return make_tuple(
      {Value(text.substr(0, found)), Value(separator), Value(text.substr(found + separator.size()))});
}

// --- kinds of characters -----------------------------------------------------------------------------------

bool is_decimal_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char32_t c) { return is_decimal_digit(c) || is_letter(c); }

template <bool (*is_kind)(char32_t)>
Value all_are(Call& call) {
  bool all = !call.self.text().empty();
  charge_text(call.budget(), call.self.text().size());
  each_code_point(call.self.text(), [&](char32_t point, std::string_view) { all = all && is_kind(point); });
  return Value(all);
}
template <bool upper>
Value has_case(Call& call) {
  bool cased = false;
  bool other = false;
  each_code_point(call.self.text(), [&](char32_t point, std::string_view) {
    cased = cased || is_upper_case(point) || is_lower_case(point);
    other = other || (upper ? is_lower_case(point) : is_upper_case(point));
  });
  return Value(cased && !other);
}
constexpr std::array kTextSearchMethods = {
    Builtin{"count", count_text, 1, 3},
    Builtin{"endswith", affix<true>, 1, 3},
    Builtin{"find", find<false, false>, 1, 3},
    Builtin{"index", find<false, true>, 1, 3},
    Builtin{"isalnum", all_are<is_letter_or_digit>, 0, 0},
    Builtin{"isalpha", all_are<is_letter>, 0, 0},
    Builtin{"isdigit", all_are<is_decimal_digit>, 0, 0},
    Builtin{"islower", has_case<false>, 0, 0},
    Builtin{"isspace", all_are<is_space>, 0, 0},
    Builtin{"isupper", has_case<true>, 0, 0},
    Builtin{"partition", partition<false>, 1, 1},
    Builtin{"rfind", find<true, false>, 1, 3},
    Builtin{"rindex", find<true, true>, 1, 3},
    Builtin{"rpartition", partition<true>, 1, 1},
    Builtin{"rsplit", split_text<true>, 0, 2, true},
    Builtin{"split", split_text<false>, 0, 2, true},
    Builtin{"splitlines", splitlines, 0, 1, true},
    Builtin{"startswith", affix<false>, 1, 3},
};

}  // namespace

std::span<const Builtin> text_search_methods() { return kTextSearchMethods; }

}  // namespace romas::xacro
