// Merges one robot into another: its entities get a prefix, and equal materials are shared.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/model/model.h"

namespace romas {

struct MergeOptions {
  std::string prefix;  // of all names except those of materials
  // Converts the path of a mesh or texture of the part for `into`; none: paths are kept.
  std::function<std::string(std::string_view)> path;
};

// Two different materials of one name, as indices in `into`. The part's material got the prefix.
struct MaterialClash {
  std::size_t first, renamed;
};

// A raw text that was copied unchanged and contains the old name of an entity.
struct StaleName {
  SourceRange range;      // of the extension
  std::string extension;  // its name, "plugin"
  std::string name;       // the first old name
};
struct MergeFindings {
  std::vector<MaterialClash> clashes;
  std::vector<StaleName> stale_names;
};

// Appends all entities of `part` with their extensions. The robot's own properties (version, gravity, layout)
// and the provenance of a modular robot (Blocks and parts) are not merged. References between entities of the
// part get the new names. Call Model::rebuild_index afterwards, when everything has been appended.
MergeFindings merge_model(Model& into, const Model& part, const MergeOptions& options);

}  // namespace romas
