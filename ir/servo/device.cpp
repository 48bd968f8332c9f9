#include "ir/servo/device.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::uint64_t low_bits(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace

std::int64_t ServoRegister::decode(std::uint64_t raw) const {
  const unsigned bits = 8U * size;
  raw &= low_bits(bits);
  if (encoding == ServoEncoding::sign_magnitude) {
    const std::uint64_t above = raw >> (sign_bit + 1U) & low_bits(bits_above_sign());
    const auto magnitude = static_cast<std::int64_t>((raw & low_bits(sign_bit)) | above << sign_bit);
    return (raw >> sign_bit & 1U) != 0 ? -magnitude : magnitude;
  }
  if (encoding == ServoEncoding::twos_complement && (raw >> (bits - 1) & 1U) != 0)
    return static_cast<std::int64_t>(raw | ~low_bits(bits));
  return static_cast<std::int64_t>(raw);
}

bool ServoRegister::is_fastest_at_zero(ServoMode mode) const {
  return zero == Zero::fastest || (zero == Zero::fastest_in_position && mode == ServoMode::position);
}

std::uint64_t ServoRegister::encode(std::int64_t value) const {
  if (encoding == ServoEncoding::sign_magnitude) {
    const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
    const std::uint64_t above = magnitude >> sign_bit & low_bits(bits_above_sign());
    return (magnitude & low_bits(sign_bit)) | std::uint64_t{value < 0} << sign_bit | above << (sign_bit + 1U);
  }
  return static_cast<std::uint64_t>(value) & low_bits(8U * size);
}

const ServoRegister* ServoDevice::find(KnownRegister wanted) const {
  const auto found = std::find_if(registers.begin(), registers.end(),
                                  [&](const ServoRegister& r) { return r.known == wanted; });
  return found == registers.end() ? nullptr : &*found;
}

const ServoRegister* ServoDevice::find_named(std::string_view wanted) const {
  const auto found = std::find_if(registers.begin(), registers.end(),
                                  [&](const ServoRegister& r) { return r.name == wanted; });
  return found == registers.end() ? nullptr : &*found;
}

const ServoFamily* ServoDeviceLibrary::find_family(std::string_view name) const {
  const auto found =
      std::find_if(families.begin(), families.end(), [&](const ServoFamily& f) { return f.name == name; });
  return found == families.end() ? nullptr : &*found;
}

const ServoDevice* ServoDeviceLibrary::find(std::string_view family, std::string_view device) const {
  const ServoFamily* wanted = find_family(family);
  if (wanted == nullptr) return nullptr;
  const auto index = static_cast<std::size_t>(wanted - families.data());
  const ServoDevice* only = nullptr;
  std::size_t count = 0;
  const std::string lower = to_lower(device);
  for (const ServoDevice& candidate : devices) {
    if (candidate.family != index) continue;
    only = &candidate;
    ++count;
    const auto says = [&](std::string_view spelling) { return to_lower(spelling) == lower; };
    if (says(candidate.name) || std::any_of(candidate.aliases.begin(), candidate.aliases.end(), says))
      return &candidate;
  }
  return device.empty() && count == 1 ? only : nullptr;
}

}  // namespace romas
