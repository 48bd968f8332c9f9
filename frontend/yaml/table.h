// Keys of YAML tables: one wording and one search for the nearest key, for every kind of file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/yaml/reader.h"

namespace romas {

// A key that stands in a table which has no such key.
struct UnknownYamlKey {
  SourceRange range;
  std::string message;    // "a servo has no key 'idd'; did you mean 'id'?"; or its keys, where they are few
  std::string_view near;  // the nearest key that the table lacks; empty if none is near
};

// `what` names the table in messages: "a servo". `keys` are all that it may have; they must outlive the
// result.
std::vector<UnknownYamlKey> unknown_keys(const YamlNode& table, std::string_view what,
                                         std::span<const std::string_view> keys);

}  // namespace romas
