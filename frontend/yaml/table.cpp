#include "frontend/yaml/table.h"

#include <algorithm>
#include <iterator>

#include "support/text/text.h"

namespace romas {

std::vector<UnknownYamlKey> unknown_keys(const YamlNode& table, std::string_view what,
                                         std::span<const std::string_view> keys) {
  constexpr std::size_t kFew = 12;
  std::vector<std::string_view> absent;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(absent),
               [&](std::string_view key) { return table.find(key) == nullptr; });
  std::vector<UnknownYamlKey> unknown;
  for (const YamlEntry& entry : table.entries) {
    const std::string& key = entry.key.text;
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::string_view near = nearest_name(key, absent);
    const std::string_view asked = near.empty() ? nearest_name(key, keys) : near;
    const std::string help = !asked.empty()        ? did_you_mean(asked)
                             : keys.size() <= kFew ? concat("; its keys are ", join(keys, ", ", in_quotes))
                                                   : std::string();
    unknown.push_back({entry.key.range, concat(what, " has no key '", key, "'", help), near});
  }
  return unknown;
}

}  // namespace romas
