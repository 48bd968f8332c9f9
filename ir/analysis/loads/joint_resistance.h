// Damping and dry friction of joints, by velocity variable.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/model/model.h"

namespace romas {

// Damping (N m s/rad or N s/m) or dry friction (N m or N) of each velocity variable, that of its followers
// reflected to it.
enum class Resistance : std::uint8_t { damping, friction };
std::vector<double> joint_resistance(const Model& model, const DynamicsModel& dynamics, Resistance kind);

}  // namespace romas
