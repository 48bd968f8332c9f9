// The values that numbers and flags of sensors may have, in SDF and in <gazebo> elements.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace romas {

struct SensorValue {
  enum class Kind : unsigned char { real, whole, natural, flag };
  std::string_view parent, child;
  Kind kind;
  std::optional<double> least, most;
  bool strict;  // outside of the bounds, libsdformat refuses the file
};

// The row of ir/words/sensor_values.def for an element by the one that it is in; null if it has none. The
// sensor itself is called "sensor".
const SensorValue* find_sensor_value(std::string_view parent, std::string_view child);

// Says why the text of such an element is wrong, to follow "is 'TEXT', ": "which is no number". Empty if
// nothing is. `strictly` asks only for what libsdformat refuses.
std::string fault_of(const SensorValue& value, std::string_view text, bool strictly);

// Two elements of a parent of which the first is not above the second.
struct SensorOrder {
  std::string_view parent, low, high;
};
inline constexpr SensorOrder kSensorOrders[] = {
    {"clip", "near", "far"},
    {"range", "min", "max"},
    {"sonar", "min", "max"},
    {"logical_camera", "near", "far"},
    {"horizontal", "min_angle", "max_angle"},
    {"vertical", "min_angle", "max_angle"},
};

}  // namespace romas
