// Protects the figures of motors on CAN: each against the drivers and manuals that the heads of the device
// files name.
#include <gtest/gtest.h>

#include <numbers>

#include "ir/servo/frame.h"
#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::all_devices;
using test::device_of;
using test::register_of;

struct Ranges {
  std::string_view name;
  double position, velocity, torque, kp, kd;  // rad, rad/s, N m, N m/rad, N m s/rad
  double gearbox;                             // 0: not told
};

void expect_ranges(std::string_view family, const std::vector<Ranges>& all) {
  for (const Ranges& wanted : all) {
    SCOPED_TRACE(wanted.name);
    const ServoDevice& device = device_of(family, wanted.name);
    EXPECT_NEAR(device.frame.position, wanted.position, 1e-12);
    EXPECT_NEAR(device.frame.velocity, wanted.velocity, 1e-12);
    EXPECT_NEAR(device.frame.torque, wanted.torque, 1e-12);
    EXPECT_EQ(device.frame.kp, wanted.kp);
    EXPECT_EQ(device.frame.kd, wanted.kd);
    EXPECT_EQ(device.gearbox, wanted.gearbox);
    EXPECT_EQ(register_of(device, "p_gain").highest, wanted.kp);
    EXPECT_EQ(register_of(device, "d_gain").highest, wanted.kd);
    EXPECT_TRUE(register_of(device, "p_gain").in_frame);
    EXPECT_EQ(device.first_count, 0);
    EXPECT_EQ(device.last_count, 65535);
    EXPECT_NEAR(device.counts_per_turn, 65535 / (2 * wanted.position) * kFullTurn, 1e-9);
    ASSERT_EQ(device.modes.size(), 1U);
    EXPECT_EQ(device.modes[0].known, ServoMode::impedance);
  }
}

// enactic/openarm_can dm_motor_constants.hpp; the gearboxes are those of Seeed's table of the maker's
// figures.
TEST(DamiaoDevices, haveTheRangesOfTheDrivers) {
  expect_ranges("damiao", {{"DM3507", 12.5, 50, 5, 500, 5, 7},
                           {"DM4310", 12.5, 30, 10, 500, 5, 10},
                           {"DM4310-48V", 12.5, 50, 10, 500, 5, 10},
                           {"DM4340", 12.5, 8, 28, 500, 5, 40},
                           {"DM4340-48V", 12.5, 10, 28, 500, 5, 40},
                           {"DM6006", 12.5, 45, 20, 500, 5, 6},
                           {"DM8006", 12.5, 45, 40, 500, 5, 6},
                           {"DM8009", 12.5, 45, 54, 500, 5, 9},
                           {"DM10010L", 12.5, 25, 200, 500, 5, 10},
                           {"DM10010", 12.5, 20, 200, 500, 5, 10},
                           {"DMH3510", 12.5, 280, 1, 500, 5, 0},
                           {"DMH6215", 12.5, 45, 10, 500, 5, 0},
                           {"DMG6220", 12.5, 45, 10, 500, 5, 0}});
  EXPECT_EQ(all_devices().find("damiao", "dm-j4310-2ec"), &device_of("damiao", "DM4310"));
}

// kscalelabs/robstride actuator_types.rs (00 to 04), huggingface/lerobot (05, 06), CyberGear's manual.
TEST(RobstrideDevices, haveTheRangesOfTheDrivers) {
  constexpr double kTwoTurns = 4 * std::numbers::pi;
  expect_ranges("robstride", {{"RS00", kTwoTurns, 33, 14, 500, 5, 10},
                              {"RS01", kTwoTurns, 44, 17, 500, 5, 0},
                              {"RS02", kTwoTurns, 44, 17, 500, 5, 7.75},
                              {"RS03", kTwoTurns, 20, 60, 5000, 100, 0},
                              {"RS04", kTwoTurns, 15, 120, 5000, 100, 0},
                              {"RS05", kTwoTurns, 50, 5.5, 500, 5, 0},
                              {"RS06", kTwoTurns, 50, 36, 5000, 100, 0}});
  expect_ranges("cybergear", {{"CyberGear", kTwoTurns, 30, 12, 500, 5, 7.75}});
  for (const std::string_view disputed : {"RS00", "RS03", "RS05", "RS06"})
    EXPECT_EQ(device_of("robstride", disputed).notes.size(), 1U) << disputed;
}

// The registers' numbers: lerobot's and openarm_can's MotorVariable and RID; RobStride's ParameterType.
TEST(CanMotors, haveTheMakersRegisters) {
  const ServoDevice& damiao = device_of("damiao", "DM4310");
  const std::vector<std::pair<std::string_view, std::uint32_t>> rids = {
      {"feedback_id", 7},     {"id", 8},
      {"timeout", 9},         {"mode", 10},
      {"position_range", 21}, {"velocity_range", 22},
      {"torque_range", 23},   {"baud", 35}};
  for (const auto& [name, rid] : rids) EXPECT_EQ(register_of(damiao, name).address, rid) << name;
  const ServoDevice& robstride = device_of("robstride", "RS02");
  EXPECT_EQ(register_of(robstride, "mode").address, 0x7005U);
  EXPECT_EQ(register_of(robstride, "torque_limit").address, 0x700BU);
  EXPECT_EQ(register_of(robstride, "timeout").address, 0x7028U);
  EXPECT_EQ(all_devices().find_family("damiao")->feedback_offset, 16);
  EXPECT_EQ(all_devices().find_family("robstride")->host_id, 253);
  EXPECT_EQ(all_devices().find_family("dynamixel")->host_id, -1);
}

TEST(CanMotors, countAsTheirFieldsDo) {
  EXPECT_EQ(frame_bits(ServoProtocol::damiao).other, 12U);
  EXPECT_EQ(frame_bits(ServoProtocol::robstride).other, 16U);
  EXPECT_DOUBLE_EQ(frame_unit(30, 12), 60.0 / 4095);
  EXPECT_DOUBLE_EQ(frame_middle(16), 32767.5);
}

TEST(CanMotors, areReadWithTheirFields) {
  const test::DeviceReading reading(
      {"family: damiao\ndevices:\n  MINE:\n    frame: {velocity: 0 rad/s, kp: -1}\n"
       "    gearbox: 0\n"});
  const std::vector<std::string> findings = reading.messages();
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_NE(findings[0].find("'velocity' of 'frame'"), std::string::npos) << findings[0];
  EXPECT_NE(findings[1].find("'kp' of 'frame' is -1; it must be above 0"), std::string::npos) << findings[1];
  EXPECT_NE(findings[2].find("'gearbox' of device 'MINE' is 0; it must be above 0"), std::string::npos)
      << findings[2];
}

}  // namespace
}  // namespace romas
