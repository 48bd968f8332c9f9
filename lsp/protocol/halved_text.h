// Halves of the pairs by which UTF-16 encodes characters beyond U+FFFF. An editor may send one alone. UTF-8
// has no text for it; here it is the three bytes that the scheme of UTF-8 would give.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace romas::lsp {

inline constexpr std::size_t kHalfSize = 3;

constexpr bool is_first_half(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool is_second_half(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

// The half at an offset of a text. Returns nullopt if there is none.
std::optional<char16_t> half_at(std::string_view text, std::size_t at);
std::string half_text(char16_t unit);

// The two halves of a character of four bytes, one behind the other.
std::string divided_pair(std::string_view character);
// Replaces each first half with a second one behind it by the character that they are.
void join_halves(std::string& text);

}  // namespace romas::lsp
