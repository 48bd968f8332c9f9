// Properties of <gazebo> elements as text.
#pragma once

#include <string>

#include "ir/model/control.h"

namespace romas {

// "true" and "false", numbers with the digits that they were read with.
std::string gazebo_text(const GazeboValue& value);

}  // namespace romas
