// Checks that find obstacles to generated code. Each of them reports these and returns whether there is none.
#pragma once

#include "ir/analysis/loads/described_forces.h"
#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/code_model.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Checks types and variables of the joints: mimic joints and their leaders must have one variable, and
// something must move. A fixed joint follows nothing, whatever it says. Parts that generated code leaves out
// are reported too.
bool check_joints(const Model& model, const KinematicTree& tree, const CodeOptions& options,
                  const WingProfiles& wings, DiagnosticEngine& diagnostics);
// Loop joints that no function constrains. why: of all of them, "its loop ..."; or empty.
void report_loops_left_open(const Model& model, const CodeOptions& options, std::string_view why,
                            DiagnosticEngine& diagnostics);
// Numbers that would overflow. Does not rely on passes that ran before.
bool check_numbers(const Model& model, const KinematicTree& tree, const Vector3& gravity,
                   DiagnosticEngine& diagnostics);
// The size of straight-line code, against the limit of the options.
bool check_size(const Model& model, const DynamicsModel& dynamics, const CodeOptions& options,
                DiagnosticEngine& diagnostics);

}  // namespace romas
