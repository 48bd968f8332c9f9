// Numbers and texts as Python reads and prints them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/text/text.h"

namespace romas::xacro {

// As repr() of a float: the fewest digits that read back, "1e-05", "1e+16", "inf".
std::string text_of_real(double value);
// As repr() of a text: in single quotes, in double ones if it holds single ones alone; what cannot be seen as
// escapes. `ascii`: every other character, too.
void append_quoted(std::string& out, std::string_view text, bool ascii = false);

// White space for strip() and split().
bool is_space(char32_t code_point);
std::string_view trim_space(std::string_view text);

// As float() and int() read them: with white space around and '_' between digits; no digits but ASCII ones.
std::optional<double> read_real(std::string_view text);
struct WholeText {
  enum class Outcome : std::uint8_t { read, malformed, too_large } outcome = Outcome::malformed;
  std::int64_t value = 0;
};
// `base` 0: as a literal says, such as 0x10.
WholeText read_whole(std::string_view text, int base = 10);

// Calls `visit` with each code point, and its bytes.
template <class Visit>
void each_code_point(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    visit(point.value, text.substr(0, point.length));
    text.remove_prefix(point.length);
  }
}
// The offset of a code point by its number; the size of the text behind the last.
std::size_t offset_of(std::string_view text, std::size_t index);

}  // namespace romas::xacro
