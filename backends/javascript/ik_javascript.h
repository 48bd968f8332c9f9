// Inverse kinematics in closed form in modules of --emit=js. The code common to all solvers is in
// backends/javascript/templates/ik.js.in.
#pragma once

#include "ir/kernel/code_model.h"
#include "support/findings/diagnostic.h"
#include "support/text/indented_writer.h"

namespace romas {

// The solvers of all links that have one, as the constant `closed_forms` by the links' names, and functions
// that use them. Modules have joints that follow others as joints of their own; a link that one of them moves
// has no solver, and that is an error.
void print_ik_javascript(const Model& model, const CodeModel& code, DiagnosticEngine& diagnostics,
                         IndentedWriter& out);

}  // namespace romas
