// A YAML text as a tree whose nodes know where they stand. Device files come from strangers: there are no anchors, aliases or tags, and
// depth, size and number of nodes are bounded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/diagnostic.h"
#include "support/source_manager.h"

namespace romas {

struct YamlNode {
  enum class Kind : std::uint8_t { scalar, map, sequence };
  static constexpr std::size_t kMaxText = std::size_t{1} << 20;  // bytes of a file
  static constexpr std::size_t kMaxDepth = 12;
  static constexpr std::size_t kMaxNodes = 50'000;
  static constexpr std::size_t kMaxScalar = 1000;  // bytes

  Kind kind = Kind::scalar;
  bool quoted = false;          // a scalar in quotes is a text, whatever it looks like
  std::string text;             // of a scalar
  std::vector<YamlNode> keys;   // of a map: scalars, as many as items
  std::vector<YamlNode> items;  // of a map and a sequence
  SourceRange range;            // of a scalar: its text with quotes; else from the first to the last thing in it
};

// Nothing if the text is no YAML or has what is not allowed; then the first such thing was reported (RM1857).
std::optional<YamlNode> read_yaml(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics);

}  // namespace romas
