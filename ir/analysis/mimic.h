// What joints follow in the end, through chains of followers.
#pragma once

#include "ir/model.h"

namespace romas {

// q = multiplier * q_leader + offset
struct MimicRelation {
  JointId leader;
  double multiplier = 1;
  double offset = 0;  // rad or m
};

// Of a joint that follows nothing, or nobody knows what: itself. Of one that is in a circle of followers or
// leads to one, which check-mimic reports: any joint of that circle.
MimicRelation resolve_mimic(const Model& model, JointId joint);

}  // namespace romas
