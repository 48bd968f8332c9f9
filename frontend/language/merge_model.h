// Puts one robot into another: its entities get names of their own, its materials are shared.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/model.h"

namespace romas {

struct MergeOptions {
  std::string prefix;  // of every name but those of materials
  // A path of a mesh or texture of the part, as `into` must say it; none: as it is.
  std::function<std::string(std::string_view)> path;
};

// Materials of one name that differ: the part's was renamed with the prefix. Their indices in `into`.
struct MaterialClash {
  std::size_t first, renamed;
};

// A raw text that was taken over as it is and speaks of an entity by the name it had before.
struct StaleName {
  SourceRange range;      // of the extension
  std::string extension;  // its name, "plugin"
  std::string name;       // the first that is out of date
};
struct MergeFindings {
  std::vector<MaterialClash> clashes;
  std::vector<StaleName> stale_names;
};

// Appends all entities of `part` with their extensions. What a robot says of itself (version, gravity,
// layout) and the provenance of a modular robot (Blocks and parts) stay behind. References between entities
// of the part follow their names. Call Model::rebuild_index afterwards, when everything has been appended.
MergeFindings merge_model(Model& into, const Model& part, const MergeOptions& options);

}  // namespace romas
