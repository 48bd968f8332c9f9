// --verify-output: what a target wrote is read back and held against the model that it was written from.
#pragma once

#include <string>
#include <vector>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "ir/analysis/declared_changes.h"

namespace romas::driver {

struct OutputVerdict {
  // Sentences on what the text says otherwise than the model, but for what the target declared: each is a
  // fault of romasc.
  std::vector<std::string> faults;
  // Why the text was not compared: it is larger than what the frontend takes. Empty: it was, or no frontend
  // reads texts of this target.
  std::string beyond_limits;
};

// `options` are those that the model was read with; what belongs to its own file alone is left out of them.
OutputVerdict verify_output(const Model& model, const TargetInfo& target, const std::string& text,
                            const DeclaredChanges& changes, const FrontendOptions& options,
                            const CompareTolerances& tolerances);

}  // namespace romas::driver
