// Links that stand between the joints of one body. A format in which several joints move a body (MJCF) needs
// no such links; a tree in which each joint carries a link has one between each joint and the next.
#pragma once

#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"

namespace romas {

// By link: whether it is nothing but the middle of such a chain. It has no inertial and no shapes, nothing
// but its two joints refers to it, the frames of both have parallel axes when the joints stand at zero, and
// each is a hinge, a slide or a ball. No hinge and no ball follows a ball. Takes time linear in the model.
std::vector<bool> links_between_joints(const Model& model, const KinematicTree& tree);

}  // namespace romas
