// The stage between passes and code targets: Model → DynamicsModel → kernels → kernel passes.
#pragma once

#include <functional>
#include <optional>

#include "ir/analysis/loads/described_forces.h"
#include "ir/kernel/code_model.h"
#include "passes/kernel/lowering/kernel_passes.h"
#include "support/findings/diagnostic.h"

namespace romas {

struct CodeModelContext {
  DiagnosticEngine& diagnostics;
  KernelPassOptions passes;
  // In place of the passes of the level; nothing: these.
  std::optional<KernelPipeline> pipeline;
  // Finds the profiles of wings, where their forces are wanted; without it those that have names.
  std::function<WingProfiles()> wing_profiles = nullptr;
};

// Reports what cannot be done (no movable joint, foreign joints, a singular mass matrix) and returns nothing
// then. An internal error
// (--verify-each) is reported to passes.output and returns nothing without an error diagnostic.
std::optional<CodeModel> make_code_model(const Model& model, const CodeOptions& options,
                                         CodeModelContext& context);

}  // namespace romas
