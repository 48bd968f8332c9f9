// Which links a robot's inverse kinematics is solved for, and the reports where it cannot be.
#pragma once

#include "ir/kernel/code_model.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Fills CodeModel::inverse_kinematics. Returns false after an error.
bool add_inverse_kinematics(const Model& model, CodeModel& code, DiagnosticEngine& diagnostics);

}  // namespace romas
