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
  // "imu/*/noise" stands for the noise of any axis of any quantity: imu/angular_velocity/x/noise
  if (!path.starts_with("imu/")) return nullptr;
  const std::size_t noise = path.find("/noise");
  if (noise == std::string_view::npos ||
      std::count(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(noise), '/') != 2)
    return nullptr;
  return find(concat("imu/*", path.substr(noise)));
}

}  // namespace romas::sdf
