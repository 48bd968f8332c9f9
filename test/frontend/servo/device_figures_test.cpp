// Protects figures of the device files that were once wrong, each against the maker's document or the driver
// that the file's head names.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "test/frontend/servo/device_figures.h"

namespace romas {
namespace {

using test::all_devices;
using test::device_of;
using test::expect_figures;
using test::Figure;
using test::register_of;

constexpr double kStep = 2 * std::numbers::pi / 4096;  // rad

// memory-sts.md
TEST(FeetechFigures, areTheMemoryTables) {
  const ServoDevice& sts3215 = device_of("feetech", "STS3215");
  expect_figures(sts3215, {{"min_position", 9, 2, 0, 4094, 0, kStep},
                           {"max_position", 11, 2, 1, 4095, 4095, kStep},
                           {"temperature_limit", 13, 1, 0, 100, 70, 0},
                           {"phase", 18, 1, 0, 254, 12, 0},
                           {"minimum_startup_force", 24, 1, 0, 254, {}, 0.001},
                           {"integral_limit", 25, 1, 0, 254, 0, 0},
                           {"cw_dead_zone", 26, 1, 0, 16, 1, kStep},
                           {"ccw_dead_zone", 27, 1, 0, 16, 1, kStep},
                           {"protection_current", 28, 2, 0, 2047, 511, 0.0065},
                           {"homing_offset", 31, 2, -4095, 4095, 0, kStep},
                           {"holding_torque", 34, 1, 0, 254, 20, 0.01},
                           {"protection_time", 35, 1, 0, 254, 200, 0.01},
                           {"overload_torque", 36, 1, 0, 254, 80, 0.01},
                           {"velocity_p_gain", 37, 1, 0, 254, {}, 0},
                           {"overcurrent_time", 38, 1, 0, 254, 200, 0.01},
                           {"velocity_i_gain", 39, 1, 0, 254, {}, 0},
                           {"torque_enable", 40, 1, 0, 2, 0, 0},
                           {"goal_pwm", 44, 2, -1000, 1000, 1000, 0.001},
                           {"status", 65, 1, 0, 255, {}, 0},
                           {"present_goal", 67, 2, -32767, 32767, {}, kStep}});
  EXPECT_EQ(register_of(sts3215, "goal_pwm").encode(-1), 0x401U) << "the sign is bit 10";
  EXPECT_EQ(sts3215.find_named("goal_time"), nullptr) << "44 is a duty cycle";
  EXPECT_EQ(sts3215.find_named("return_delay"), nullptr) << "7 is reserved";
}

// Bit 11 is the sign, bit 12 adds 2048.
TEST(FeetechFigures, homingOffsetsHaveTheirSignInTheMiddle) {
  const ServoRegister& offset = register_of(device_of("feetech", "STS3215"), "homing_offset");
  const std::vector<std::pair<std::int64_t, std::uint64_t>> pairs = {
      {0, 0},       {1, 1},       {2047, 2047},  {-1, 2049},   {-2047, 4095},
      {2048, 4096}, {4095, 6143}, {-2048, 6144}, {-4095, 8191}};
  for (const auto& [value, raw] : pairs) {
    EXPECT_EQ(offset.encode(value), raw) << value;
    EXPECT_EQ(offset.decode(raw), value) << raw;
  }
  EXPECT_EQ(all_devices().find_family("feetech")->homing_sure, 2047) << "of older editions";
}

TEST(FeetechFigures, theUnitOfSpeedIsKnownWhereThePhaseIs) {
  for (const std::string_view name : {"STS3215", "STS3215-12V"}) {
    EXPECT_EQ(register_of(device_of("feetech", name), "phase").initial.value_or(0) & 4, 4);
    EXPECT_NEAR(register_of(device_of("feetech", name), "goal_velocity").unit, kStep, 1e-12);
    EXPECT_NEAR(register_of(device_of("feetech", name), "present_velocity").unit, kStep, 1e-12);
  }
  for (const std::string_view name : {"STS3250", "STS3032"}) {
    EXPECT_EQ(register_of(device_of("feetech", name), "goal_velocity").unit, 0) << name;
    ASSERT_EQ(device_of("feetech", name).notes.size(), 1U) << name;
    EXPECT_NE(device_of("feetech", name).notes[0].find("unknown"), std::string::npos);
  }
  const ServoDevice& sts3032 = device_of("feetech", "STS3032");
  EXPECT_NEAR(sts3032.voltage, 6, 1e-12);
  EXPECT_NEAR(sts3032.stall_torque, 4.5 * 0.0980665, 1e-9);
}

// memory-scscl.md
TEST(ScsFigures, areTheMemoryTables) {
  const ServoDevice& scs = device_of("scs", "SCS0009");
  const double step = 2 * std::numbers::pi / 1228.8;
  expect_figures(scs, {{"min_position", 9, 2, 0, 1023, 20, step},
                       {"max_position", 11, 2, 1, 1023, 1003, step},
                       {"temperature_limit", 13, 1, 0, 100, 70, 0},
                       {"max_torque", 16, 2, 0, 1000, 1000, 0.001},
                       {"minimum_startup_force", 24, 2, 0, 1000, {}, 0.001},
                       {"cw_dead_zone", 26, 1, 0, 16, 1, step},
                       {"ccw_dead_zone", 27, 1, 0, 16, 1, step},
                       {"holding_torque", 37, 1, 0, 254, 20, 0.01},
                       {"protection_time", 38, 1, 0, 254, 200, 0.01},
                       {"overload_torque", 39, 1, 0, 254, 80, 0.01},
                       {"goal_velocity", 46, 2, 0, 1000, {}, step},
                       {"present_velocity", 58, 2, -32767, 32767, {}, step}});
  EXPECT_EQ(scs.find_named("i_gain"), nullptr) << "23 is undefined";
  EXPECT_EQ(scs.find_named("return_delay"), nullptr) << "7 is undefined";
  EXPECT_EQ(register_of(device_of("scs", "SCS15"), "max_torque").initial, 1000);
}

// cia402_slave.eds and canopen_402_driver of ros2_canopen; CiA 402
TEST(Cia402Figures, areTheDriversAndTheObjectDictionarys) {
  const ServoDevice& drive = device_of("cia402", "drive");
  const ServoFamily& family = all_devices().family_of(drive);
  EXPECT_EQ(family.torque_off, (std::vector<ServoAssignment>{{"controlword", 128}, {"controlword", 6}}))
      << "out of a fault first";
  EXPECT_EQ(family.torque_on, (std::vector<ServoAssignment>{{"controlword", 7}, {"controlword", 15}}));
  ASSERT_TRUE(family.store);
  EXPECT_EQ(family.store->value, 0x65766173) << "\"save\"";
  const std::vector<std::pair<ServoMode, int>> modes = {
      {ServoMode::position, 1},        {ServoMode::velocity, 3},        {ServoMode::current, 4},
      {ServoMode::cyclic_position, 8}, {ServoMode::cyclic_velocity, 9}, {ServoMode::cyclic_current, 10}};
  for (const auto& [mode, code] : modes) {
    ASSERT_NE(find_code(family.modes, mode), nullptr) << to_string(mode);
    EXPECT_EQ(find_code(family.modes, mode)->code, code);
  }
  const std::vector<std::tuple<std::string_view, std::uint32_t, int, int>> objects = {
      {"store_parameters", 0x1010, 1, 4},
      {"following_error_window", 0x6065, 0, 4},
      {"following_error_time", 0x6066, 0, 2},
      {"quick_stop_deceleration", 0x6085, 0, 4},
      {"gear_ratio", 0x6091, 1, 4},
      {"gear_shaft_turns", 0x6091, 2, 4},
      {"feed", 0x6092, 1, 4},
      {"feed_shaft_turns", 0x6092, 2, 4}};
  for (const auto& [name, index, subindex, size] : objects) {
    SCOPED_TRACE(name);
    EXPECT_EQ(register_of(drive, name).address, index);
    EXPECT_EQ(register_of(drive, name).subindex, subindex);
    EXPECT_EQ(register_of(drive, name).size, size);
  }
  EXPECT_EQ(register_of(drive, "goal_velocity").unit, 0) << "the drive's own";
  EXPECT_NE(register_of(drive, "homing_offset").note.find("homing"), std::string::npos);
}

// ROBOTIS-GIT/emanual: the pages of the devices, control_table_drivemode.md, control_table_buswatchdog.md
TEST(DynamixelFigures, areThePagesOfTheManual) {
  for (const std::string_view name : {"XL330-M077", "XL330-M288", "XL430-W250", "XC430-W150", "XC430-W240",
                                      "XM430-W210", "XM430-W350", "XM540-W150", "XM540-W270"}) {
    SCOPED_TRACE(name);
    const ServoDevice& device = device_of("dynamixel", name);
    // The pages of the X540 say 5, and explain bit 1 (slave), which is beyond it with two others.
    EXPECT_EQ(register_of(device, "drive_mode").highest, name == "XL430-W250"        ? 13
                                                         : name.starts_with("XM540") ? 7
                                                                                     : 5);
    const ServoRegister& watchdog = register_of(device, "bus_watchdog");
    EXPECT_EQ(watchdog.lowest, 1);
    EXPECT_EQ(watchdog.highest, 127);
    EXPECT_EQ(watchdog.off, 0);
    EXPECT_TRUE(watchdog.takes(0) && watchdog.takes(127) && !watchdog.takes(128) && !watchdog.takes(-1));
    EXPECT_EQ(register_of(device, "profile_acceleration").highest, 32767);
    EXPECT_EQ(register_of(device, "profile_acceleration").longest_time, 32737);
    const bool all = name.starts_with("XM540");
    EXPECT_EQ(device.reverses.size(), all ? 4U : 1U) << "the pages of the others name positions only";
    EXPECT_EQ(device.reverses[0], ServoAspect::position);
  }
}

// projectgus.com, 2009: 771 to 2193 us for 130 degrees, others measured 120
TEST(HobbyFigures, ofTheMg996rAreMeasuredAndDoubtful) {
  for (const std::string_view family : {"pca9685", "timer"}) {
    const ServoDevice& mg996r = device_of(family, "MG996R");
    EXPECT_NEAR(mg996r.pulse_low, 771e-6, 1e-12);
    EXPECT_NEAR(mg996r.pulse_high, 2193e-6, 1e-12);
    EXPECT_NEAR(mg996r.travel, 125 * std::numbers::pi / 180, 1e-12);
    EXPECT_NE(mg996r.doubtful.find("771 to 2193 us"), std::string::npos);
    EXPECT_TRUE(device_of(family, "SG90").doubtful.empty());
  }
}

}  // namespace
}  // namespace romas
