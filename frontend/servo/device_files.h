// Device files: what is known of servos, as YAML. One file a family.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "ir/servo_device.h"

namespace romas {

// The files that the compiler carries along, and then the given files and folders of *.yaml (--servo-devices). A device of a given
// file replaces one of the same family and name. Every problem is reported with its place, and its family or device left out.
ServoDeviceLibrary read_servo_devices(const std::vector<std::string>& paths, FrontendContext& context);

}  // namespace romas
