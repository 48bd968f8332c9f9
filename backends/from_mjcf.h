// The losses of a model that was read from MJCF in other formats of robots.
#pragma once

#include <vector>

#include "backends/target.h"
#include "ir/model/model.h"

namespace romas {

// Reports the losses in a target that is called so ("URDF"): words and elements of MJCF (RM1901), and links
// that stand between the joints of a body, which are no fault in MJCF and which Gazebo drops (RM1401).
// Nothing for models of other formats.
void report_losses_from_mjcf(const Model& model, TargetContext& context, std::string_view target);

// By transmission: whether it stands for an actuator that is there because <ros2_control> commands its joint,
// so that it says nothing which the <ros2_control> does not say too.
std::vector<bool> said_by_ros2_control(const Model& model);

}  // namespace romas
