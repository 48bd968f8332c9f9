// Finds names at places of unknown meaning: in the text of a plugin, under an unknown key of a YAML file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lsp/reading/reading.h"
#include "lsp/yaml/yaml_names.h"

namespace romas::lsp {

struct Mention {
  std::string file;
  std::uint32_t line = 0;  // from 1
  std::string word;
};

// Returns mentions in texts and attributes of plugins and of Gazebo in the files of the readings, and in
// values of the YAML files. Comments do not count, nor do places whose meaning a reading knows, nor the known
// places of a YAML file that is settled: it follows the robot, or belongs to another one. At most `most`.
std::vector<Mention> find_mentions(const std::vector<std::shared_ptr<const Reading>>& readings,
                                   const std::vector<std::shared_ptr<const YamlNames>>& yamls,
                                   const std::function<bool(const YamlNames&)>& is_settled,
                                   const std::set<std::string>& words, std::size_t most);

}  // namespace romas::lsp
