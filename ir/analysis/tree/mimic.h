// Resolves chains of followers to their leaders.
#pragma once

#include <optional>

#include "ir/model/model.h"

namespace romas {

// q = multiplier * q_leader + offset
struct MimicRelation {
  JointId leader;
  double multiplier = 1;
  double offset = 0;  // rad or m
};

// For a joint that follows nothing, or an unknown joint: the joint itself. For one in a cycle of followers or
// leading to one, which check-mimic reports: any joint of that cycle.
MimicRelation resolve_mimic(const Model& model, JointId joint);

// Whom a joint follows; nothing for one that follows nobody, and where one of the two has several variables.
std::optional<MimicRelation> followed_by(const Model& model, JointId joint);

}  // namespace romas
