// The classes of ASCII characters. No byte of a longer UTF-8 sequence is in any of them.
#pragma once

namespace romas {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
// A character of names in programs.
constexpr bool is_word_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
// Blanks, tabs, and what ends lines and pages.
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace romas
