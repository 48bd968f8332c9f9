// Values that are defined below their use: for what to say of a name that means nothing.
#pragma once

#include <optional>
#include <string_view>

#include "support/sources/source_manager.h"

namespace romas::language {

// The name in the first `let` behind its use, in the same braces or in those around them.
std::optional<SourceRange> find_defined_below(const SourceManager& sources, std::string_view name,
                                              SourceRange use);

}  // namespace romas::language
