// Consequences of findings about a model for the output of a target. They are rows of
// target_consequences.def.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "backends/target_options.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Adds what follows for the output of this target to the findings of the policy's rules. Those for which the
// target's readers refuse the output become errors, unless the words of options say how it is made
// acceptable.
void add_consequences_for_target(std::string_view target,
                                 const std::map<TargetOption, std::vector<std::string>>& words,
                                 SeverityPolicy& policy);

}  // namespace romas
