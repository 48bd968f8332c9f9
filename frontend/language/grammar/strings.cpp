#include "frontend/language/grammar/strings.h"

#include <algorithm>
#include <charconv>

#include "frontend/language/reading/expression_parser.h"
#include "ir/model/units.h"
#include "support/text/text.h"

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

class LiteralReader {
 public:
  LiteralReader(SourceRange where, const SourceManager& sources, DiagnosticEngine& diagnostics)
      : where_(where), literal_(sources.text(where)), sources_(sources), diagnostics_(diagnostics) {}

  std::string read(TemplatePtr& pieces) {
    std::string out;
    Template found;
    for (at_ = 1; at_ < inside_end();) read_next(out, found);
    if (found.values.empty()) return out;
    found.texts.push_back(std::move(out));
    pieces = std::make_shared<const Template>(std::move(found));
    return {};
  }

  // Returns the place in the literal at which the byte of the text with this offset is written.
  std::size_t place_of(std::size_t offset) {
    std::string out;
    Template none;
    std::size_t begin = at_ = 1;
    while (at_ < inside_end()) {
      begin = at_;
      read_next(out, none);
      if (out.size() > offset) return begin;
    }
    return at_;
  }

 private:
  std::size_t inside_end() const {
    return literal_.size() > 1 && literal_.back() == '"' ? literal_.size() - 1 : literal_.size();
  }

  // One character, escape or value.
  void read_next(std::string& out, Template& found) {
    const std::size_t end = inside_end();
    if (literal_[at_] == '\\' && at_ + 1 < end) {
      read_escape(out, end);
    } else if (literal_[at_] == '{') {
      ValueFormat format;
      if (auto value = read_value(end, format)) {
        found.texts.push_back(std::move(out));
        out.clear();
        found.values.push_back(std::move(*value));
        found.formats.push_back(std::move(format));
      }
    } else {
      out.push_back(literal_[at_++]);
    }
  }

  // {EXPRESSION}, {EXPRESSION in UNIT:FORMAT}
  std::optional<Expr> read_value(std::size_t end, ValueFormat& format) {
    const std::size_t open = at_;
    const std::size_t close = literal_.find('}', open);
    if (close == std::string_view::npos || close >= end) {
      diagnostics_
          .report(Rule::syntax, range(open, open + 1),
                  "'{' begins a value, but its '}' is missing; write '\\{' for a brace")
          .suggest(range(open, open + 1), "\\{");
      at_ = end;
      return std::nullopt;
    }
    at_ = close + 1;
    if (literal_.substr(open + 1, close - open - 1).find_first_not_of(' ') == std::string_view::npos) {
      diagnostics_.report(Rule::syntax, range(open, close + 1),
                          "there is no value between the braces; write '\\{' for a brace");
      return std::nullopt;
    }
    if (literal_[open - 1] == '$') {
      const std::string_view value = literal_.substr(open, close + 1 - open);
      diagnostics_
          .report(Rule::unexpanded_xacro, range(open - 1, open),
                  concat("'$' before a value is syntax of xacro; write '", value, "', or '\\u{24}", value,
                         "' for a '$'"))
          .suggest(range(open - 1, open), "");
    }
    std::size_t value_end = close;
    if (!read_number_format(open + 1, value_end, format)) return std::nullopt;
    read_unit(open + 1, value_end, format);
    if (value_end != close) format.range = range(value_end, close);
    return parse_expression(range(open + 1, value_end), sources_, diagnostics_);
  }

  // ":.3f" at the end of a value, which then ends in front of it. No value has a ':', but in records.
  bool read_number_format(std::size_t begin, std::size_t& end, ValueFormat& format) {
    const std::string_view value = literal_.substr(begin, end - begin);
    const std::size_t colon = value.rfind(':');
    if (colon == std::string_view::npos || value.find('{') != std::string_view::npos) return true;
    format.number = parse_number_format(trim(value.substr(colon + 1)));
    const std::size_t behind = begin + colon;
    if (!format.number)
      diagnostics_.report(
          Rule::syntax, range(behind, end),
          concat("'", value.substr(colon),
                 "' is not a format for a number; formats are such as :.2f, :.3g, :.1e, :03d and :8.2f"));
    end = behind;
    return format.number.has_value();
  }

