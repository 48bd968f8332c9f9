// Identification: the combinations of inertial parameters that torques tell of, and the regressor's columns
// for them.
//
// The columns of the regressor Y(q, v, a) are functions; where one is a sum of others for every motion, only
// a combination of the parameters shows in torques (Gautier and Khalil 1990). Those sums are the same for all
// motions, so they are found in a matrix of Y at random motions, row below row: with probability 1 it has
// them and no others (Gautier 1991).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/kernel.h"
#include "ir/model/model.h"

namespace romas::lowering {

struct BaseParameters {
  std::size_t all = 0;  // columns of the regressor
  // Independent columns of the regressor, rising: each is kept unless it is a sum of kept ones before it, so
  // that what cannot be told apart is counted to the link nearer to the root.
  std::vector<std::size_t> columns;
  // For each of them, how much of which other parameters belongs to its combination.
  std::vector<std::vector<std::pair<std::size_t, double>>> others;
  std::vector<std::size_t> without_effect;  // columns that are always 0
};

BaseParameters find_base_parameters(const Kernel& regressor, const DynamicsModel& model);

// Yb(q, v, a), n_v × columns.size(): tau = Yb beta.
Kernel lower_base_regressor(const Kernel& regressor, const BaseParameters& base);
// beta(parameters), from all inertial parameters.
Kernel lower_base_parameters(const BaseParameters& base);

// Each combination for people, such as "m(hand) - 0.5 mx(finger)".
std::vector<std::string> formulas(const BaseParameters& base, const Model& model,
                                  const DynamicsModel& dynamics);

}  // namespace romas::lowering
