#include "ir/words/ros2_control_parameters.h"

namespace romas::ros2_control {

namespace {

struct Alias {
  std::string_view name, plugin;
};
constexpr Alias kAliases[] = {
#define ALIAS(name, plugin) {name, plugin},
#include "ir/words/ros2_control_parameters.def"
};

}  // namespace

std::vector<const Parameter*> parameters_of(std::string_view plugin, Of of) {
  for (const Alias& alias : kAliases)
    if (alias.name == plugin) plugin = alias.plugin;
  std::vector<const Parameter*> found;
  for (const Parameter& parameter : kParameters)
    if (parameter.of == of && (parameter.plugin.empty() || parameter.plugin == plugin))
      found.push_back(&parameter);
  return found;
}

}  // namespace romas::ros2_control
