#include "frontend/xacro/expressions/values/letters.h"

#include <algorithm>
#include <array>

namespace romas::xacro {

namespace {

// Upper case letters from `first` to `last`, whose lower case is so far behind.
struct Shifted {
  char32_t first, last, distance;
};
constexpr std::array kShifted = {
    Shifted{'A', 'Z', 0x20},     Shifted{0xC0, 0xD6, 0x20},   Shifted{0xD8, 0xDE, 0x20},
    Shifted{0x386, 0x386, 0x26}, Shifted{0x388, 0x38A, 0x25}, Shifted{0x38C, 0x38C, 0x40},
    Shifted{0x38E, 0x38F, 0x3F}, Shifted{0x391, 0x3A1, 0x20}, Shifted{0x3A3, 0x3AB, 0x20},
    Shifted{0x400, 0x40F, 0x50}, Shifted{0x410, 0x42F, 0x20}, Shifted{0x531, 0x556, 0x30},
};
// Ranges in which upper and lower case alternate, from an upper case letter.
struct Alternating {
  char32_t first, last;
};
constexpr std::array kAlternating = {
    Alternating{0x100, 0x12F},   Alternating{0x132, 0x137}, Alternating{0x139, 0x148},
    Alternating{0x14A, 0x177},   Alternating{0x179, 0x17E}, Alternating{0x460, 0x481},
    Alternating{0x48A, 0x4BF},   Alternating{0x4D0, 0x52F}, Alternating{0x1E00, 0x1E95},
    Alternating{0x1EA0, 0x1EFF},
};
// Letters, with and without case.
constexpr std::array kLetterBlocks = {
    Alternating{0xAA, 0xAA},     Alternating{0xB5, 0xB5},     Alternating{0xBA, 0xBA},
    Alternating{0xC0, 0xD6},     Alternating{0xD8, 0xF6},     Alternating{0xF8, 0x2C1},
    Alternating{0x370, 0x373},   Alternating{0x376, 0x377},   Alternating{0x37B, 0x37D},
    Alternating{0x386, 0x386},   Alternating{0x388, 0x3FF},   Alternating{0x400, 0x481},
    Alternating{0x48A, 0x52F},   Alternating{0x531, 0x556},   Alternating{0x561, 0x587},
    Alternating{0x5D0, 0x5EA},   Alternating{0x620, 0x64A},   Alternating{0x904, 0x939},
    Alternating{0xE01, 0xE30},   Alternating{0x10D0, 0x10FA}, Alternating{0x1E00, 0x1F15},
    Alternating{0x3041, 0x3096}, Alternating{0x30A1, 0x30FA}, Alternating{0x3400, 0x4DBF},
    Alternating{0x4E00, 0x9FFF}, Alternating{0xAC00, 0xD7A3},
};

bool within(const Alternating& range, char32_t point) { return point >= range.first && point <= range.last; }

}  // namespace

char32_t lower_case_of(char32_t letter) {
  for (const Shifted& range : kShifted)
    if (letter >= range.first && letter <= range.last) return letter + range.distance;
  if (letter == 0x178) return 0xFF;
  if (letter == 0x130) return 'i';
  for (const Alternating& range : kAlternating)
    if (within(range, letter)) return letter + ((letter - range.first) % 2 == 0 ? 1 : 0);
  return letter;
}

char32_t upper_case_of(char32_t letter) {
  switch (letter) {
    case 0xFF: return 0x178;
    case 0xB5: return 0x39C;
    case 0x131: return 'I';
    case 0x3C2: return 0x3A3;
    default: break;
  }
  for (const Shifted& range : kShifted)
    if (letter >= range.first + range.distance && letter <= range.last + range.distance)
      return letter - range.distance;
  for (const Alternating& range : kAlternating)
    if (within(range, letter)) return letter - ((letter - range.first) % 2 == 0 ? 0 : 1);
  return letter;
}

bool is_upper_case(char32_t point) { return lower_case_of(point) != point; }
bool is_lower_case(char32_t point) { return upper_case_of(point) != point || point == kSharpS; }

bool is_letter(char32_t point) {
  if (point < 0x80) return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
  return std::any_of(kLetterBlocks.begin(), kLetterBlocks.end(),
                     [&](const Alternating& range) { return within(range, point); });
}

}  // namespace romas::xacro
