// Finds the names of links, joints and groups in YAML files of controllers and planners, told by the keys
// that they stand behind (parameter_places.def).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/model/parameter_name.h"
#include "support/sources/source_manager.h"

namespace romas {

bool is_yaml_name(std::string_view path);  // .yaml, .yml

// Returns the names by their places. Returns nullopt if the text is no YAML or exceeds a limit, which is not
// reported. Names with escapes and names by an alias are left out; for "elbow/position", the joint is found.
std::optional<std::vector<ParameterName>> find_parameter_names(FileId file, const SourceManager& sources);

// Tells quickly of most texts that they have no name that is judged.
bool may_have_judged_names(std::string_view text);

// Returns the kind of the names that a key has as its values, or (`as_keys`) as the keys of its table.
// Returns nullopt if the key is not known to have names.
std::optional<SemanticKind> parameter_name_kind(std::string_view key, bool as_keys);

}  // namespace romas
