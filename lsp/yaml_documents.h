// What a text of YAML is for, and what keys it may have where.
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
// By the name of the file, and what a text has at its outermost level; it may be half typed.
YamlDocument yaml_document(std::string_view path, std::string_view text);

struct YamlKey {
  std::string_view name;
  std::string meaning;
  // What its value may be, separated by spaces; empty: anything.
  std::string_view words = {};
};
// The keys that may stand in a table, by the keys around it.
std::vector<YamlKey> yaml_keys_in(YamlDocument document, std::span<const std::string_view> path);

}  // namespace romas::lsp
