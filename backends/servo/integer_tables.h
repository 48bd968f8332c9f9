// Shared by the integer tables of all formats: the order of the scales, and the writes that fit.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "backends/servo/formats.h"
#include "backends/servo/servo_table.h"
#include "backends/servo/write_sequence.h"

namespace romas {

// The rows of one kind of conversion: one for each servo, or for each joint.
struct ScaleRows {
  std::string_view name;
  std::vector<const IntegerScale*> rows;
};
// By servo: position, velocity, current, effort; then by joint: joint_position, joint_velocity. Points into
// the table.
std::vector<ScaleRows> scale_rows(const ServoTable& table);

// A write of ServoTable::entries[servo] whose value is a whole number of at most four bytes.
struct TableWrite {
  std::size_t servo = 0;
  ServoStep step;
};
std::vector<TableWrite> table_writes(const ServoTable& table);

// Reports (RM1901) which servos have writes that are no such numbers, and so are not in the tables of this
// format.
void report_unsaid_writes(ServoFormatContext& context, std::string_view format);

// Where a register lies for this servo: channels of a chip have their own.
std::uint32_t register_address(const ServoRegister& reg, const PlannedServo& plan);

// Of an entry with a map: the joint that it maps, in ServoTable::joints.
std::size_t mapped_joint(const ServoTable& table, const ServoEntry& entry);

}  // namespace romas
