// The contents of a robot's SRDF: those of the SRDFs beside it, and what its own description says in words of
// its format.
#pragma once

#include "backends/target.h"
#include "ir/model/semantics.h"

namespace romas {

// The keyframes of MJCF are states of a group of all joints, <exclude> and Drake's collision filters are
// pairs of links. Reports those of them that an SRDF has no place for (RM1901, RM1902). Leaves out faulty
// elements of the SRDFs, which their reader has reported.
Semantics said_semantics(const Model& model, TargetContext& context);

}  // namespace romas
