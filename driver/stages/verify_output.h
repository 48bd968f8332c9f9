// --verify-output: the output of a target is read back and compared with the model that it was made from. A
// URDF is checked by all rules, too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "ir/compare/declared_changes.h"
#include "ir/compare/equivalence.h"
#include "ir/model/semantics.h"

namespace romas::driver {

struct OutputVerdict {
  // Differences between text and model that the target did not declare, and defects of the text that the
  // model does not have, one sentence each. Each is a fault of romasc.
  std::vector<std::string> faults;
  // Why the text was not compared: it exceeds a limit of the frontend. Empty if it was compared, or if no
  // frontend reads texts of this target.
  std::string beyond_limits;
  Rule rule_of_limits = Rule::input_limit;  // that reports it
  bool compared = false;                    // the text was read back as the robot
  // All differences between text and model, declared or not, if they were requested.
  std::vector<ModelDifference> differences;
  // The computed quantities of both, if they were requested and the text could be read.
  std::optional<Equivalence> numbers;
};

struct WantedVerdict {
  bool numbers = false;
  bool differences = false;
};

// `options` are those of reading the model. Options that concern only the model's own file are ignored.
// `beside`: what SRDFs say of the robot, for the target that writes it.
OutputVerdict verify_output(const Model& model, const TargetInfo& target, const std::string& text,
                            const DeclaredChanges& changes, const FrontendOptions& options,
                            const CompareOptions& comparison, WantedVerdict wanted = {},
                            const Semantics* beside = nullptr);

}  // namespace romas::driver
