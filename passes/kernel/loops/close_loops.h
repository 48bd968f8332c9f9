// The constraint of a robot's loops: what their joints forbid, without what follows from the rest.
#pragma once

#include "ir/kernel/code_model.h"
#include "passes/kernel/loops/closures.h"
#include "support/findings/diagnostic.h"

namespace romas::lowering {

// c(q), for a code model whose dynamics are made. Says in the code model what each element means, and reports
// loops that do not close. No outputs where nothing is forbidden that the tree allows.
Kernel close_loops(const Model& model, CodeModel& code, DiagnosticEngine& diagnostics);

// Reports loops that no position closes, or none within the limits, and nothing where nobody knows: joints
// that cannot close a loop, robots for which the search would take too long. dynamics: of the model.
void report_unclosed_loops(const Model& model, const DynamicsModel& dynamics, DiagnosticEngine& diagnostics);

}  // namespace romas::lowering
