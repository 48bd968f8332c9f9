#include "support/bytes/sha256.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace romas {

namespace {

using State = std::array<std::uint32_t, 8>;
constexpr std::size_t kShaBlock = 64;  // bytes

// The first 32 bits of the fractional part of a root of a prime.
std::uint32_t fraction_of(long double root) {
  return static_cast<std::uint32_t>(std::floor((root - std::floor(root)) * 0x1p32L));
}

// The constants of the standard: of square roots of the first 8 primes, and of cube roots of the first 64.
struct Constants {
  State initial{};
  std::array<std::uint32_t, kShaBlock> rounds{};

  Constants() {
    std::size_t count = 0;
    for (unsigned candidate = 2; count < rounds.size(); ++candidate) {
      bool is_prime = true;
      for (unsigned divisor = 2; divisor * divisor <= candidate; ++divisor)
        is_prime = is_prime && candidate % divisor != 0;
      if (!is_prime) continue;
      if (count < initial.size())
        initial[count] = fraction_of(std::sqrt(static_cast<long double>(candidate)));
      rounds[count++] = fraction_of(std::cbrt(static_cast<long double>(candidate)));
    }
  }
};

void mix(State& state, std::string_view block, const Constants& constants) {
  std::array<std::uint32_t, kShaBlock> w{};
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t k = 0; k < 4; ++k) w[i] = w[i] << 8U | static_cast<unsigned char>(block[4 * i + k]);
  for (std::size_t i = 16; i < w.size(); ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3U;
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10U;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t first = h + s1 + ((e & f) ^ (~e & g)) + constants.rounds[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t second = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  const State mixed = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += mixed[i];
}

}  // namespace

std::string sha256(std::string_view message) {
  static const Constants kConstants;
  State state = kConstants.initial;
  std::string_view rest = message;
  for (; rest.size() >= kShaBlock; rest.remove_prefix(kShaBlock)) mix(state, rest, kConstants);
  // A bit 1, zeros, and the length in bits.
  std::string last(rest);
  last.push_back('\x80');
  while (last.size() % kShaBlock != kShaBlock - 8) last.push_back('\0');
  const std::uint64_t bits = 8 * static_cast<std::uint64_t>(message.size());
  for (int shift = 56; shift >= 0; shift -= 8) last.push_back(static_cast<char>(bits >> shift));
  for (std::size_t at = 0; at < last.size(); at += kShaBlock)
    mix(state, std::string_view(last).substr(at, kShaBlock), kConstants);
  std::string digest;
  for (const std::uint32_t word : state)
    for (int shift = 24; shift >= 0; shift -= 8) digest.push_back(static_cast<char>(word >> shift));
  return digest;
}

}  // namespace romas
