// The noise of a joint's readings, from the servo that turns it.
#pragma once

#include <optional>
#include <string>

#include "ir/model/model.h"
#include "ir/servo/device.h"

namespace romas {

// Two steps of what the servo tells, at the joint: rad and rad/s, or m and m/s.
struct ReadingNoise {
  double position = 0;
  double velocity = 0;  // 0: its velocity has no steps that are known
  std::string device;
};

// Nothing if no known servo turns the joint, or if it tells its position as a real number.
std::optional<ReadingNoise> reading_noise(const Model& model, const Joint& joint,
                                          const ServoDeviceLibrary& library);

}  // namespace romas
