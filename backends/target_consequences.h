// What findings about a model mean for the output of a target. They are rows of target_consequences.def.
#pragma once

#include <string_view>

#include "support/diagnostic.h"

namespace romas {

// Adds what follows for the output of this target to the findings of the policy's rules. It turns no rule on.
void add_consequences_for_target(std::string_view target, SeverityPolicy& policy);

}  // namespace romas
