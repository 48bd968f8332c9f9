// Ball and universal joints in URDF, which has neither.
#pragma once

#include <string>
#include <vector>

#include "backends/target.h"
#include "ir/model/model.h"

namespace romas {

// The values of --ball-joints.
std::vector<std::string> ball_joint_form_names();

namespace urdf {

// Whether the options ask for turning joints, and the model has a joint that they would replace.
bool splits_ball_joints(const Model& model, const TargetOptions& options);

// Replaces each ball joint NAME by NAME_yaw, NAME_pitch and NAME_roll about z, y and x, so that their
// positions are the roll, pitch and yaw of URDF, and each universal joint by NAME_x and NAME_y. Small links
// stand between. Reports each (RM1902). A joint keeps its index, and is the last one of its chain.
void split_ball_joints(Model& model, TargetContext& context);

}  // namespace urdf

}  // namespace romas
