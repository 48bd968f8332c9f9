// Texts in quotes, and their escapes.
#include "frontend/xacro/expressions/syntax/lexer.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xml/text/encoding.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

class LiteralReader {
 public:
  LiteralReader(std::string_view text, std::uint32_t begin, std::uint32_t quote, bool raw)
      : text_(text), begin_(begin), at_(quote), raw_(raw) {}

  TextLiteral run() {
    const char quote = text_[at_];
    const std::string thrice(3, quote);
    const bool triple = text_.substr(at_).starts_with(thrice);
    const std::string_view close = triple ? std::string_view(thrice) : std::string_view(thrice).substr(0, 1);
    at_ += static_cast<std::uint32_t>(close.size());
    std::string value;
    while (!text_.substr(at_).starts_with(close)) {
      if (at_ >= text_.size()) fail_at(begin_, at_, concat("the text is not closed; ", close, " is missing"));
      if (text_[at_] != '\\') {
        value += text_[at_++];
      } else if (raw_) {
        value += text_[at_++];
        if (at_ < text_.size()) value += text_[at_++];
      } else {
        read_escape(value);
      }
    }
    return {std::move(value), at_ + static_cast<std::uint32_t>(close.size())};
  }

 private:
  void read_escape(std::string& value) {
    constexpr std::string_view kLetters = "\\'\"abfnrtv\n";
    constexpr std::string_view kMeanings = "\\'\"\a\b\f\n\r\t\v";
    const std::uint32_t start = at_++;
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (c == 'x') return read_digits(value, start, 2, 16);
    if (c == 'u') return read_digits(value, start, 4, 16);
    if (c == 'U') return read_digits(value, start, 8, 16);
    if (c == 'N')
      fail_at(start, at_ + 1, "names of characters (\\N{...}) are not supported in a xacro expression");
    if (c >= '0' && c <= '7') {
      --at_;
      return read_digits(value, start, 3, 8);
    }
    const std::size_t known = c == '\0' ? std::string_view::npos : kLetters.find(c);
    if (known == std::string_view::npos) {
      value += '\\';  // Python keeps the backslash, too
    } else {
      ++at_;
      if (known < kMeanings.size()) value += kMeanings[known];
    }
  }

  // Up to `count` octal digits, or just so many hexadecimal ones.
  void read_digits(std::string& value, std::uint32_t start, int count, unsigned base) {
    ++at_;
    char32_t point = 0;
    int read = 0;
    for (; read < count && at_ < text_.size(); ++read) {
      const char c = static_cast<char>(text_[at_] | 0x20);
      const unsigned digit = text_[at_] >= '0' && text_[at_] <= '9' ? static_cast<unsigned>(text_[at_] - '0')
                             : c >= 'a' && c <= 'f'                 ? static_cast<unsigned>(c - 'a' + 10)
                                                                    : base;
      if (digit >= base) break;
      point = point * base + digit;
      ++at_;
    }
    if (base == 16 && read < count)
      fail_at(start, at_, concat("the escape takes ", count, " hexadecimal digits"));
    if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000))
      fail_at(start, at_, "the escape is not a character");
    append_utf8(value, point);
  }

  std::string_view text_;
  std::uint32_t begin_;
  std::uint32_t at_;
  bool raw_;
};

}  // namespace

TextLiteral read_text_literal(std::string_view expression, std::uint32_t begin, std::uint32_t quote,
                              bool raw) {
  return LiteralReader(expression, begin, quote, raw).run();
}

}  // namespace romas::xacro
