// The parameters of <ros2_control> that its parser and known drivers read (ros2_control_parameters.def).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace romas::ros2_control {

enum class Of : std::uint8_t { hardware, joint, gpio, sensor, interface };
enum class Type : std::uint8_t { number, integer, boolean, joint, text };

struct Parameter {
  std::string_view plugin;  // empty: of any
  Of of;
  std::string_view name;
  Type type;
  std::string_view meaning;
};
inline constexpr Parameter kParameters[] = {
#define PARAMETER(plugin, of, name, type, meaning) {plugin, Of::of, name, Type::type, meaning},
#include "ir/words/ros2_control_parameters.def"
};

// The parameters that a driver reads in an element of a kind, with those that the parser itself reads there.
std::vector<const Parameter*> parameters_of(std::string_view plugin, Of of);

}  // namespace romas::ros2_control
