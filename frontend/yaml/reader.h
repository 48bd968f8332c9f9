// Reads a YAML document as located nodes; nothing else uses the YAML parser. Several documents are refused,
// and, unless a caller asks for all of YAML, anchors, aliases, tags and keys that are not scalars, too. Depth
// and number of nodes are limited, and so is the memory that a text can take.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas {

struct YamlEntry;

struct YamlNode {
  YamlNode() = default;
  YamlNode(const YamlNode&);
  YamlNode(YamlNode&&) noexcept = default;
  YamlNode& operator=(const YamlNode&);
  YamlNode& operator=(YamlNode&&) noexcept;
  ~YamlNode();

  enum class Kind : unsigned char { null, scalar, sequence, mapping };
  Kind kind = Kind::null;
  bool quoted = false;  // of a scalar: a string, even if it looks like a number
  std::string text;     // of a scalar, without quotes and escapes
  std::string tag;      // such as "!degrees" or "tag:yaml.org,2002:str"; empty if none is written
  std::vector<YamlNode> items;
  std::vector<YamlEntry> entries;  // in order; keys are unique in plain data
  SourceRange range;               // from its first to its last element; for an absent value, its key

  const YamlEntry* find(std::string_view key) const;
};
struct YamlEntry {
  YamlNode key;  // a scalar in plain data
  YamlNode value;
};

struct YamlLimits {
  std::size_t depth = 16;
  std::size_t nodes = 100'000;
  std::size_t bytes = std::size_t{16} << 20;
};

enum class YamlFeatures : unsigned char {
  plain,  // nodes that are written where they stand
  tags,   // also tags of scalars, whose meaning the caller knows
  all,    // tags, keys of every kind, several entries of one key; anchors and aliases: a copy stands for an
          // alias
};

// Returns nullopt if the text is malformed (reported as `rule`), exceeds a limit (input-limit) or has invalid
// bytes (bad-encoding). An empty document is a null node. In plain data a duplicate key is reported, and its
// first value is kept.
std::optional<YamlNode> read_yaml(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
                                  Rule rule, const YamlLimits& limits = {},
                                  YamlFeatures features = YamlFeatures::plain);

// Opens a file that the command line names. Reports a failure, and returns 0 then. `what` names the kind of
// file, such as "servo map".
FileId open_yaml_file(const std::string& path, std::string_view what, FrontendContext& context);

// "a single value", "a list", "a table", "nothing"
std::string_view describe(const YamlNode& node);

}  // namespace romas
