// Postures that a robot's limits allow, and the search for those in which something is largest.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/analysis/mass/gravity_load.h"
#include "ir/analysis/tree/chance.h"

namespace romas {

// How a search moves a position variable.
enum class Travel : unsigned char {
  limits,      // between its limits
  whole_turn,  // once around: it turns and nothing limits it, or its limits are wider
  held,  // not at all: it slides and no number limits it, its limits leave no room, or it is one of several
         // of a ball, floating or planar joint
};

struct VariableRange {
  PositionRange range;  // rad or m; of a held variable of one axis both are where it stands
  Travel travel = Travel::held;
};

// By position variable. The limits are those of position_ranges; of joints without limits, in formats in
// which that means none, see Travel. Universal joints turn within their limits, else once around about both
// axes.
std::vector<VariableRange> travel_ranges(const Model& model, const DynamicsModel& dynamics);

// All variables at zero, or where limits exclude that, as near to it as they allow.
std::vector<double> nearest_to_zero(const DynamicsModel& dynamics, const std::vector<VariableRange>& ranges);
// All variables in the middle of what they travel.
std::vector<double> middle_of_travel(const DynamicsModel& dynamics, const std::vector<VariableRange>& ranges);

// A value that depends on the posture. Not a number: it has none there.
using PostureValue = std::function<double(const std::vector<double>& q)>;

struct FoundPosture {
  double value = 0;
  std::vector<double> q;
};

// The moving ones of these variables, at random and evenly within their ranges.
void randomize(const std::vector<std::size_t>& variables, const std::vector<VariableRange>& ranges,
               Chance& chance, std::vector<double>& q);

// Steps one variable after the other to larger values, with steps that are halved where none helps, down to
// 1e-9 of a range. The result is a local maximum as far as single variables can tell. At most so many values
// are asked for.
FoundPosture climb(const PostureValue& value, FoundPosture from, const std::vector<std::size_t>& variables,
                   const std::vector<VariableRange>& ranges, std::size_t most = 2000);

// Returns the largest value found by climbing from the best of the given postures, at least one. If none of
// them has a value, it returns the first. Variables that do not matter are where the first posture has them.
FoundPosture largest_value(const PostureValue& value, std::vector<FoundPosture> starts,
                           const std::vector<std::size_t>& variables,
                           const std::vector<VariableRange>& ranges);

}  // namespace romas
