// The one door to the YAML parser: a document as located nodes. What YAML can do beyond plain data is refused
// (anchors, aliases, tags, several documents, keys that are no scalars), and so is what is nested deeply or
// has too many nodes, so that no text grows while it is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "support/diagnostic.h"
#include "support/source_manager.h"

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
  bool quoted = false;  // of a scalar: a text, whatever it looks like
  std::string text;     // of a scalar, without quotes and escapes
  std::vector<YamlNode> items;
  std::vector<YamlEntry> entries;  // in order; keys are unique
  SourceRange range;               // from the first to the last thing in it; of an absent value its key

  const YamlEntry* find(std::string_view key) const;
};
struct YamlEntry {
  YamlNode key;  // a scalar
  YamlNode value;
};

struct YamlLimits {
  std::size_t depth = 16;
  std::size_t nodes = 100'000;
  std::size_t bytes = std::size_t{16} << 20;
};

// Nothing if the text is malformed; that is reported as `rule`, limits as input-limit and wrong bytes as
// bad-encoding. An empty document is a null node. A key that stands twice is reported, and the first one
// counts.
std::optional<YamlNode> read_yaml(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
                                  Rule rule, const YamlLimits& limits = {});

// Opens a file that the command line names; 0, and reported, if that fails. `what` is "servo map".
FileId open_yaml_file(const std::string& path, std::string_view what, FrontendContext& context);

// "a single value", "a list", "a table", "nothing"
std::string_view describe(const YamlNode& node);

}  // namespace romas
