// Positions of a DynamicsModel as numbers, for passes that try kernels out.
#pragma once

#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/analysis/tree/chance.h"

namespace romas::lowering {

// Zeros, and the identity for quaternions.
std::vector<double> neutral_position(const DynamicsModel& model);

// Angles and distances from -3 to 3 (rad and m), and unit quaternions where the model has them.
std::vector<double> random_position(const DynamicsModel& model, Chance& chance);

// q moved by a step along the velocity variables (n_v); quaternions stay of length 1.
std::vector<double> advanced(const DynamicsModel& model, std::vector<double> q,
                             const std::vector<double>& step);

}  // namespace romas::lowering
