// Plain scalars of YAML 1.1, as PyYAML takes them: "1e-3" is a text, "010" is 8, "1:30" is 90, "yes" is True.
#include <algorithm>
#include <array>
#include <limits>

#include "frontend/xacro/expressions/evaluation/yaml_values.h"
#include "frontend/xacro/expressions/values/python_text.h"

namespace romas::xacro {

namespace {

// Reads a text from its start by kinds of characters.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}
  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_sign() { return take('-') || take('+'); }
  template <class Accepts>
  std::size_t take_all(const Accepts& accepts) {
    std::size_t count = 0;
    while (count < rest_.size() && accepts(rest_[count])) ++count;
    rest_.remove_prefix(count);
    return count;
  }
  std::size_t digits() {
    return take_all([](char c) { return c >= '0' && c <= '9'; });
  }
  std::size_t digits_or_lines() { return take_all(is_digit_or_line); }
  // A digit, then digits and '_'.
  bool number() {
    if (rest_.empty() || rest_[0] < '0' || rest_[0] > '9') return false;
    digits_or_lines();
    return true;
  }
  // ":" and 0 to 59, at least once.
  bool sixties() {
    std::size_t count = 0;
    while (rest_.starts_with(':')) {
      std::string_view behind = rest_.substr(1);
      std::size_t length = 0;
      while (length < 2 && length < behind.size() && behind[length] >= '0' && behind[length] <= '9') ++length;
      if (length == 0 || (length == 2 && behind[0] > '5')) return false;
      rest_ = behind.substr(length);
      ++count;
    }
    return count > 0;
  }

 private:
  static bool is_digit_or_line(char c) { return (c >= '0' && c <= '9') || c == '_'; }
  std::string_view rest_;
};

bool is_float(std::string_view text) {
  Scanner scanner(text);
  const bool sign = scanner.take_sign();
  if (scanner.take('.')) {
    if (scanner.rest() == "inf" || scanner.rest() == "Inf" || scanner.rest() == "INF") return true;
    // Behind a sign a point takes digits before it.
    if (sign) return false;
    if (scanner.rest() == "nan" || scanner.rest() == "NaN" || scanner.rest() == "NAN") return true;
    if (!scanner.number()) return false;
  } else {
    if (!scanner.number()) return false;
    const bool sixties = !scanner.done() && scanner.rest()[0] == ':';
    if (sixties && !scanner.sixties()) return false;
    if (!scanner.take('.')) return false;
    scanner.digits_or_lines();
    if (sixties) return scanner.done();
  }
  if (scanner.take('e') || scanner.take('E')) {
    if (!scanner.take_sign() || scanner.digits() == 0) return false;
  }
  return scanner.done();
}

bool is_whole(std::string_view text) {
  Scanner scanner(text);
  scanner.take_sign();
  const auto all = [&](std::string_view digits) {
    return scanner.take_all([&](char c) { return c == '_' || digits.find(c) != std::string_view::npos; }) >
               0 &&
           scanner.done();
  };
  if (scanner.take('0')) {
    if (scanner.done()) return true;
    if (scanner.take('b')) return all("01");
    if (scanner.take('x')) return all("0123456789abcdefABCDEF");
    return all("01234567");
  }
  if (!scanner.number()) return false;
  return scanner.done() || (scanner.sixties() && scanner.done());
}

std::string without_lines(std::string_view text) {
  std::string out(text);
  std::erase(out, '_');
  return out;
}

// Digits of base 60 between ':'.
Value of_sixties(std::string_view text, bool real) {
  constexpr double kBase = 60;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  double sum = 0;
  for (const std::string_view part : split(text, ':')) sum = sum * kBase + read_real(part).value_or(0);
  if (negative) sum = -sum;
  constexpr double kExact = 9007199254740992.0;  // of floats, in whole numbers
  return real || sum > kExact || sum < -kExact ? Value(sum) : Value(static_cast<std::int64_t>(sum));
}

Value float_of(std::string_view text) {
  const std::string digits = without_lines(text);
  if (digits.find(':') != std::string::npos) return of_sixties(digits, true);
  const std::size_t point = digits.find('.');
  const bool special = digits.size() > point + 1 && (digits[point + 1] < '0' || digits[point + 1] > '9') &&
                       to_lower(digits).find_first_of("in") != std::string::npos;
  const auto value = read_real(special ? std::string(digits).erase(point, 1) : digits);
  return value ? Value(*value) : Value(text);
}

Value whole_of(std::string_view text) {
  std::string digits = without_lines(text);
  if (digits.find(':') != std::string::npos) return of_sixties(digits, false);
  const std::size_t start = digits.starts_with('-') || digits.starts_with('+') ? 1 : 0;
  const std::string_view magnitude = std::string_view(digits).substr(start);
  int base = 10;
  if (magnitude.starts_with("0b")) base = 2;
  if (magnitude.starts_with("0x")) base = 16;
  if (base == 10 && magnitude.size() > 1 && magnitude[0] == '0') base = 8;
  const WholeText whole = read_whole(digits, base);
  // A number that does not fit in 64 bits stays a text, so that it keeps its digits.
  return whole.outcome == WholeText::Outcome::read ? Value(whole.value) : Value(text);
}

}  // namespace

Value plain_yaml_scalar(std::string_view text) {
  constexpr std::array<std::string_view, 9> kTrue = {"yes",  "Yes", "YES", "true", "True",
                                                     "TRUE", "on",  "On",  "ON"};
  constexpr std::array<std::string_view, 9> kFalse = {"no",    "No",  "NO",  "false", "False",
                                                      "FALSE", "off", "Off", "OFF"};
  constexpr std::array<std::string_view, 5> kNull = {"", "~", "null", "Null", "NULL"};
  const auto among = [&](const auto& words) {
    return std::find(words.begin(), words.end(), text) != words.end();
  };
  if (among(kNull)) return {};
  if (among(kTrue)) return Value(true);
  if (among(kFalse)) return Value(false);
  if (is_float(text)) return float_of(text);
  if (is_whole(text)) return whole_of(text);
  return Value(text);
}

}  // namespace romas::xacro
