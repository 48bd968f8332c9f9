// What every pass may rely on, and what must hold again after it.
#pragma once

#include <string>
#include <vector>

#include "ir/model.h"

namespace romas {

// Looks for faults that only a bug of ours can cause: ids out of range, references whose name and id
// disagree, extension places that do not exist, non-finite numbers, unresolved references that could be
// resolved. Faults of the user's description (unresolved names, cycles, duplicates) are no business of this
// function. One sentence a fault; empty if all is well.
std::vector<std::string> verify_model(const Model& model);

}  // namespace romas
