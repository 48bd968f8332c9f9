// Registers in device files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/servo/device_values.h"
#include "ir/servo/device.h"

namespace romas {

// A register under construction: a device may override parts of its family's register.
struct ServoRegisterDraft {
  ServoRegister reg;
  std::optional<std::pair<std::int64_t, std::int64_t>> range;  // as given; else all that fits
  SourceRange range_place;
  bool of_counts = false;  // its unit is counts of the position registers

  // The values that its size and encoding can hold.
  std::pair<std::int64_t, std::int64_t> holdable() const;
  // The complete register, with its range; that of a gain which goes with a frame is the frame's. A unit of
  // counts is converted by the device's counts per turn (0: open).
  ServoRegister finish(double counts_per_turn, const ServoFrame& frame) const;
};

// Reads the key `registers`. A register of a known name is changed, any other one is added. Every problem is
// reported, and registers that cannot be used are left out.
void read_servo_registers(const YamlNode& node, ServoProtocol protocol,
                          std::vector<ServoRegisterDraft>& registers, DeviceFileProblems& problems);

// Reports registers that follow (ServoRegister::follows) what is no register, or a follower, or a value of
// another kind.
void check_leaders(const std::vector<ServoRegisterDraft>& registers, const std::string& what,
                   DeviceFileProblems& problems);
// Reports registers that share bytes.
void check_overlaps(const std::vector<ServoRegisterDraft>& registers, ServoProtocol protocol,
                    const std::string& what, DeviceFileProblems& problems);

ServoRegisterDraft* find_register(std::vector<ServoRegisterDraft>& registers, std::string_view name);
// "; did you mean 'velocity_limit'?", or nothing.
std::string nearest_register(std::string_view name, const std::vector<ServoRegisterDraft>& registers);

}  // namespace romas
