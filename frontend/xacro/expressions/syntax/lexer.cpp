#include "frontend/xacro/expressions/syntax/lexer.h"

#include <algorithm>
#include <array>

#include "frontend/xacro/expressions/values/failure.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "support/text/characters.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// Returns true for the ASCII characters with which names may begin.
bool begins_name(char c) { return is_upper(c) || is_lower(c) || c == '_'; }

// The bytes of a character that may stand in a name; 0 if it may not.
std::size_t name_length(std::string_view text, bool first) {
  if (text.empty()) return 0;
  if (begins_name(text[0]) || (!first && is_digit(text[0]))) return 1;
  if (static_cast<unsigned char>(text[0]) < 0x80) return 0;
  const CodePoint point = first_code_point(text);
  return point.valid && !is_space(point.value) && !is_hidden(point.value) ? point.length : 0;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<LexToken> run() {
    for (;;) {
      skip_space();
      if (at_ >= text_.size()) break;
      read_token();
    }
    add(TokenKind::end, at_);
    return std::move(tokens_);
  }

 private:
  char peek(std::uint32_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void add(TokenKind kind, std::uint32_t end, Value value = {}) {
    tokens_.push_back({kind, at_, end, text_.substr(at_, end - at_), std::move(value)});
    at_ = end;
  }

  void skip_space() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
        ++at_;
      } else if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
        at_ += 2;
      } else {
        break;
      }
    }
  }

  void read_token() {
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return read_number();
    if (c == '"' || c == '\'') return read_text(at_);
    if (name_length(text_.substr(at_), true) > 0) return read_name();
    read_sign();
  }

  void read_name() {
    std::uint32_t end = at_;
    while (const std::size_t length = name_length(text_.substr(end), end == at_))
      end += static_cast<std::uint32_t>(length);
    const bool quoted = end < text_.size() && (text_[end] == '"' || text_[end] == '\'');
    constexpr std::size_t kLongestPrefix = 2;
    if (quoted && end - at_ <= kLongestPrefix) return read_text(end);
    add(TokenKind::name, end);
  }

  // `quote` is where the opening quote stands, behind the prefix.
  void read_text(std::uint32_t quote) {
    const std::string prefix = to_lower(text_.substr(at_, quote - at_));
    if (prefix.find('b') != std::string::npos)
      fail_at(at_, quote + 1,
              "bytes (b'...') are not supported in a xacro expression; write a text without the b");
    if (prefix.find('f') != std::string::npos)
      fail_at(at_, quote + 1,
              "f-strings are not supported in a xacro expression; join texts with +, or use format()");
    if (!prefix.empty() && prefix != "r" && prefix != "u")
      fail_at(at_, quote,
              concat("'", text_.substr(at_, quote - at_), "' is not a prefix of a text; r is one"));
    TextLiteral literal = read_text_literal(text_, at_, quote, prefix == "r");
    add(TokenKind::text, literal.end, Value(std::move(literal.value)));
  }

  void read_number() {
    const auto digits = [&](std::uint32_t from, const auto& accepted) {
      while (from < text_.size() && (accepted(text_[from]) || text_[from] == '_')) ++from;
      return from;
    };
    const char mark = static_cast<char>(peek(1) | 0x20);
    const bool based = peek() == '0' && (mark == 'x' || mark == 'o' || mark == 'b');
    std::uint32_t end = 0;
    bool real = false;
    if (based) {
      end = digits(at_ + 2, [](char c) { return is_digit(c) || begins_name(c); });
    } else {
      end = digits(at_, is_digit);
      if (end < text_.size() && text_[end] == '.') {
        real = true;
        end = digits(end + 1, is_digit);
      }
      if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
        std::uint32_t power = end + 1;
        if (power < text_.size() && (text_[power] == '+' || text_[power] == '-')) ++power;
        if (power < text_.size() && is_digit(text_[power])) {
          real = true;
          end = digits(power, is_digit);
        }
      }
    }
    check_number_end(end);
    add_number(end, real);
  }

  // A number may be followed by a keyword, as in "1if x else 2", and by no other letter.
  void check_number_end(std::uint32_t end) const {
    if (name_length(text_.substr(end), true) == 0) return;
    std::uint32_t after = end;
    while (const std::size_t length = name_length(text_.substr(after), false))
      after += static_cast<std::uint32_t>(length);
    const std::string_view word = text_.substr(end, after - end);
    constexpr std::array<std::string_view, 8> kMayFollow = {"if", "else", "and", "or",
                                                            "in", "is",   "not", "for"};
    if (std::find(kMayFollow.begin(), kMayFollow.end(), word) != kMayFollow.end()) return;
    if (word == "j" || word == "J")
      fail_at(at_, after, "complex numbers are not supported in a xacro expression");
    fail_at(at_, after, concat("'", text_.substr(at_, after - at_), "' is neither a number nor a name"));
  }

  void add_number(std::uint32_t end, bool real) {
    const std::string_view written = text_.substr(at_, end - at_);
    if (real) {
      const auto value = read_real(written);
      if (!value) fail_at(at_, end, concat("'", written, "' is not a number"));
      return add(TokenKind::number, end, Value(*value));
    }
    const WholeText whole = read_whole(written, 0);
    if (whole.outcome == WholeText::Outcome::too_large)
      fail_at(at_, end, "the whole number is too large: whole numbers have 64 bits; write it with a point");
    if (whole.outcome == WholeText::Outcome::malformed)
      fail_at(at_, end,
              concat("'", written, "' is not a number",
                     written.starts_with('0') ? "; numbers do not begin with 0" : ""));
    add(TokenKind::number, end, Value(whole.value));
  }

  void read_sign() {
    constexpr std::array<std::string_view, 13> kLong = {
        "**", "//", "<<", ">>", "<=", ">=", "==", "!=", ":=", "->", "&&", "||", "<>"};
    constexpr std::string_view kShort = "+-*/%@<>=()[]{},:.&|^~;";
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view sign : kLong)
      if (rest.starts_with(sign)) return add(TokenKind::sign, at_ + static_cast<std::uint32_t>(sign.size()));
    if (kShort.find(rest[0]) != std::string_view::npos) return add(TokenKind::sign, at_ + 1);
    const CodePoint point = first_code_point(rest);
    const auto end = at_ + static_cast<std::uint32_t>(point.length);
    if (rest[0] == '!') fail_at(at_, end, "'!' is not an operator; write 'not' or '!='");
    if (rest[0] == '?')
      fail_at(at_, end, "'?' is not an operator; a choice is written 'a if condition else b'");
    if (rest[0] == '$') fail_at(at_, end, "'$' does not belong in an expression; write names without ${}");
    fail_at(at_, end,
            concat("the character '", one_line(rest.substr(0, point.length)),
                   "' does not belong in an expression"));
  }

  std::string_view text_;
  std::uint32_t at_ = 0;
  std::vector<LexToken> tokens_;
};

}  // namespace

std::vector<LexToken> tokenize(std::string_view expression) { return Lexer(expression).run(); }

bool is_keyword(std::string_view name) {
  constexpr std::array<std::string_view, 35> kKeywords = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end();
}

bool is_valid_name(std::string_view name) {
  if (name.empty() || name.starts_with("__") || is_keyword(name)) return false;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t length = name_length(name.substr(at), at == 0);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

}  // namespace romas::xacro
