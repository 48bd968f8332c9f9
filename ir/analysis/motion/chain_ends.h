// The links at the ends of a robot's chains: what reach, payload and inverse kinematics are about.
#pragma once

#include <string_view>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"

namespace romas {

// The bodies between the ground and a place, from the ground outwards.
std::vector<std::size_t> bodies_to(const DynamicsModel& dynamics, const Placement& place);
// The position variables that move them, each once, in that order. A body with several variables gives its
// first one.
std::vector<std::size_t> variables_to(const DynamicsModel& dynamics, const Placement& place);

// Whether a link is called after the end of a limb: foot, toe, tip, tool, tcp, ee, eef or effector, alone or
// with other words, such as "FL_foot", "fingertip" and "tool0".
bool is_end_name(std::string_view name);

// One link for each chain, in the order of the tree: of the last body that moves, the link with most joints
// between it and the root; of several the last. Links that are called after an end come first. A gripper is
// no chain of its own: where two or more bodies hang on a body, at most two variables move all of them, and
// three or more carry the body, the end is a link of that body. Chains of one variable (wheels, lids) count
// only where there is no longer one.
std::vector<LinkId> chain_ends(const Model& model, const KinematicTree& tree, const DynamicsModel& dynamics);

// The other links at which the chain to a link might end: those of the same body on which no link of it
// hangs.
std::vector<LinkId> other_ends(const KinematicTree& tree, const DynamicsModel& dynamics, LinkId end);

}  // namespace romas
