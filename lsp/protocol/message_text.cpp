#include "lsp/protocol/message_text.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "lsp/protocol/halved_text.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
// A noncharacter of Unicode: no text is meant to have it.
constexpr std::string_view kHalfMark = "\xEF\xB7\x90";
constexpr std::size_t kEscapeDigits = 4;

// The code unit of four hexadecimal digits. Returns -1 if there are none.
int unit_of(std::string_view text) {
  if (text.size() < kEscapeDigits) return -1;
  int unit = 0;
  for (const char c : text.substr(0, kEscapeDigits)) {
    const bool digit = c >= '0' && c <= '9', lower = c >= 'a' && c <= 'f', upper = c >= 'A' && c <= 'F';
    if (!digit && !lower && !upper) return -1;
    unit = unit * 16 + (digit ? c - '0' : lower ? c - 'a' + 10 : c - 'A' + 10);
  }
  return unit;
}

// The code unit of "\uD83D". Returns -1 if no such escape begins.
int escaped_unit(std::string_view text) { return text.starts_with("\\u") ? unit_of(text.substr(2)) : -1; }

std::string marked(std::string_view digits) { return concat(kHalfMark, digits); }

std::string digits_of(char16_t unit) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string digits;
  for (const int shift : {12, 8, 4, 0}) digits += kHex[(unit >> shift) & 15];
  return digits;
}

// Replaces bytes that are no UTF-8.
void replace_bytes(std::string& text, bool marks_halves) {
  std::string replaced;
  std::string_view rest = text;
  for (std::optional<std::size_t> at; (at = find_invalid_utf8(rest));) {
    replaced.append(rest.substr(0, *at));
    rest.remove_prefix(*at);
    const auto half = half_at(rest, 0);
    replaced.append(half && marks_halves ? marked(digits_of(*half)) : std::string(kReplacement));
    rest.remove_prefix(half ? kHalfSize : 1);
  }
  if (rest.size() != text.size()) text = replaced.append(rest);
}

// Marks in all strings of a value; halves keep their bytes, or become U+FFFD.
void restore_in(Json& value, bool keeps_halves) {
  if (value.is_structured())
    for (Json& member : value) restore_in(member, keeps_halves);
  if (!value.is_string()) return;
  auto& text = value.get_ref<std::string&>();
  for (std::size_t at = text.find(kHalfMark); at != std::string::npos; at = text.find(kHalfMark, at + 1)) {
    const int unit = unit_of(std::string_view(text).substr(at + kHalfMark.size()));
    if (is_first_half(unit) || is_second_half(unit))
      text.replace(at, kHalfMark.size() + kEscapeDigits,
                   keeps_halves ? half_text(static_cast<char16_t>(unit)) : std::string(kReplacement));
  }
}

}  // namespace

bool make_readable(std::string& message) {
  const bool marks_halves = message.find(kHalfMark) == std::string::npos &&
                            message.find("\\uFDD0") == std::string::npos &&
                            message.find("\\ufdd0") == std::string::npos;
  replace_bytes(message, marks_halves);
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
      if (is_first_half(unit) && is_second_half(escaped_unit(rest.substr(6)))) {
        at += 11;
      } else if (!is_first_half(unit) && !is_second_half(unit)) {
        ++at;
      } else if (marks_halves) {
        message.replace(at, 6, marked(message.substr(at + 2, kEscapeDigits)));
        at += kHalfMark.size() + kEscapeDigits - 1;
      } else {
        message.replace(at + 2, 4, "FFFD");
      }
    }
  }
  return true;
}

void restore_halves(Json& message) {
  const Json::json_pointer changes("/params/contentChanges"), opened("/params/textDocument/text");
  if (message.contains(changes) && message.at(changes).is_array())
    for (Json& change : message.at(changes))
      if (change.contains("text")) restore_in(change.at("text"), true);
  if (message.contains(opened)) restore_in(message.at(opened), true);
  restore_in(message, false);
}

}  // namespace romas::lsp
