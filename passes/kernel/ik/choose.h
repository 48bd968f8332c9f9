// Which closed form the inverse kinematics of a link has.
#pragma once

#include <optional>
#include <string>

#include "ir/kernel/code_model.h"

namespace romas {

// The cheapest of the closed forms that the chain to a link allows, with the joints that `options` names
// among those whose positions are given; where there is none, what solves any six axes, unless `options`
// forbids it. Empty with the reason where nothing does. `link`: in DynamicsModel::links.
std::optional<ClosedFormIk> choose_inverse_kinematics(const Model& model, const DynamicsModel& dynamics,
                                                      int link, const CodeOptions& options,
                                                      std::string& reason);

}  // namespace romas
