#include "support/text/escape.h"

#include <algorithm>
#include <array>

#include "support/text/characters.h"

namespace romas {

namespace {

struct Range {
  char32_t first, last;
};
// Sorted. Unicode 15: categories Cc, Zl, Zp and Cf, and the letters and marks that are drawn as nothing.
constexpr std::array kHidden = {
    Range{0x0000, 0x001F},    // controls
    Range{0x007F, 0x009F},    // DEL, and controls again, NEL among them
    Range{0x00AD, 0x00AD},    // soft hyphen
    Range{0x034F, 0x034F},    // combining grapheme joiner
    Range{0x061C, 0x061C},    // Arabic letter mark
    Range{0x115F, 0x1160},    // Hangul fillers
    Range{0x17B4, 0x17B5},    // Khmer vowels without a shape
    Range{0x180B, 0x180F},    // Mongolian separators
    Range{0x200B, 0x200F},    // zero width, marks of direction
    Range{0x2028, 0x202E},    // line and paragraph separator, embeddings and overrides of direction
    Range{0x2060, 0x206F},    // word joiner, invisible operators, isolates of direction
    Range{0x3164, 0x3164},    // Hangul filler
    Range{0xFEFF, 0xFEFF},    // byte order mark
    Range{0xFFA0, 0xFFA0},    // halfwidth Hangul filler
    Range{0xFFF0, 0xFFFB},    // interlinear annotations
    Range{0xFFFE, 0xFFFF},    // no characters
    Range{0x1BCA0, 0x1BCA3},  // shorthand controls
    Range{0x1D173, 0x1D17A},  // musical controls
    Range{0xE0000, 0xE0FFF},  // tags
};

bool is_white(char32_t c) { return c < 0x80 && is_space(static_cast<char>(c)); }

std::string hexadecimal(std::uint32_t value, std::size_t digits) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (; value != 0 || text.size() < digits; value >>= 4U) text.insert(text.begin(), kDigits[value & 15U]);
  return text;
}

// Puts a character between two that mean something together.
std::string kept_apart(std::string_view text, std::string_view first, std::string_view second) {
  std::string out;
  for (const char c : text) {
    if (!out.empty() && second.find(c) != std::string_view::npos &&
        first.find(out.back()) != std::string_view::npos && (c == '?' || c != out.back()))
      out.push_back(' ');
    out.push_back(c);
  }
  return out;
}

bool has_xml_form(const CodePoint& at) {
  const bool space = at.value == '\n' || at.value == '\t' || at.value == '\r';
  return at.valid && (at.value >= 0x20 || space) && at.value != 0xFFFE && at.value != 0xFFFF;
}

// Hidden characters become numeric references: parsers read the same text, and people see them.
void append_hidden_xml(std::string& out, const CodePoint& at, bool attribute) {
  if ((at.value == '\n' || at.value == '\t') && !attribute) {
    out.push_back(static_cast<char>(at.value));
    return;
  }
  constexpr char32_t kReplacement = 0xFFFD;
  out += concat("&#", static_cast<std::uint32_t>(has_xml_form(at) ? at.value : kReplacement), ";");
}

std::string escape_xml(std::string_view text, bool attribute) {
  std::string out;
  out.reserve(text.size());
  const auto plain = [&](char c) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"':
        if (attribute) {
          out += "&quot;";
        } else {
          out.push_back(c);
        }
        break;
      default: out.push_back(c);
    }
  };
  escape_hidden(text, plain, [&](const CodePoint& at) { append_hidden_xml(out, at, attribute); });
  return out;
}

}  // namespace

bool is_hidden(char32_t code_point) {
  const auto* found = std::lower_bound(kHidden.begin(), kHidden.end(), code_point,
                                       [](const Range& range, char32_t value) { return range.last < value; });
  return found != kHidden.end() && found->first <= code_point;
}

std::optional<CodePoint> first_hidden(std::string_view text) {
  while (!text.empty()) {
    const CodePoint at = first_code_point(text);
    if (!at.valid || (is_hidden(at.value) && !is_white(at.value))) return at;
    text.remove_prefix(at.length);
  }
  return std::nullopt;
}

