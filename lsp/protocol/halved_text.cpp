#include "lsp/protocol/halved_text.h"

namespace romas::lsp {

namespace {

// Every half begins with this byte; so do characters of Hangul.
constexpr char kHalfBegin = '\xED';
constexpr char32_t kFirstOfPairs = 0x10000;

char32_t continued(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]) & 0x3FU;
}
char continuation(char32_t bits) { return static_cast<char>(0x80U | (bits & 0x3FU)); }

std::string pair_text(char16_t first, char16_t second) {
  const char32_t code = kFirstOfPairs + ((first & 0x3FFU) << 10U) + (second & 0x3FFU);
  return {static_cast<char>(0xF0U | (code >> 18U)), continuation(code >> 12U), continuation(code >> 6U),
          continuation(code)};
}

}  // namespace

std::optional<char16_t> half_at(std::string_view text, std::size_t at) {
  if (at + kHalfSize > text.size() || text[at] != kHalfBegin) return std::nullopt;
  const auto second = static_cast<unsigned char>(text[at + 1]),
             third = static_cast<unsigned char>(text[at + 2]);
  if (second < 0xA0 || second > 0xBF || (third & 0xC0U) != 0x80) return std::nullopt;
  return static_cast<char16_t>(0xD000U | (continued(text, at + 1) << 6U) | continued(text, at + 2));
}

std::string half_text(char16_t unit) {
  return {kHalfBegin, continuation(static_cast<char32_t>(unit) >> 6U), continuation(unit)};
}

std::string divided_pair(std::string_view character) {
  const char32_t code = ((static_cast<unsigned char>(character[0]) & 0x07U) << 18U) |
                        (continued(character, 1) << 12U) | (continued(character, 2) << 6U) |
                        continued(character, 3);
  const char32_t bits = code - kFirstOfPairs;
  return half_text(static_cast<char16_t>(0xD800U + (bits >> 10U))) +
         half_text(static_cast<char16_t>(0xDC00U + (bits & 0x3FFU)));
}

void join_halves(std::string& text) {
  for (std::size_t at = text.find(kHalfBegin); at != std::string::npos; at = text.find(kHalfBegin, at + 1)) {
    const auto first = half_at(text, at), second = half_at(text, at + kHalfSize);
    if (first && second && is_first_half(*first) && is_second_half(*second))
      text.replace(at, 2 * kHalfSize, pair_text(*first, *second));
  }
}

}  // namespace romas::lsp
