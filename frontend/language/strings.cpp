#include "frontend/language/strings.h"

#include <charconv>

#include "support/text.h"

namespace romas::language {

namespace {

void append_utf8(std::string& out, char32_t code) {
  const auto byte = [&](char32_t value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6U);
    byte(0x80 | (code & 0x3FU));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12U);
    byte(0x80 | (code >> 6U & 0x3FU));
    byte(0x80 | (code & 0x3FU));
  } else {
    byte(0xF0 | code >> 18U);
    byte(0x80 | (code >> 12U & 0x3FU));
    byte(0x80 | (code >> 6U & 0x3FU));
    byte(0x80 | (code & 0x3FU));
  }
}

class EscapeReader {
 public:
  EscapeReader(std::string_view literal, SourceLocation begin, bool interpolates, DiagnosticEngine& diagnostics)
      : literal_(literal), begin_(begin), interpolates_(interpolates), diagnostics_(diagnostics) {}

  std::string read() {
    std::string out;
    bool interpolation_reported = false;
    const std::size_t end = literal_.size() > 1 && literal_.back() == '"' ? literal_.size() - 1 : literal_.size();
    for (at_ = 1; at_ < end;) {
      if (literal_[at_] == '\\' && at_ + 1 < end) {
        read_escape(out, end);
        continue;
      }
      if (literal_[at_] == '{' && interpolates_ && !interpolation_reported) {
        diagnostics_
            .report(Rule::language_unsupported, range(at_, at_ + 1),
                    "not supported yet: the full language; '{' interpolates in names, write '\\{' for a brace")
            .fix(range(at_, at_ + 1), "\\{");
        interpolation_reported = true;
      }
      out.push_back(literal_[at_++]);
    }
    return out;
  }

 private:
  SourceRange range(std::size_t from, std::size_t to) const {
    return {begin_.file, begin_.offset + static_cast<std::uint32_t>(from), begin_.offset + static_cast<std::uint32_t>(to)};
  }

  void read_escape(std::string& out, std::size_t end) {
    const std::size_t start = at_;
    const char c = literal_[at_ + 1];
    at_ += 2;
    switch (c) {
      case 'n': out.push_back('\n'); return;
      case 't': out.push_back('\t'); return;
      case 'r': out.push_back('\r'); return;
      case '"':
      case '\\':
      case '{':
      case '}': out.push_back(c); return;
      case 'u':
        if (read_code_point(out, end)) return;
        break;
      default: break;
    }
    if ((static_cast<unsigned char>(c) & 0x80U) != 0)
      while (at_ < end && (static_cast<unsigned char>(literal_[at_]) & 0xC0U) == 0x80U) ++at_;
    const std::string_view escape = literal_.substr(start, at_ - start);
    diagnostics_.report(
        Rule::syntax, range(start, at_),
        concat("'", escape, "' is no escape; there are \\\" \\\\ \\n \\t \\r \\{ \\} \\u{1F916}, and raw strings r#\"…\"# take text as it is"));
    out.append(escape);
  }

  // Behind "\u": "{HEX}" with a Unicode scalar value.
  bool read_code_point(std::string& out, std::size_t end) {
    if (at_ >= end || literal_[at_] != '{') return false;
    const std::size_t close = literal_.find('}', at_);
    if (close == std::string_view::npos || close >= end) return false;
    std::uint32_t code = 0;
    const char* first = literal_.data() + at_ + 1;
    const char* last = literal_.data() + close;
    const auto [stop, error] = std::from_chars(first, last, code, 16);
    at_ = close + 1;
    const bool scalar = code != 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    if (first == last || stop != last || error != std::errc() || !scalar) return false;
    append_utf8(out, code);
    return true;
  }

  std::string_view literal_;
  SourceLocation begin_;
  bool interpolates_;
  DiagnosticEngine& diagnostics_;
  std::size_t at_ = 0;
};

}  // namespace

std::string read_string(std::string_view literal, SourceLocation begin, bool interpolates, DiagnosticEngine& diagnostics) {
  if (literal.starts_with('r')) {
    const std::size_t quote = literal.find('"');
    const std::size_t margin = quote + 1;  // r##" and "##
    return literal.size() < margin + quote ? std::string() : std::string(literal.substr(margin, literal.size() - margin - quote));
  }
  return EscapeReader(literal, begin, interpolates, diagnostics).read();
}

}  // namespace romas::language
