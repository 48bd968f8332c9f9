#include "support/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

#include "support/math/functions.h"
#include "support/text/characters.h"
#include "support/text/decimal.h"

namespace romas {

void append_double(std::string& out, double value) {
  std::array<char, 32> buffer;                  // the longest shortest form has 24 characters
  const double shown = value == 0 ? 0 : value;  // without the sign of a zero
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), shown);
  out.append(buffer.data(), result.ptr);
}

void append_integer(std::string& out, long long value) { out += std::to_string(value); }

void append_unsigned(std::string& out, unsigned long long value) { out += std::to_string(value); }

namespace detail {

void Piece::append_to(std::string& out) const {
  switch (kind_) {
    case Kind::text: out.append(text_); return;
    case Kind::character: out.push_back(character_); return;
    case Kind::real: append_double(out, real_); return;
    case Kind::integer: append_integer(out, integer_); return;
    case Kind::natural: append_unsigned(out, natural_); return;
  }
}

void append_pieces(std::string& out, std::span<const Piece> pieces) {
  for (const Piece& piece : pieces) piece.append_to(out);
}

std::string joined(std::span<const Piece> pieces) {
  std::size_t size = 0;
  for (const Piece& piece : pieces) size += piece.size();
  std::string out;
  out.reserve(size);
  append_pieces(out, pieces);
  return out;
}

}  // namespace detail

std::string format_double(double value) {
  std::string out;
  append_double(out, value);
  return out;
}

double round_to_digits(double value, int digits) {
  std::array<char, 32> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::scientific, digits - 1);
  const auto rounded =
      parse_double(std::string_view(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data())));
  return rounded.value_or(value);  // what is not finite, and what rounds beyond the largest double
}

std::string about(double value) {
  if (value == 0 || !std::isfinite(value)) return concat(value);
  const double scale = math::pow(10.0, 3 - std::ceil(math::log10(std::abs(value))));
  const double rounded = std::round(value * scale) / scale;
  return concat(std::isfinite(rounded)
                    ? rounded
                    : round_to_digits(value, 3));  // the scale of the smallest numbers overflows
}

std::optional<double> parse_double(std::string_view token) {
  if (const auto plain = parse_plain_decimal(token)) return plain;
  std::string_view digits = token;
  if (!digits.empty() && digits.front() == '+') digits.remove_prefix(1);
  const bool negative = digits.starts_with('-');
  if (negative && digits.size() != token.size()) return std::nullopt;  // "+-1"
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = read_decimal(digits.data(), end, value);
  if (stop != end) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too large or too small: what is too small is zero, and the exponent tells them apart.
    const auto exponent = digits.find_first_of("eE");
    const bool small = exponent != std::string_view::npos && exponent + 1 < digits.size()
                           ? digits[exponent + 1] == '-'
                           : digits[negative ? 1 : 0] == '0' || digits[negative ? 1 : 0] == '.';
    if (!small) return std::nullopt;
    return negative ? -0.0 : 0.0;
  }
  if (error != std::errc()) return std::nullopt;
  return value;
}

std::optional<long long> parse_integer(std::string_view token) {
  std::string_view digits = token;
  if (!digits.empty() && digits.front() == '+') {
    digits.remove_prefix(1);
    if (!digits.empty() && digits.front() == '-') return std::nullopt;
  }
  long long value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::vector<Token> split_words(std::string_view text, std::size_t most) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size() || tokens.size() == most) return tokens;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    tokens.push_back({text.substr(begin, at - begin), begin});
  }
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string join_last(const std::vector<std::string>& pieces, std::string_view last) {
  if (pieces.empty()) return {};
  const std::span<const std::string> before(pieces.data(), pieces.size() - 1);
  return concat(join(before, ", "), before.empty() ? "" : last, pieces.back());
}

std::string in_quotes(std::string_view name) { return concat("'", name, "'"); }

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

namespace {

// Length of the well-formed UTF-8 sequence at the start of `text`, 0 if there is none (Unicode 15, table
// 3-7).
std::size_t utf8_sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto in = [](unsigned value, unsigned low, unsigned high) { return value >= low && value <= high; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (in(first, 0xC2, 0xDF)) return in(byte(1), 0x80, 0xBF) ? 2 : 0;
  if (in(first, 0xE0, 0xEF)) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = first == 0xED ? 0x9F : 0xBF;
    return in(byte(1), low, high) && in(byte(2), 0x80, 0xBF) ? 3 : 0;
  }
  if (in(first, 0xF0, 0xF4)) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
    return in(byte(1), low, high) && in(byte(2), 0x80, 0xBF) && in(byte(3), 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = utf8_sequence_length(text.substr(0, 4));
  if (length == 0) return {byte(0), 1, false};
  constexpr std::array<unsigned, 5> kFirstBits = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t value = byte(0) & kFirstBits[length];
  for (std::size_t i = 1; i < length; ++i) value = (value << 6U) | (byte(i) & 0x3FU);
  return {value, length, true};
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    // Eight bytes of ASCII at once.
    std::uint64_t bytes = 0;
    if (text.size() - at >= sizeof bytes) {
      std::memcpy(&bytes, text.data() + at, sizeof bytes);
      if ((bytes & 0x8080808080808080U) == 0) {
        at += sizeof bytes;
        continue;
      }
    }
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const std::size_t length = utf8_sequence_length(text.substr(at, 4));
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

std::string did_you_mean(std::string_view name) {
  return name.empty() ? std::string() : concat("; did you mean '", name, "'?");
}

bool has_last_part(std::string_view name, std::string_view word) {
  constexpr std::string_view kSeparators = "_./:-";
  constexpr std::size_t kShortest = 3;  // of words that say something
  if (word.size() < kShortest || name.size() <= word.size() || !name.ends_with(word)) return false;
  return kSeparators.find(name[name.size() - word.size() - 1]) != std::string_view::npos;
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit || a.size() > 200 || b.size() > 200) return a == b ? 0 : limit + 1;
  // Three rows of the optimal string alignment table: two before, before, now.
  std::vector<std::size_t> older(b.size() + 1), old(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) old[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    std::size_t smallest = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({old[j] + 1, row[j - 1] + 1, old[j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], older[j - 2] + 1);
      smallest = std::min(smallest, row[j]);
    }
    if (smallest > limit) return limit + 1;
    older.swap(old);
    old.swap(row);
  }
  return std::min(old[b.size()], limit + 1);
}

}  // namespace romas
