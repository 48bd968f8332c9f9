// What romasc writes into <custom> because MuJoCo has no place for it (backends/mjcf): names of fixed joints
// and of links between joints, limits and controllers of joints, properties and contents of <gazebo>,
// <ros2_control>.
#pragma once

#include "frontend/mjcf/file/mjcf_file.h"
#include "ir/model/model.h"

namespace romas::mjcf {

// True for a text of <custom> that romasc wrote.
bool is_ours(const XmlElement& element);
// Whether such a text names the fixed joint that holds a body.
bool fixed_joint_is_named(const MjcfFile& file, const XmlElement* body);
// Puts such texts back into the Model. What is wrong in them is reported.
void read_custom(MjcfFile& file, SchemaReader& schema, Model& model);

}  // namespace romas::mjcf
