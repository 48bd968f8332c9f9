// Which links and joints of two models are the same, by their places in the tree.
#pragma once

#include <vector>

#include "ir/compare/compare.h"

namespace romas {

struct StructureMatch {
  Model renamed;                           // the first model with the names that its counterparts have
  std::vector<ModelDifference> renamings;  // one for each link and joint that goes by another name
};

// Matches roots, then below matched links the joints to their children: those of the same name, then those
// whose type, origin and axis agree up to the tolerance, then those with equally many links behind them. An
// entity without a counterpart keeps its name. Frames, sensors, materials and the like are not matched.
StructureMatch match_structure(const Model& a, const Model& b, double tolerance);

}  // namespace romas
