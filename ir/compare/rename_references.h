// References after a change of names.
#pragma once

#include "ir/model/model.h"

namespace romas {

// Every reference takes the name of the link or joint that it was resolved to; those of <gazebo> and
// ros2_control too. Indexes are rebuilt.
void rename_references(Model& model);

}  // namespace romas
