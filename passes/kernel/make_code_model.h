// The stage between passes and code targets: Model → DynamicsModel → kernels → kernel passes.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "ir/analysis/described_forces.h"
#include "ir/kernel/code_model.h"
#include "support/diagnostic.h"

namespace romas {

struct CodeModelContext {
  DiagnosticEngine& diagnostics;
  bool statistics = false;               // --stats
  bool verify_each = false;              // --verify-each
  std::vector<std::string> print_after;  // names of kernel passes
  bool print_after_all = false;
  std::function<void(std::string_view)> output;  // takes what these print
  // Finds the profiles of wings, where their forces are wanted; without it those that have names.
  std::function<WingProfiles()> wing_profiles = nullptr;
};

// Reports what cannot be done (no movable joint, foreign joints, a singular mass matrix) and returns nothing
// then. An internal error
// (--verify-each) is reported to `output` and returns nothing without an error diagnostic.
std::optional<CodeModel> make_code_model(const Model& model, const CodeOptions& options,
                                         CodeModelContext& context);

// Passes on kernels, in the order in which they run.
struct KernelPassInfo {
  std::string_view name;
  Kernel (*run)(const Kernel&);
  int level;  // of -O from which it runs
  std::string_view summary;
  // In the place of `run`: makes a variant of a robot's function, where there is a good one.
  std::optional<Kernel> (*variant)(const Kernel&, const DynamicsModel&) = nullptr;
  // Whether it may change alike parts in different ways, so that variants are also sought without it.
  bool may_hide_lanes = false;
};
std::span<const KernelPassInfo> all_kernel_passes();
const KernelPassInfo* find_kernel_pass(std::string_view name);

}  // namespace romas
