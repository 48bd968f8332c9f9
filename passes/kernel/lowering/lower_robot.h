// All kernels of a robot that are asked for, each in the variant with the fewest operations.
#pragma once

#include <functional>
#include <string>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/code_model.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Takes a kernel: of which function, of what (see CodeKernel).
using TakeKernel = std::function<void(const KernelFunction&, Kernel, Subject, int index)>;

// Lowers code.dynamics and code.forces by code.options and adds remarks on the choices. Reports where the
// mass matrix is singular (RM1905, RM1906) and returns false if a function that was asked for does not exist
// then.
bool lower_robot(const Model& model, const KinematicTree& tree, CodeModel& code,
                 DiagnosticEngine& diagnostics, const TakeKernel& take);

}  // namespace romas
