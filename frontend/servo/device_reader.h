// Reads the tree of one device file into families and devices.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/servo/device_registers.h"
#include "frontend/servo/device_values.h"
#include "ir/servo/device.h"

namespace romas {

// A device under construction: its family's defaults, then its own keys.
struct ServoDeviceDraft {
  ServoDevice device;
  std::optional<double> counts_per_turn;  // 0: open
  bool has_positions = false;
  bool has_travel = false;
  bool of_rotor = false;  // its frame counts turns of the rotor, not of the output
  std::vector<ServoRegisterDraft> registers;
};

struct ServoFamilyDraft {
  ServoFamily family;
  ServoDeviceDraft defaults;  // with the registers that the devices share
  SourceRange range;
  FileId file = 0;
};

struct ServoDeviceEntry {
  ServoDevice device;
  FileId file = 0;
};

// The families and devices of all files read so far.
struct ServoDeviceFiles {
  std::vector<std::string> family_names;  // skipped families included
  std::deque<ServoFamilyDraft> families;
  std::vector<ServoDeviceEntry> devices;
};

inline constexpr YamlLimits kDeviceFileLimits = {.depth = 12, .nodes = 50'000, .bytes = std::size_t{1} << 20};

// Adds the family and devices of an opened file. A family that is not in `wanted` is skipped; an empty
// `wanted` means all.
void read_device_file(FileId file, const SourceManager& sources, std::span<const std::string> wanted,
                      ServoDeviceFiles& files, DeviceFileProblems& problems);

// Parts of read_device_file (device_family.cpp, device_entry.cpp).
std::optional<ServoFamilyDraft> read_servo_family(const YamlMap& map, const std::string& name,
                                                  DeviceFileProblems& problems);
// Reads the keys that a device and its family's defaults have in common.
void read_device_keys(const YamlMap& map, ServoDeviceDraft& draft, DeviceFileProblems& problems);
std::optional<ServoDevice> read_servo_device(const YamlNode& key, const YamlNode& node,
                                             const ServoFamilyDraft& family, DeviceFileProblems& problems);
struct NamedCode {
  std::string name;
  std::int64_t code = 0;
};
std::vector<NamedCode> read_named_codes(const YamlNode& node, const std::string& what,
                                        DeviceFileProblems& problems);
// "modes" and "flags": names and their codes. Names that the compiler knows become words.
template <IsServoWord Word>
std::vector<ServoCode<Word>> read_servo_codes(const YamlNode& node, const std::string& what,
                                              DeviceFileProblems& problems) {
  std::vector<ServoCode<Word>> codes;
  for (NamedCode& read : read_named_codes(node, what, problems)) {
    const std::optional<Word> known = find_servo_word<Word>(read.name);
    codes.push_back({std::move(read.name), known, read.code});
  }
  return codes;
}
// Reports codes of "bauds", "modes" or "flags" that their register cannot hold.
void check_servo_codes(const YamlNode& node, KnownRegister name, std::vector<ServoRegisterDraft>& registers,
                       DeviceFileProblems& problems);

}  // namespace romas
