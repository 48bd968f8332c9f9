#include "ir/format/sdf.h"

#include <algorithm>

#include "support/text.h"

namespace romas::sdf {

const SensorPart* find_sensor_part(std::string_view path) {
  const auto find = [](std::string_view wanted) {
    const auto* found = std::find_if(std::begin(kSensorParts), std::end(kSensorParts),
                                     [&](const SensorPart& part) { return part.path == wanted; });
    return found == std::end(kSensorParts) ? nullptr : found;
  };
  if (const SensorPart* found = find(path)) return found;
  constexpr std::string_view kNoise = "/noise";
  const std::size_t noise = path.find(kNoise);
  if (noise == std::string_view::npos) return nullptr;
  // The whole of a sensor has noise only where a row says so; <imu> had it in SDF 1.4 alone.
  const std::string_view group = path.substr(0, noise);
  const bool is_inner = group.find('/') != std::string_view::npos && find(group) != nullptr;
  if (!is_inner && find(path.substr(0, noise + kNoise.size())) == nullptr) return nullptr;
  return find(concat("*", path.substr(noise)));
}

}  // namespace romas::sdf
