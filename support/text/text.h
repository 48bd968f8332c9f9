// Small pieces of text: joining, numbers that do not depend on the locale, UTF-8, and "did you mean".
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace romas {

// The fewest digits that read back as an equal double: 0.1, 1e-09; 0 for both zeros. "inf" and "nan" for what
// is not finite.
std::string format_double(double number);
void append_double(std::string& out, double value);
// In decimal digits.
void append_integer(std::string& out, long long value);
void append_unsigned(std::string& out, unsigned long long value);

// The value with at most so many significant digits (1 to 17), for messages, in which rounding errors do not
// matter.
double round_to_digits(double value, int digits);

// Reads a whole token as a finite decimal number (sign, digits, point, exponent; no hexadecimal, inf or nan),
// independent of the locale. Numbers too small for a double read as 0 or a subnormal; numbers too large give
// nothing.
std::optional<double> parse_double(std::string_view token);
// Reads a whole token as a decimal integer.
std::optional<long long> parse_integer(std::string_view token);

namespace detail {
// A text, character or number that is appended to a text. It refers to what it was made from.
class Piece {
 public:
  Piece(std::string_view text) : kind_(Kind::text), text_(text) {}
  Piece(const std::string& text) : Piece(std::string_view(text)) {}
  Piece(const char* text) : Piece(std::string_view(text)) {}
  Piece(char character) : kind_(Kind::character), character_(character) {}
  Piece(double number) : kind_(Kind::real), real_(number) {}
  template <std::signed_integral T>
  Piece(T number) : kind_(Kind::integer), integer_(number) {}
  template <std::unsigned_integral T>
  Piece(T number) : kind_(Kind::natural), natural_(number) {}

  void append_to(std::string& out) const;
  // The bytes that the text takes. A number counts as eight, which most
  // of them fit into.
  std::size_t size() const { return kind_ == Kind::text ? text_.size() : kind_ == Kind::character ? 1 : 8; }

 private:
  enum class Kind : unsigned char { text, character, real, integer, natural } kind_;
  union {
    std::string_view text_;
    char character_;
    double real_;
    long long integer_;
    unsigned long long natural_;
  };
};
// Functions of their own, and not parts of the thousands of calls.
void append_pieces(std::string& out, std::span<const Piece> pieces);
std::string joined(std::span<const Piece> pieces);
}  // namespace detail

// concat("joint '", name, "' has ", 3, " axes")
template <class... Pieces>
[[gnu::always_inline]] inline std::string concat(const Pieces&... pieces) {
  const std::array<detail::Piece, sizeof...(pieces)> all = {detail::Piece(pieces)...};
  return detail::joined(all);
}

// A number for people, to three digits: "35.2".
std::string about(double value);

// A token with the place where it stands in the text that was split.
struct Token {
  std::string_view text;
  std::size_t offset = 0;
};
// Splits at spaces, tabs and line ends; no empty tokens, and no more than `most` of them.
std::vector<Token> split_words(std::string_view text, std::size_t most = static_cast<std::size_t>(-1));
std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
std::string to_lower(std::string_view text);  // ASCII letters only

// The pieces with the separator between them. `text_of` is a function of a piece, or the member that holds
// its text: join(robots, ", ", &Model::name).
template <class Range, class Projection = std::identity>
std::string join(const Range& pieces, std::string_view separator, Projection text_of = {}) {
  std::string out;
  bool first = true;
  for (const auto& piece : pieces) {
    if (!first) out.append(separator);
    detail::Piece(std::invoke(text_of, piece)).append_to(out);
    first = false;
  }
  return out;
}
// "a, b or c"; `last` stands between the last two: " or ".
std::string join_last(const std::vector<std::string>& pieces, std::string_view last);
// "'name'": join(names, ", ", in_quotes)
std::string in_quotes(std::string_view name);

// Number of code points in UTF-8 text (bytes that are not continuation bytes).
std::size_t count_code_points(std::string_view text);
// The code point at the start of a text that is not empty. A byte that begins none gives length 1 and is not
// valid.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;
  bool valid = false;
};
CodePoint first_code_point(std::string_view text);
// Offset of the first byte that is not valid UTF-8, if there is one.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// Number of single-character insertions, deletions, replacements and swaps of neighbours between two words,
// at most `limit` + 1.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// Whether a name has something in front of the word that a sign separates: "left_wrist" and "arm::wrist" end
// with the part "wrist".
bool has_last_part(std::string_view name, std::string_view word);

// The candidate with the smallest edit distance to `word`, the first one of equals; empty if none is near.
// One that has the word for its last part is nearer than those that differ by more than one edit.
// `name_of` is a function of a candidate, or the member that holds its name.
template <class Range, class Projection = std::identity>
std::string_view nearest_name(std::string_view word, const Range& candidates, Projection name_of = {}) {
  std::string_view best;
  std::size_t best_distance = word.size() / 3 + 1;  // farther ones are not worth a suggestion
  bool found = false;
  for (const auto& candidate : candidates) {
    static_assert(!std::is_same_v<decltype(std::invoke(name_of, candidate)), std::string>,
                  "the name must outlive the search");
    const std::string_view name = std::invoke(name_of, candidate);
    const std::size_t limit = found ? best_distance - 1 : best_distance;
    const std::size_t distance = edit_distance(word, name, limit);
    if (distance > limit || name.empty()) continue;
    best = name;
    best_distance = distance;
    found = true;
    if (distance == 0) break;
  }
  if (found && best_distance <= 1) return best;
  for (const auto& candidate : candidates) {
    const std::string_view name = std::invoke(name_of, candidate);
    if (has_last_part(name, word)) return name;
  }
  return best;
}

// "; did you mean 'base_link'?" for the end of a message; nothing without a name. A finding that also
// suggests the name has DiagnosticBuilder::nearest.
std::string did_you_mean(std::string_view name);
template <class Range, class Projection = std::identity>
std::string did_you_mean(std::string_view word, const Range& candidates, Projection name_of = {}) {
  return did_you_mean(nearest_name(word, candidates, name_of));
}

}  // namespace romas
