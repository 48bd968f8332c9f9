#include "support/text/rounded_number.h"

#include <array>
#include <cstdio>

namespace romas {

std::string rounded_number(double value, int digits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

}  // namespace romas
