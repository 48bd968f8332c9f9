// Keys of device files as a type: a misspelled one does not compile.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace romas {

enum class DeviceKey : std::uint8_t {
#define DEVICE_KEY(word) word,
#include "frontend/servo/device_keys.def"
#undef DEVICE_KEY
};

constexpr std::string_view to_string(DeviceKey key) {
  constexpr auto kWords = std::to_array<std::string_view>({
#define DEVICE_KEY(word) #word,
#include "frontend/servo/device_keys.def"
#undef DEVICE_KEY
  });
  return kWords[static_cast<std::size_t>(key)];
}

}  // namespace romas
