#include "frontend/servo/servo_map_words.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas {

namespace {

// A property's name in other tools and data sheets.
struct KnownAs {
  std::string_view written, key;
};
constexpr std::array kKnownAs = {KnownAs{"kp", "p_gain"},
                                 KnownAs{"ki", "i_gain"},
                                 KnownAs{"kd", "d_gain"},
                                 KnownAs{"p", "p_gain"},
                                 KnownAs{"i", "i_gain"},
                                 KnownAs{"d", "d_gain"},
                                 KnownAs{"max_torque", "torque_limit"},
                                 KnownAs{"max_current", "current_limit"},
                                 KnownAs{"max_velocity", "velocity_limit"},
                                 KnownAs{"max_speed", "velocity_limit"},
                                 KnownAs{"max_acceleration", "acceleration_limit"},
                                 KnownAs{"baudrate", "baud"},
                                 KnownAs{"baud_rate", "baud"},
                                 KnownAs{"port", "bus"},
                                 KnownAs{"servo_id", "id"},
                                 KnownAs{"model", "device"},
                                 KnownAs{"gear_ratio", "gear"},
                                 KnownAs{"centre", "zero"},
                                 KnownAs{"center", "zero"},
                                 KnownAs{"reversed", "direction"},
                                 KnownAs{"inverted", "direction"}};

}  // namespace

std::string_view meant_servo_key(std::string_view written, const std::vector<std::string_view>& keys) {
  const std::string lower = to_lower(written);
  if (std::find(keys.begin(), keys.end(), written) != keys.end()) return {};
  if (const auto same = std::find(keys.begin(), keys.end(), lower); same != keys.end()) return *same;
  const auto known = std::find_if(kKnownAs.begin(), kKnownAs.end(),
                                  [&](const KnownAs& row) { return row.written == lower; });
  return known == kKnownAs.end() ? std::string_view() : known->key;
}

}  // namespace romas
