#include "frontend/xml/text/plain_values.h"

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/xml/text/encoding.h"

namespace romas {

namespace {

// Characters that XML 1.0 allows.
constexpr bool is_character(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xD800) || (c >= 0xE000 && c < 0xFFFE) ||
         (c >= 0x10000 && c < 0x110000);
}

// The value of a digit; 16 if it is none.
constexpr unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

// &#65; or &#x41;
PlainReference numbered_reference(std::string_view text) {
  constexpr std::size_t kMostDigits = 7;  // so that the number fits
  const bool hexadecimal = text.size() > 2 && text[2] == 'x';
  const unsigned base = hexadecimal ? 16 : 10;
  const std::size_t first = hexadecimal ? 3 : 2;
  std::size_t at = first;
  char32_t value = 0;
  while (at < text.size() && at - first < kMostDigits && digit_value(text[at]) < base)
    value = value * base + digit_value(text[at++]);
  if (at == first || at == text.size() || text[at] != ';' || !is_character(value)) return {};
  return {value, at + 1};
}

// The offset behind the line end (\n, \r or both) at an offset.
std::size_t behind_line_end(std::string_view text, std::size_t at) {
  return at + (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1);
}

// Appends a text. A '&' in `special` begins a reference, which is resolved; each other character in
// `special`, or \r\n, becomes `line_end`.
void append(std::string& out, std::string_view written, std::string_view special, char line_end) {
  std::size_t at = 0;
  while (true) {
    const std::size_t found = std::min(written.find_first_of(special, at), written.size());
    out.append(written.substr(at, found - at));
    if (found == written.size()) return;
    at = found;
    if (written[at] == '&') {
      const PlainReference reference = plain_reference(written.substr(at));
      append_utf8(out, reference.value);
      at += std::max<std::size_t>(reference.length, 1);
    } else {
      out.push_back(line_end);
      at = behind_line_end(written, at);
    }
  }
}

}  // namespace

PlainReference plain_reference(std::string_view text) {
  if (text.starts_with("&#")) return numbered_reference(text);
  constexpr std::array<std::pair<std::string_view, char32_t>, 5> kNamed = {
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  for (const auto& [name, value] : kNamed)
    if (text.starts_with(name)) return {value, name.size()};
  return {};
}

void append_plain_text(std::string& out, std::string_view written) { append(out, written, "&\r", '\n'); }
void append_plain_section(std::string& out, std::string_view written) { append(out, written, "\r", '\n'); }
// A tab in a value is a space, as a line end is.
void append_plain_value(std::string& out, std::string_view written) { append(out, written, "&\t\r\n", ' '); }

}  // namespace romas
