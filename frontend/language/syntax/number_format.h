// How numbers are written in texts: {x:.3f}, {i:02}, {x in deg:.1f}.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace romas::language {

// [0][WIDTH][.DIGITS][f|e|g|d]
struct NumberFormat {
  // shortest: the fewest digits that read back as the number
  enum class Kind : std::uint8_t { shortest, fixed, scientific, general, whole } kind = Kind::shortest;
  bool zeros = false;         // in front, up to the width; else blanks
  int width = 0;              // characters, at least
  std::optional<int> digits;  // behind the point; general: significant ones
};

inline constexpr int kWidestNumber = 40;
inline constexpr int kMostDigits = 17;

// Nothing if the text is no format, or asks for more than that.
std::optional<NumberFormat> parse_number_format(std::string_view text);
// Independent of the locale. Nothing if the format is for whole numbers and this is none. A zero has no sign.
std::optional<std::string> write_number(double number, const NumberFormat& format);

}  // namespace romas::language
