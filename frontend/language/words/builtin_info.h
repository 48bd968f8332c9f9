// The names of built-in functions and how they are called: for messages, tools and the documentation.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace romas::language {

struct BuiltinInfo {
  std::string_view name;
  std::string_view signature;  // "atan2(y, x)"
  std::string_view summary;
  std::string_view units =
      {};  // SI, of its arguments, where they are of one dimension that is always the same
};
std::vector<BuiltinInfo> builtin_functions();
// Returns whether a name is that of a built-in function, a constant such as pi, or a fact of the robot such
// as dof.
bool is_built_in(std::string_view name);
// Functions with which tests measure a robot, such as `pose(tip)`.
std::span<const BuiltinInfo> robot_functions();
bool is_robot_function(std::string_view name);

}  // namespace romas::language
