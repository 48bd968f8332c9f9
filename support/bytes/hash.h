// The hash of texts in output: FNV-1a with 64 bits. It is the same on every machine and in every version,
// because names of files, baselines and random seeds depend on it. It is not collision-resistant against an
// attacker.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace romas {

class Hash {
 public:
  Hash& add(std::string_view text) {
    constexpr std::uint64_t kPrime = 1099511628211ULL;
    for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * kPrime;
    return *this;
  }
  std::uint64_t value() const { return value_; }
  // 16 hexadecimal digits.
  std::string hex() const {
    constexpr std::string_view kDigits = "0123456789abcdef";
    constexpr unsigned kBits = 64;
    std::string digits;
    for (unsigned shift = kBits; shift > 0; shift -= 4)
      digits.push_back(kDigits[value_ >> (shift - 4) & 15U]);
    return digits;
  }

 private:
  std::uint64_t value_ = 14695981039346656037ULL;
};

}  // namespace romas
