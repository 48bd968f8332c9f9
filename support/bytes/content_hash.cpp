// Two lanes of 64 bits. Each folds every 16 bytes into its state by a multiplication of 64 times 64 bits
// whose halves are combined; the lanes take the two words in different roles.
#include "support/bytes/content_hash.h"

#include <bit>
#include <cstring>

namespace romas {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t kFoldedBytes = 16;  // at once
// Odd numbers without a pattern: the first digits of the square roots of 2, 3, 5 and 7 behind the point.
constexpr std::uint64_t kSeed = 0x6a09e667f3bcc909ULL, kFirstMix = 0xbb67ae8584caa73bULL,
                        kSecondMix = 0x3c6ef372fe94f82bULL, kLast = 0xa54ff53a5f1d36f1ULL;

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

struct Lanes {
  std::uint64_t first = kSeed, second = kLast;

  void add(const char* block) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::memcpy(&low, block, sizeof low);
    std::memcpy(&high, block + sizeof low, sizeof high);
    first = fold(low ^ kFirstMix, high ^ first);
    second = fold(high ^ kSecondMix, std::rotl(low, 32) ^ second);
  }
};

}  // namespace

std::string ContentHash::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (const std::uint64_t half : {first, second})
    for (unsigned shift = 64; shift > 0; shift -= 4) digits.push_back(kDigits[half >> (shift - 4) & 15U]);
  return digits;
}

ContentHash content_hash(std::string_view content) {
  Lanes lanes;
  std::size_t at = 0;
  for (; content.size() - at >= kFoldedBytes; at += kFoldedBytes) lanes.add(content.data() + at);
  if (at < content.size()) {
    char rest[kFoldedBytes] = {};  // NOLINT(*-avoid-c-arrays): a block
    std::memcpy(rest, content.data() + at, content.size() - at);
    lanes.add(rest);
  }
  const std::uint64_t size = content.size();
  return {fold(lanes.first ^ kSecondMix, lanes.second ^ kFirstMix ^ size),
          fold(lanes.second ^ kLast, std::rotl(lanes.first, 32) ^ kSeed ^ size)};
}

}  // namespace romas
