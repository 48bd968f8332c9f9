// The invariants of a Model, before and after every pass.
#pragma once

#include <string>
#include <vector>

#include "ir/model/model.h"

namespace romas {

// Looks for faults that only a bug of ours can cause: ids out of range, references whose name and id
// disagree, extension places that do not exist, non-finite numbers, unresolved references that could be
// resolved. Faults of the user's description (unresolved names, cycles, duplicates) are not looked for.
// Returns one sentence for each fault.
std::vector<std::string> verify_model(const Model& model);

}  // namespace romas
