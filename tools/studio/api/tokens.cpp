#include "tools/studio/api/tokens.h"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace romas::studio {

std::optional<std::string> random_token() {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::array<unsigned char, 16> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0) return std::nullopt;
  std::string token;
  for (const unsigned char byte : bytes) token += {kHex[byte >> 4U], kHex[byte & 15U]};
  return token;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  // The length of a token is no secret; an empty text is never a token.
  if (a.size() != b.size() || a.empty()) return false;
  // The compiler may not end the loop early: every step is visible.
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(
        difference | (static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i])));
  return difference == 0;
}

bool Tokens::redeem(std::string_view token, Clock::time_point now) {
  if (now - made_ > kOneTimeLife || !equal_in_constant_time(token, one_time_)) return false;
  one_time_.clear();
  return true;
}

}  // namespace romas::studio