  // " in deg" at the end of a value: 'in' with nothing but units behind it.
  void read_unit(std::size_t begin, std::size_t& end, ValueFormat& format) const {
    constexpr std::string_view kIn = " in ";
    const std::string_view value = literal_.substr(begin, end - begin);
    const std::size_t in = value.rfind(kIn);
    if (in == std::string_view::npos) return;
    auto unit = parse_unit(trim(value.substr(in + kIn.size())));
    const std::string_view before = trim(value.substr(0, in));
    const bool of_let = before.starts_with("let ") && before.find(kIn) == std::string_view::npos;
    if (unit.empty() || of_let) return;
    format.unit = std::move(unit);
    format.unit_range = range(begin + in + kIn.size(), end);
    end = begin + in;
  }

  // "N*m^2/rad"; nothing if a part of the text is no unit.
  static std::vector<UnitFactor> parse_unit(std::string_view text) {
    std::vector<UnitFactor> factors;
    int sign = 1;
    while (true) {
      const std::size_t end = std::min(text.find_first_of("*/"), text.size());
      const std::string_view factor = trim(text.substr(0, end));
      const std::size_t power = std::min(factor.find('^'), factor.size());
      const Unit* unit = find_unit(trim(factor.substr(0, power)));
      const auto exponent =
          power == factor.size() ? std::optional(1LL) : parse_integer(trim(factor.substr(power + 1)));
      constexpr long long kLargest = 9;
      if (unit == nullptr || !exponent || *exponent > kLargest || *exponent < -kLargest) return {};
      factors.push_back({unit->name, sign * static_cast<int>(*exponent)});
      if (end == text.size()) return factors;
      sign = text[end] == '/' ? -1 : 1;
      text.remove_prefix(end + 1);
    }
  }

  SourceRange range(std::size_t from, std::size_t to) const {
    return {where_.file, where_.begin + static_cast<std::uint32_t>(from),
            where_.begin + static_cast<std::uint32_t>(to)};
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
    diagnostics_.report(Rule::syntax, range(start, at_),
                        concat("'", escape,
                               "' is not an escape; there are \\\" \\\\ \\n \\t \\r \\{ \\} \\u{1F916}, and "
                               "raw strings r#\"…\"# take text as it is"));
    out.append(escape);
  }

  // After "\u": "{HEX}" with a Unicode scalar value.
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

  SourceRange where_;
  std::string_view literal_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  std::size_t at_ = 0;
};

// Returns how many bytes of a raw string stand in front of its text: 4 in r##"…"##. Behind it is one less.
std::size_t raw_margin(std::string_view literal) { return literal.find('"') + 1; }

}  // namespace

std::string read_string(SourceRange where, const SourceManager& sources, DiagnosticEngine& diagnostics,
                        TemplatePtr& pieces) {
  const std::string_view literal = sources.text(where);
  if (literal.starts_with('r')) {
    const std::size_t margin = raw_margin(literal);
    return literal.size() < 2 * margin - 1
               ? std::string()
               : std::string(literal.substr(margin, literal.size() - 2 * margin + 1));
  }
  return LiteralReader(where, sources, diagnostics).read(pieces);
}

std::uint32_t place_in_string(SourceRange where, const SourceManager& sources, std::size_t offset) {
  const std::string_view literal = sources.text(where);
  DiagnosticEngine reported_before;
  const std::size_t place = literal.starts_with('r')
                                ? raw_margin(literal) + offset
                                : LiteralReader(where, sources, reported_before).place_of(offset);
  return where.begin + static_cast<std::uint32_t>(std::min(place, literal.size()));
}

}  // namespace romas::language
