#include "lsp/protocol/message_text.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The code unit of "\uD83D"; -1 where no such escape begins.
int escaped_unit(std::string_view text) {
  if (text.size() < 6 || !text.starts_with("\\u")) return -1;
  int unit = 0;
  for (const char c : text.substr(2, 4)) {
    const bool digit = c >= '0' && c <= '9', lower = c >= 'a' && c <= 'f', upper = c >= 'A' && c <= 'F';
    if (!digit && !lower && !upper) return -1;
    unit = unit * 16 + (digit ? c - '0' : lower ? c - 'a' + 10 : c - 'A' + 10);
  }
  return unit;
}

bool is_first_half(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_second_half(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

// A half of a pair as UTF-8 would have it.
bool is_encoded_half(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  return text.size() >= 3 && byte(0) == 0xED && byte(1) >= 0xA0 && byte(1) < 0xC0 &&
         (byte(2) & 0xC0U) == 0x80;
}

// Bytes that are no UTF-8.
void replace_bytes(std::string& text) {
  std::string replaced;
  std::string_view rest = text;
  for (std::optional<std::size_t> at; (at = find_invalid_utf8(rest));) {
    replaced.append(rest.substr(0, *at)).append(kReplacement);
    rest.remove_prefix(*at);
    rest.remove_prefix(is_encoded_half(rest) ? 3 : 1);
  }
  if (rest.size() != text.size()) text = replaced.append(rest);
}

}  // namespace

bool make_readable(std::string& message) {
  replace_bytes(message);
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < message.size(); ++at) {
    const char c = message[at];
    if (c == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      depth += (c == '{' || c == '[') - (c == '}' || c == ']');
      if (depth > kDeepestMessage) return false;
    } else if (c == '\\') {
      const std::string_view rest = std::string_view(message).substr(at);
      const int unit = escaped_unit(rest);
      if (is_first_half(unit) && is_second_half(escaped_unit(rest.substr(6))))
        at += 11;
      else if (is_first_half(unit) || is_second_half(unit))
        message.replace(at + 2, 4, "FFFD");
      else
        ++at;
    }
  }
  return true;
}

}  // namespace romas::lsp
