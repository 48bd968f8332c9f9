// About how many instructions it takes to compute in lanes.
#pragma once

#include "passes/kernel/lanes/lane_match.h"

namespace romas {

// Returns the instructions of a match that is not finished, with those that bring numbers into lanes and out
// of them.
double expected_instructions(const LaneMatch& match);

// Takes apart what costs more than its members would one by one: single packs, by their operands and users,
// and all packs together that hand numbers on to each other in their lanes.
void dissolve_packs_that_cost(LaneMatch& match);

}  // namespace romas
