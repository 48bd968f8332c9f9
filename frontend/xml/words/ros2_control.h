// The vocabulary of ros2_control: the element that stands in URDF, and in texts that other formats keep of
// it.
#pragma once

#include "frontend/xml/schema/schema.h"
#include "frontend/xml/schema/schema_reader.h"
#include "ir/model/control.h"

namespace romas {

// The row of <ros2_control>. Its content belongs to plugins, which may add elements of their own.
extern const ElementRow kRos2Control;

// Reads the element. `place` is that of what is made: content that the rows do not know becomes extensions
// below it. Wrong words are reported.
Ros2Control read_ros2_control(const XmlElement& element, const Place& place, SchemaReader& schema);

}  // namespace romas
