// Servo maps: files that say for the joints of a robot which servos drive them (--servo-map), where the
// description has no place for that. docs/servo-map.md describes them; which properties there are is in
// ir/servo_properties.def.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/frontend.h"
#include "ir/units.h"

namespace romas {

// A value of a property. What its unit is depends on the joint, for some.
struct ServoMapValue {
  ServoProperty property{};
  std::variant<bool, double, std::string> value;  // a number in SI units
  std::optional<Dimension> dimension;             // of a number with a unit
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

// Nothing if the file cannot be read or is malformed as a whole. Smaller mistakes are reported, and what they
// stand in is left out.
std::optional<ServoMap> read_servo_map(const std::string& path, FrontendContext& context);
// The same for a text that was read already.
std::optional<ServoMap> parse_servo_map(FileId file, const SourceManager& sources,
                                        DiagnosticEngine& diagnostics);

// Puts what the map says into the model's joints: an entry's values replace those that stand there, one by
// one; the defaults fill in what is absent then, of joints with an entry and of other servos of the defaults'
// family or of none. References are resolved anew. Joints that the model does not have are left alone
// (unknown_servo_joints).
void apply_servo_map(const ServoMap& map, Model& model, DiagnosticEngine& diagnostics);

// The entries whose joint none of the models has, by index.
std::vector<std::size_t> unknown_servo_joints(const ServoMap& map, const std::vector<Model>& models);
// Reports them; `models` are for the nearest name.
void report_unknown_servo_joints(const ServoMap& map, const std::vector<std::size_t>& entries,
                                 const std::vector<Model>& models, DiagnosticEngine& diagnostics);

}  // namespace romas
