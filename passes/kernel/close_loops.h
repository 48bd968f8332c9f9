// The constraint of a robot's loops: what their joints forbid, without what follows from the rest.
#pragma once

#include "ir/kernel/code_model.h"
#include "passes/kernel/closures.h"
#include "support/diagnostic.h"

namespace romas::lowering {

// c(q), for a code model whose dynamics are made. Says in the code model what each element means, and reports
// loops that do not close. No outputs where nothing is forbidden that the tree allows.
Kernel close_loops(const Model& model, CodeModel& code, DiagnosticEngine& diagnostics);

}  // namespace romas::lowering
