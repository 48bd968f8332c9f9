// Names of links, joints and groups in the YAML files of controllers and planners, told by the keys that they
// stand behind (yaml_name_places.def).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

bool is_yaml_name(std::string_view path);  // .yaml, .yml

// Finds the names in a text. Returns nullopt if the text cannot be read. Names with escapes and names by an
// alias are left out; for "elbow/position", the joint is found.
std::optional<YamlNames> find_yaml_names(std::string key, std::string text);

// Returns the kind of the names that a key has as its values, or (`as_keys`) as the keys of its table.
// Returns nullopt if the key is not known to have names.
std::optional<NameKind> yaml_name_kind(std::string_view key, bool as_keys);

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