std::optional<CodePoint> first_without_xml(std::string_view text) {
  std::optional<CodePoint> found;
  escape_hidden(
      text, [](char) {},
      [&](const CodePoint& at) {
        if (!found && !has_xml_form(at)) found = at;
      });
  return found;
}

std::string code_point_name(const CodePoint& code_point) {
  return code_point.valid ? concat("U+", hexadecimal(code_point.value, 4))
                          : concat("byte 0x", hexadecimal(code_point.value, 2));
}

std::string one_line(std::string_view text, std::size_t most) {
  std::string out;
  bool whole = true;
  while (!text.empty()) {
    const CodePoint at = first_code_point(text);
    const std::size_t before = out.size();
    if (at.valid && is_white(at.value)) {
      out.push_back(' ');
    } else if (!at.valid || is_hidden(at.value)) {
      out += concat("<", code_point_name(at), ">");
    } else {
      out += text.substr(0, at.length);
    }
    if (out.size() > most) {
      out.resize(before);
      whole = false;
      break;
    }
    text.remove_prefix(at.length);
  }
  return whole ? out : out + "...";
}

std::string c_comment(std::string_view text) {
  std::string line = one_line(text);
  std::replace(line.begin(), line.end(), '\\', '/');
  return kept_apart(kept_apart(line, "*/", "*/"), "?", "?");
}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarkup = R"(\`*[]<>|#~&!)";
  const std::string line = one_line(text);
  std::string out;
  const auto word = [&](std::size_t i) {
    const auto c = static_cast<unsigned char>(i < line.size() ? line[i] : ' ');
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    // An underscore inside of a word is not emphasis.
    const bool underscore = line[i] == '_' && (i == 0 || !word(i - 1) || !word(i + 1));
    if (underscore || kMarkup.find(line[i]) != std::string_view::npos) out.push_back('\\');
    out.push_back(line[i]);
  }
  return out;
}

std::string c_string_inside(std::string_view text) {
  constexpr std::string_view kOctal = "01234567";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (byte < 0x20 || byte >= 0x7F || c == '?') {
      // Octal escapes with three digits, so that a digit behind them does not belong to them. Question marks
      // could be trigraphs.
      out += {'\\', kOctal[byte >> 6U], kOctal[(byte >> 3U) & 7U], kOctal[byte & 7U]};
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::string c_string(std::string_view text) { return concat("\"", c_string_inside(text), "\""); }

std::string js_string(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const CodePoint at = first_code_point(text);
    const char32_t value = at.valid ? at.value : U'\uFFFD';
    if (value >= 0x20 && value < 0x7F && value != '"' && value != '\\' && value != '<' && value != '>') {
      out.push_back(static_cast<char>(value));
    } else {
      out += "\\u{";
      for (int shift = 20; shift >= 0; shift -= 4) out.push_back(kDigits[(value >> shift) & 15U]);
      out += '}';
    }
    text.remove_prefix(at.length);
  }
  return out + '"';
}

std::string python_string_inside(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const CodePoint at = first_code_point(text);
    const char32_t value = at.valid ? at.value : U'\uFFFD';
    if (value >= 0x20 && value < 0x7F && value != '"' && value != '\\') {
      out.push_back(static_cast<char>(value));
    } else {
      const bool wide = value > 0xFFFF;
      out += concat(wide ? "\\U" : "\\u", hexadecimal(value, wide ? 8 : 4));
    }
    text.remove_prefix(at.length);
  }
  return out;
}

std::string python_string(std::string_view text) { return concat("\"", python_string_inside(text), "\""); }

std::string escape_xml_text(std::string_view text) { return escape_xml(text, false); }
std::string escape_xml_attribute(std::string_view text) { return escape_xml(text, true); }

std::string escape_github(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\r') {
      out += "%0D";
    } else if (c == '\n') {
      out += "%0A";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace romas
