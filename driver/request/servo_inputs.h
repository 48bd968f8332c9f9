// Files about servos beside a description: the servo map, a calibration, device files, a dump of registers.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "ir/model/model.h"
#include "ir/servo/device.h"
#include "ir/servo/dump.h"

namespace romas::driver {

struct AppliedServoMap {
  // Entries whose joint no robot of this input has, by index.
  std::vector<std::size_t> unknown_joints;
  CompileStatus status = CompileStatus::ok;
};
// Applies the servo map to the models. Unknown joints are reported unless the map is shared with other
// inputs.
AppliedServoMap apply_servo_maps(std::vector<Model>& models, const ServoRequest& request,
                                 const FrontendOptions& frontend, Stage& stage);

// Puts the calibration of a unit into the models' servos.
CompileStatus apply_calibration(std::vector<Model>& models, const ServoRequest& request,
                                const FrontendOptions& frontend, Stage& stage);

struct ServoFacts {
  std::optional<ServoDeviceLibrary> devices;  // of the families that the models name; nothing: they name none
  std::optional<ServoDump> registers;         // nothing: not asked for, or unreadable
  CompileStatus status = CompileStatus::ok;
};
// Reads the dump of registers, and, if a model has servos, device files.
ServoFacts read_servo_facts(const std::vector<Model>& models, const ServoRequest& request,
                            const FrontendOptions& frontend, Stage& stage);

}  // namespace romas::driver
