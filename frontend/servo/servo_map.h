// Servo maps (--servo-map): files that assign servos to the joints of a robot, for descriptions in formats
// that cannot. docs/servo-map.md describes them; ir/words/servo_properties.def lists the properties.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/servo/servo_units.h"
#include "ir/model/units.h"
#include "ir/servo/device.h"

namespace romas {

// The wanted contents of a register, as they are written: the device decides which number that is.
struct WrittenQuantity {
  double number = 0;
  const ServoUnit* unit = nullptr;  // null: a fraction without a unit
  std::string text;                 // "1.5 A"
};

// A value of a property. The unit of some properties depends on the joint, the number of others on the
// device.
struct ServoMapValue {
  ServoProperty property{};
  std::variant<bool, double, std::string> value;  // a number in SI units
  std::optional<Dimension> dimension;             // of a number with a unit
  std::optional<WrittenQuantity> of_register;     // then `value` is unused
  SourceRange range;
};

struct ServoMapEntry {
  std::string joint;  // empty: the defaults
  std::optional<std::string> family, device;
  std::vector<ServoMapValue> values;
  struct Place {
    ServoMapValue joint, angle;
    SourceRange range;
  };
  std::optional<std::vector<Place>> map;
  struct Coupling {
    std::string joint;
    double gear = 0;
    SourceRange joint_range, range;
  };
  std::optional<std::vector<Coupling>> couplings;
  SourceRange joint_range, range, family_range;
};

struct ServoMap {
  ServoMapEntry defaults;
  std::vector<ServoMapEntry> joints;
};

// Returns nullopt if the file cannot be read or is malformed as a whole. Smaller mistakes are reported, and
// the faulty parts are left out.
std::optional<ServoMap> read_servo_map(const std::string& path, FrontendContext& context);
// The same for a text that was read already.
std::optional<ServoMap> parse_servo_map(FileId file, const SourceManager& sources,
                                        DiagnosticEngine& diagnostics);

// A value of a map that waits for its servo's device.
struct OpenServoValue {
  std::size_t joint = 0;  // in Model::joints
  ServoMapValue value;
};

// Applies the map to the model's joints. The values of an entry replace those of its joint one by one. The
// defaults then fill in absent values, in joints with an entry and in other servos of the defaults' family or
// of none. References are resolved again. Entries for joints that the model does not have are ignored (see
// unknown_servo_joints). Values that depend on the device are not in the model yet: they are returned for
// settle_servo_values.
std::vector<OpenServoValue> apply_servo_map(const ServoMap& map, Model& model, DiagnosticEngine& diagnostics);

// Puts open values into the model, as the numbers that the registers of their joints' servos hold. Reports
// values without a number: of a wrong quantity, out of the register's range, of an unknown device; and what
// was rounded.
void settle_servo_values(const std::vector<OpenServoValue>& open, Model& model,
                         const ServoDeviceLibrary& library, DiagnosticEngine& diagnostics);

// The entries whose joint none of the models has, by index.
std::vector<std::size_t> unknown_servo_joints(const ServoMap& map, const std::vector<Model>& models);
// Reports these entries; `models` provide the names to suggest.
void report_unknown_servo_joints(const ServoMap& map, const std::vector<std::size_t>& entries,
                                 const std::vector<Model>& models, DiagnosticEngine& diagnostics);

}  // namespace romas
