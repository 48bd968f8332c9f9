// <ros2_control> in its own words: the element that stands in URDF, and in texts that other formats keep of
// it.
#pragma once

#include "backends/xml/element_printer.h"

namespace romas {

// Prints one of Model::ros2_controls, with the foreign content that its plugins have in it.
void print_ros2_control(std::size_t index, ElementPrinter& printer);

}  // namespace romas
