// Device files: what is known of servos, as YAML. One file a family.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "ir/servo/device.h"

namespace romas {

// The files that the compiler carries along, and then the given files and folders of *.yaml
// (--servo-devices). A device of a given file replaces one of the same family and name. Every problem is
// reported with its place, and its family or device left out. Only the wanted families are read; none: all of
// them.
ServoDeviceLibrary read_servo_devices(const std::vector<std::string>& paths, FrontendContext& context,
                                      std::span<const std::string> wanted = {});

// The families that the compiler carries along, by name; no file is read for this.
std::vector<std::string_view> embedded_servo_families();

}  // namespace romas
