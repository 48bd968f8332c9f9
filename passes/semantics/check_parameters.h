// The check of names in files of parameters beside a robot (ir/model/parameter_name.h). It is no row of
// passes.def, because it looks at several texts.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ir/model/model.h"
#include "ir/model/parameter_name.h"
#include "support/findings/diagnostic.h"

namespace romas {

// The robots and SRDFs that the parameters may be about.
struct ParameterOwners {
  std::vector<Model> robots;
  bool robots_are_sure = false;        // the parameters are about some of these and no others
  std::optional<Semantics> semantics;  // of all SRDFs; absent: not known
  bool groups_are_sure = false;        // no arguments give the SRDFs other groups
};

// Reports names that no robot or SRDF has (RM2015). Nothing is reported of joints, and likewise of groups,
// unless it is clear whose they are. Joints are clear if the robots have more than half of them and are sure,
// or if each unknown name differs by at most two letters from one that its list does not have, and the robots
// are sure or have at least half of the joints. Groups are clear if they are sure, or if each unknown name
// differs so little.
void check_parameters(std::span<const ParameterName> names, const ParameterOwners& owners,
                      DiagnosticEngine& diagnostics);

}  // namespace romas
