// Names of links, joints and groups in the YAML files of controllers and planners, told by the keys that they
// stand behind (frontend/yaml/parameter_names.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/yaml/parameter_names.h"
#include "lsp/reading/file_stamp.h"
#include "lsp/reading/names.h"
#include "lsp/reading/reading.h"

namespace romas::lsp {

struct YamlName {
  NameKind kind = NameKind::joint;
  std::string name;
  std::uint32_t begin = 0, end = 0;  // bytes of the text that say the name, without quotes
  friend bool operator==(const YamlName&, const YamlName&) = default;
};

struct YamlNames {
  std::string key;  // of the file
  std::string text;
  std::vector<YamlName> names;  // by place
};

// Returns nullopt if the text cannot be read.
std::optional<YamlNames> find_yaml_names(std::string key, std::string text);

// Whether a name can stand in YAML without quotes, and is read as a name.
bool is_plain_in_yaml(std::string_view name);

// How many of the names, each counted once, a robot or its SRDF has.
struct NameShare {
  std::size_t known = 0, all = 0;
  // A file belongs to the robots that have more than half of its names.
  bool is_most() const { return 2 * known > all; }
};
NameShare share_of(const YamlNames& yaml, const Reading& reading);

// Texts of YAML files, each read once as long as it stays the same.
class YamlFiles {
 public:
  // `open`: the text that counts in place of the file's; null: that of the disk. Null where it cannot be
  // read.
  std::shared_ptr<const YamlNames> find(const std::string& key, const std::string* open);

 private:
  struct Kept {
    std::optional<FileStamp> stamp;
    std::shared_ptr<const YamlNames> names;
  };
  std::map<std::string, Kept> files_;
};

}  // namespace romas::lsp
