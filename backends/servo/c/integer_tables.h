// Shared by the integer tables of all formats: the order of the scales, the registers that the scales count,
// and the writes that fit.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "backends/servo/packets/write_sequence.h"
#include "backends/servo/table/formats.h"
#include "backends/servo/table/servo_table.h"

namespace romas {

// The rows of one kind of conversion: one for each servo, or for each joint.
struct ScaleRows {
  std::string_view name;
  std::vector<const IntegerScale*> rows;
};
// By servo: position, velocity, current, effort; then by joint: joint_position, joint_velocity. Points into
// the table.
std::vector<ScaleRows> scale_rows(const ServoTable& table);
// By servo, of motors that frames command: kp, kd, joint_effort. Empty if there is no such motor.
std::vector<ScaleRows> frame_scale_rows(const ServoTable& table);

// A write of ServoTable::entries[servo] whose value is a number of at most four bytes (setting_bits).
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

// The registers that the scales count, in the order of all tables. Every servo has a row for each.
inline constexpr std::array kCountedRegisters = {
    KnownRegister::goal_position,    KnownRegister::present_position, KnownRegister::goal_velocity,
    KnownRegister::present_velocity, KnownRegister::goal_current,     KnownRegister::present_current};
// Such a register as firmware speaks to it. Size 0: the servo has none, or none that holds a whole number in
// at most four bytes.
struct IntegerRegister {
  std::uint32_t address = 0;
  std::uint8_t subindex = 0, size = 0;
  std::uint8_t encoding = 0;  // a ServoEncoding, or kMagnitude
  std::uint8_t sign_bit = 0;  // of sign-magnitude
};
// The encoding of a register whose 0 is the fastest in the servo's mode: of a velocity the magnitude is sent,
// at least 1.
inline constexpr std::uint8_t kMagnitude = 3;
IntegerRegister integer_register(const PlannedServo& plan, KnownRegister name);

// Which limit in counts a register holds: 1 the lower one, 2 the upper one, 0 none.
int bound_in(const ServoRegister& target);

// Of an entry with a map: the joint that it maps, in ServoTable::joints.
std::size_t mapped_joint(const ServoTable& table, const ServoEntry& entry);

}  // namespace romas
