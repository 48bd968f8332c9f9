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
  const std::size_t noise = path.find("/noise");
  if (noise == std::string_view::npos || find(path.substr(0, noise)) == nullptr) return nullptr;
  return find(concat("*", path.substr(noise)));
}

}  // namespace romas::sdf
