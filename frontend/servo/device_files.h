// Device files: descriptions of servos in YAML, one family a file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "ir/servo/device.h"

namespace romas {

// Reads the embedded device files, then the given files and folders of *.yaml (--servo-devices). A device of
// a given file replaces one of the same family and name. Every problem is reported at its place, and its
// family or device is left out. Only the families in `wanted` are read; if it is empty, all of them.
ServoDeviceLibrary read_servo_devices(const std::vector<std::string>& paths, FrontendContext& context,
                                      std::span<const std::string> wanted = {});

// The names of the embedded families. No file is read for this.
std::vector<std::string_view> embedded_servo_families();

}  // namespace romas
