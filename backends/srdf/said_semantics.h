// What an SRDF of a robot says: the SRDFs beside it, and what its own description says in words of its
// format.
#pragma once

#include "backends/target.h"
#include "ir/semantics.h"

namespace romas {

// The keyframes of MJCF are states of a group of all joints, <exclude> and Drake's collision filters are
// pairs of links. Reports what of these an SRDF has no place for (RM1901, RM1902). What is faulty in the
// SRDFs, and reported there, is left out.
Semantics said_semantics(const Model& model, TargetContext& context);

}  // namespace romas
