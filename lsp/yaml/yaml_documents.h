// The purpose of a text of YAML, and the keys that its tables may have.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace romas::lsp {

enum class YamlDocument : std::uint8_t {
  project,    // .romas.yaml
  servo_map,  // assigns servos to joints (--servo-map)
  other,      // of controllers and planners, or data of xacro
};
// Tells the purpose of a YAML file by its name and the outermost level of its text, which may be half typed.
YamlDocument yaml_document(std::string_view path, std::string_view text);

struct YamlKey {
  std::string_view name;
  std::string meaning;
  // The values that it may have, separated by spaces. Empty if any value may be there.
  std::string_view words = {};
};
// The keys that may stand in a table, by the keys around it.
std::vector<YamlKey> yaml_keys_in(YamlDocument document, std::span<const std::string_view> path);

}  // namespace romas::lsp
