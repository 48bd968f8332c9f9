// Positions of joints as MuJoCo counts them (qpos): in the order of the bodies, each from its own zero.
#pragma once

#include <optional>
#include <vector>

#include "backends/mjcf/mjcf_document.h"
#include "ir/values/spatial.h"

namespace romas::mjcf {

// The positions with all joints at zero or at the bound that is nearest to it, laid out by
// KinematicTree::q_index().
std::vector<double> home_position(const Document& document);
// Moves followers to where their leaders put them.
void move_followers(const Document& document, std::vector<double>& q);

// True where --floating-base gives the root a free joint, whose numbers come first.
bool frees_root(const Document& document);
// The pose of the root at which nothing of known size reaches below the ground, seven numbers.
std::vector<double> standing_root(const Document& document, const std::vector<double>& q);
// Seven numbers of a pose.
std::vector<double> free_position(const RigidTransform& X);

// The numbers of all joints, without those of a root that is freed.
std::vector<double> qpos_of(const Document& document, const std::vector<double>& q);

}  // namespace romas::mjcf
