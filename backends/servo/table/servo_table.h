// The content of a servo table, in the integers of the firmware.
#pragma once

#include <string>
#include <vector>

#include "backends/servo/table/integer_scale.h"
#include "backends/target.h"
#include "ir/servo/integer_map.h"
#include "ir/servo/plan.h"

namespace romas {

// A servo and its conversions. Positions and velocities of joints are Q16.16 rad or m (and per second),
// currents Q16.16 A, efforts Q16.16 N m or N. Indices of terms are those of ServoTable::joints.
struct ServoEntry {
  PlannedServo plan;
  std::string identifier;  // of C: "joint1", unique
  std::size_t bus = 0;     // in ServoTable::buses
  IntegerScale position;   // joints → count
  IntegerScale velocity;  // joints' velocities → count; no terms where the device has no unit of velocity, or
                          // there is a map
  IntegerScale current;  // current → count; no terms where the device has no unit of current
  IntegerScale effort;  // the own joint's effort → count of current, by the nominal torque constant; no terms
                        // where it is unknown
  // Of motors that a frame commands (ServoFrame): gains (Q16.16, N m/rad and N m s/rad of the motor) → code,
  // and the code of a torque → the own joint's effort. `velocity` and `effort` are codes then, too.
  IntegerScale kp, kd, joint_effort;
  std::vector<IntegerPlace> places;  // of a map, by rising joint value
  // The drive counts turns or rad as a real number; counts here, also those of `plan`, are Q16.16 of them.
  bool fractional = false;
  std::int32_t home = 0;  // the count of all joints at 0
  double rounding = 0;    // rounding_error()
};

struct ServoTable {
  std::string name;                 // an identifier
  std::vector<ServoEntry> entries;  // in the model's order
  std::vector<std::string> buses;
  // Indices in Model::joints: the order of positions, velocities and efforts of joints.
  std::vector<std::size_t> joints;
  std::vector<std::string> joint_identifiers;
  std::vector<IntegerScale> joint_position,
      joint_velocity;          // by joint; indices are those of entries. No terms: from a map, or unknown
  std::vector<int> mapped_by;  // by joint: the entry whose map says its position; -1: none
};

// Nothing if a value that every table needs is missing; it is reported (RM1862). `order`: joints whose
// positions come first, in this order; those of servos that are not among them follow.
std::optional<ServoTable> make_servo_table(const Model& model, const ServoDeviceLibrary& library,
                                           const std::string& name, const std::vector<std::size_t>& order,
                                           DiagnosticEngine& diagnostics);

// Bits a second of the servo's bus: as the servo leaves its maker where nothing is said.
std::int64_t line_speed(const PlannedServo& plan);
// How far a joint is at most from its goal, in rad or m: half a count, of a map what was measured over all of
// its positions (map_rounding_error); and what the servo's map_error says.
double rounding_error(const ServoEntry& entry);
// Whether joint and reading rise together, and if not, what reverses the direction.
enum class ServoTurning : std::uint8_t { forward, reversed_by_servo, reversed_by_table, reversed_by_both };
ServoTurning turning_of(const ServoEntry& entry);
std::string_view to_string(ServoTurning turning);  // for people

}  // namespace romas
