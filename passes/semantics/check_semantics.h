// Checks of what an SRDF says of a robot (ir/model/semantics.h). They are no rows of passes.def, because they
// look at two texts.
#pragma once

#include "ir/model/semantics.h"
#include "passes/pass/pass.h"

namespace romas {

// Without a robot (null) only what the semantics say of themselves is checked: subgroups, groups of states
// and end effectors, and what stands twice.
void check_semantics(const Semantics& semantics, const Model* robot, DiagnosticEngine& diagnostics);

}  // namespace romas
