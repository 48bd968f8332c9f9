// Protects the figures of the device files: they are those of the makers' manuals.
#include <gtest/gtest.h>

#include <numbers>

#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::all_devices;
using test::device_of;
using test::register_of;

// Control table of the XM430-W350 (ROBOTIS e-Manual).
struct ControlTableRow {
  std::string_view name;
  std::uint32_t address;
  int size;
  std::optional<std::int64_t> initial;
  bool is_signed = false;
};
constexpr ControlTableRow kXm430[] = {
    {"model_number", 0, 2, {}},
    {"id", 7, 1, 1},
    {"baud", 8, 1, 1},
    {"return_delay", 9, 1, 250},
    {"drive_mode", 10, 1, 0},
    {"mode", 11, 1, 3},
    {"homing_offset", 20, 4, 0, true},
    {"pwm_limit", 36, 2, 885},
    {"current_limit", 38, 2, 1193},
    {"acceleration_limit", 40, 4, 32767},
    {"velocity_limit", 44, 4, 200},
    {"max_position", 48, 4, 4095},
    {"min_position", 52, 4, 0},
    {"torque_enable", 64, 1, 0},
    {"d_gain", 80, 2, 0},
    {"i_gain", 82, 2, 0},
    {"p_gain", 84, 2, 800},
    {"goal_pwm", 100, 2, {}, true},
    {"goal_current", 102, 2, {}, true},
    {"goal_velocity", 104, 4, {}, true},
    {"profile_acceleration", 108, 4, 0},
    {"profile_velocity", 112, 4, 0},
    {"goal_position", 116, 4, {}, true},
    {"present_current", 126, 2, {}, true},
    {"present_velocity", 128, 4, {}, true},
    {"present_position", 132, 4, {}, true},
};

TEST(DynamixelDevices, haveTheManualsControlTable) {
  const ServoDevice& xm430 = device_of("dynamixel", "XM430-W350");
  for (const ControlTableRow& row : kXm430) {
    SCOPED_TRACE(row.name);
    const ServoRegister& r = register_of(xm430, row.name);
    EXPECT_EQ(r.address, row.address);
    EXPECT_EQ(r.size, row.size);
    EXPECT_EQ(r.initial, row.initial);
    EXPECT_EQ(r.encoding == ServoEncoding::twos_complement, row.is_signed);
    EXPECT_EQ(r.persistent, row.address < 64) << "the EEPROM ends at 64";
  }
  EXPECT_EQ(xm430.model_number, 1020);
  EXPECT_DOUBLE_EQ(xm430.counts_per_turn, 4096);
  EXPECT_EQ(xm430.centre, 2048);
  EXPECT_NEAR(xm430.stall_torque, 4.1, 1e-12);
  EXPECT_NEAR(xm430.no_load_speed, 46 * 2 * std::numbers::pi / 60, 1e-9);
  EXPECT_NEAR(register_of(xm430, "goal_position").unit, 0.00153398, 1e-8);
  EXPECT_NEAR(register_of(xm430, "goal_velocity").unit, 0.0239808, 1e-7);
  EXPECT_NEAR(register_of(xm430, "profile_acceleration").unit, 214.577 * 2 * std::numbers::pi / 3600, 1e-9);
  EXPECT_NEAR(register_of(xm430, "current_limit").unit, 0.00269, 1e-12);
  EXPECT_EQ(all_devices().find("dynamixel", "xm430-w350-t"), &xm430);
}

TEST(DynamixelDevices, differ) {
  const std::vector<std::pair<std::string, int>> models = {
      {"XL430-W250", 1060}, {"XC430-W150", 1070}, {"XC430-W240", 1080},
      {"XM430-W210", 1030}, {"XM430-W350", 1020}, {"XM540-W150", 1130},
      {"XM540-W270", 1120}, {"XL330-M077", 1190}, {"XL330-M288", 1200}};
  for (const auto& [name, number] : models)
    EXPECT_EQ(device_of("dynamixel", name).model_number, number) << name;
  const ServoDevice& xl430 = device_of("dynamixel", "XL430-W250");
  EXPECT_EQ(xl430.find(KnownRegister::current_limit), nullptr);
  EXPECT_EQ(xl430.find(KnownRegister::goal_current), nullptr);
  EXPECT_EQ(register_of(xl430, "present_load").address, 126U);
  EXPECT_EQ(register_of(xl430, "p_gain").initial, 640);
  EXPECT_EQ(register_of(xl430, "velocity_limit").initial, 265);
  EXPECT_EQ(xl430.modes.size(), 4U) << "no mode of current";
  EXPECT_EQ(device_of("dynamixel", "XM430-W350").modes.size(), 6U);
  const ServoDevice& xl330 = device_of("dynamixel", "XL330-M288");
  EXPECT_NEAR(register_of(xl330, "current_limit").unit, 0.001, 1e-15);
  EXPECT_EQ(register_of(xl330, "current_limit").highest, 1750);
  EXPECT_EQ(xl330.bauds.size(), 7U) << "4 Mbit/s at most";
  EXPECT_EQ(device_of("dynamixel", "XM540-W270").bauds.size(), 8U);
  EXPECT_EQ(register_of(device_of("dynamixel", "XM540-W270"), "current_limit").highest, 2047);
}

TEST(DynamixelDevices, haveTheFamilysWords) {
  const ServoFamily* family = all_devices().find_family("dynamixel");
  ASSERT_NE(family, nullptr);
  EXPECT_EQ(family->protocol, ServoProtocol::dynamixel2);
  EXPECT_EQ(family->lowest_id, 0);
  EXPECT_EQ(family->highest_id, 252);
  EXPECT_EQ(family->broadcast_id, 254);
  EXPECT_EQ(family->homing_bound, 1024);
  EXPECT_TRUE(family->has_seam);
  EXPECT_TRUE(family->reversed_by_servo);
  EXPECT_FALSE(family->homing_subtracts);
  EXPECT_EQ(family->torque_off, (std::vector<ServoAssignment>{{"torque_enable", 0}}));
  EXPECT_EQ(family->torque_on, (std::vector<ServoAssignment>{{"torque_enable", 1}}));
  const std::vector<std::pair<std::int64_t, std::int64_t>> bauds = {{9600, 0},    {57600, 1},   {115200, 2},
                                                                    {1000000, 3}, {2000000, 4}, {3000000, 5},
                                                                    {4000000, 6}, {4500000, 7}};
  EXPECT_EQ(family->bauds, bauds);
  const auto code = [&](ServoMode mode) {
    const ServoCode<ServoMode>* found = find_code(family->modes, mode);
    return found == nullptr ? -1 : found->code;
  };
  EXPECT_EQ(code(ServoMode::current), 0);
  EXPECT_EQ(code(ServoMode::velocity), 1);
  EXPECT_EQ(code(ServoMode::position), 3);
  EXPECT_EQ(code(ServoMode::extended_position), 4);
  EXPECT_EQ(code(ServoMode::current_position), 5);
  EXPECT_EQ(code(ServoMode::pwm), 16);
}

// docs/en/dxl/ax/ax-12a.md and docs/en/dxl/protocol1.md of the ROBOTIS e-Manual.
TEST(AxDevices, haveTheManualsControlTable) {
  const ServoDevice& ax12 = device_of("ax", "AX-12A");
  EXPECT_EQ(ax12.model_number, 12);
  const std::vector<std::tuple<std::string, std::uint32_t, int, std::optional<std::int64_t>>> rows = {
      {"id", 3, 1, 1},
      {"baud", 4, 1, 1},
      {"return_delay", 5, 1, 250},
      {"min_position", 6, 2, 0},
      {"max_position", 8, 2, 1023},
      {"temperature_limit", 11, 1, 70},
      {"max_torque", 14, 2, 1023},
      {"status_return_level", 16, 1, 2},
      {"shutdown", 18, 1, 36},
      {"torque_enable", 24, 1, 0},
      {"cw_compliance_slope", 28, 1, 32},
      {"goal_position", 30, 2, std::nullopt},
      {"goal_velocity", 32, 2, std::nullopt},
      {"torque_limit", 34, 2, std::nullopt},
      {"present_position", 36, 2, std::nullopt},
      {"present_velocity", 38, 2, std::nullopt},
      {"present_voltage", 42, 1, std::nullopt},
      {"punch", 48, 2, 32}};
  for (const auto& [name, address, size, initial] : rows) {
    SCOPED_TRACE(name);
    EXPECT_EQ(register_of(ax12, name).address, address);
    EXPECT_EQ(register_of(ax12, name).size, size);
    EXPECT_EQ(register_of(ax12, name).initial, initial);
  }
  EXPECT_EQ(register_of(ax12, "present_velocity").decode(0x401), -1) << "bit 10 is the direction";
  EXPECT_NEAR(device_of("ax", "AX-18A").stall_torque, 1.8, 1e-12);
  EXPECT_EQ(register_of(device_of("ax", "AX-18A"), "max_torque").initial, 983);
  const ServoFamily* family = all_devices().find_family("ax");
  EXPECT_EQ(family->packet_errors, 0x02 | 0x08 | 0x10 | 0x40) << "angle limit, range, checksum, instruction";
  EXPECT_EQ(family->recovery, (std::vector<ServoAssignment>{{"torque_limit", 1023}}));
  EXPECT_FALSE(family->reads_together) << "Protocol 1.0 has no SYNC READ";
  EXPECT_TRUE(all_devices().find_family("feetech")->reads_together);
  EXPECT_FALSE(all_devices().find_family("scs")->reads_together);
}

TEST(FeetechDevices, haveTheMemoryTable) {
  const ServoDevice& sts3215 = device_of("feetech", "STS3215");
  const std::vector<std::tuple<std::string, std::uint32_t, int>> rows = {{"id", 5, 1},
                                                                         {"baud", 6, 1},
                                                                         {"min_position", 9, 2},
                                                                         {"max_position", 11, 2},
                                                                         {"max_torque", 16, 2},
                                                                         {"p_gain", 21, 1},
                                                                         {"d_gain", 22, 1},
                                                                         {"i_gain", 23, 1},
                                                                         {"homing_offset", 31, 2},
                                                                         {"mode", 33, 1},
                                                                         {"torque_enable", 40, 1},
                                                                         {"acceleration", 41, 1},
                                                                         {"goal_position", 42, 2},
                                                                         {"goal_pwm", 44, 2},
                                                                         {"goal_velocity", 46, 2},
                                                                         {"torque_limit", 48, 2},
                                                                         {"lock", 55, 1},
                                                                         {"present_position", 56, 2}};
  for (const auto& [name, address, size] : rows) {
    SCOPED_TRACE(name);
    EXPECT_EQ(register_of(sts3215, name).address, address);
    EXPECT_EQ(register_of(sts3215, name).size, size);
    EXPECT_EQ(register_of(sts3215, name).persistent, address < 40);
  }
  EXPECT_EQ(sts3215.model_number, 777);
  EXPECT_DOUBLE_EQ(sts3215.counts_per_turn, 4096);
  EXPECT_EQ(register_of(sts3215, "homing_offset").encode(-1), 0x801U) << "the sign is bit 11";
  EXPECT_EQ(register_of(sts3215, "goal_velocity").encode(-1), 0x8001U) << "the sign is bit 15";
  const ServoFamily& family = all_devices().family_of(sts3215);
  EXPECT_TRUE(family.homing_subtracts);
  EXPECT_FALSE(family.big_endian);
  EXPECT_EQ(family.unlock, (ServoAssignment{"lock", 0}));
  EXPECT_EQ(family.lock, (ServoAssignment{"lock", 1}));
}

TEST(ScsDevices, haveTenBitsAndAnotherLock) {
  const ServoDevice& scs15 = device_of("scs", "SCS15");
  const ServoFamily& family = all_devices().family_of(scs15);
  EXPECT_EQ(family.protocol, ServoProtocol::feetech);
  EXPECT_TRUE(family.big_endian);
  EXPECT_EQ(register_of(scs15, "lock").address, 48U);
  EXPECT_EQ(scs15.last_count, 1023);
  EXPECT_EQ(scs15.find_named("homing_offset"), nullptr);
  EXPECT_NEAR(device_of("scs", "SCS0009").travel, 1023 * 300.0 / 1024 * std::numbers::pi / 180, 1e-9);
  EXPECT_EQ(device_of("scs", "SCS0009").model_number, 1284);
}

TEST(OtherDevices, haveTheirMakersFigures) {
  const ServoDevice& lx16a = device_of("lx16a", "LX-16A");
  EXPECT_NEAR(register_of(lx16a, "goal_position").unit, 0.24 * std::numbers::pi / 180, 1e-12);
  EXPECT_NEAR(lx16a.counts_per_turn, 1500, 1e-9);
  EXPECT_EQ(all_devices().family_of(lx16a).bauds.front().first, 115200);
  const ServoDevice& pca = device_of("pca9685", "generic-180");
  EXPECT_EQ(pca.first_count, 102);
  EXPECT_EQ(pca.centre, 307);
  EXPECT_EQ(pca.last_count, 512);
  EXPECT_NEAR(pca.timer_clock, 4096 * 50, 1e-6);
  EXPECT_NEAR(pca.pulse_low, 500e-6, 1e-15);
  EXPECT_NEAR(device_of("pca9685", "generic-270").travel, 1.5 * std::numbers::pi, 1e-12);
  EXPECT_NEAR(pca.counts_per_turn, 819.2, 1e-9) << "2000 us are 409.6 counts and half a turn";
  EXPECT_NEAR(device_of("pca9685", "SG90").pulse_rate, 50, 1e-12) << "from the defaults";
  const ServoDevice& timer = device_of("timer", "generic-180");
  EXPECT_NEAR(timer.timer_clock, 2e6, 1e-6);
  EXPECT_EQ(timer.first_count, 1000);
  const ServoDevice& drive = device_of("cia402", "");
  EXPECT_EQ(drive.counts_per_turn, 0) << "the servo says";
  EXPECT_EQ(register_of(drive, "min_position").address, 0x607DU);
  EXPECT_EQ(register_of(drive, "min_position").subindex, 1);
  EXPECT_EQ(register_of(drive, "max_position").subindex, 2);
  EXPECT_EQ(register_of(drive, "homing_offset").address, 0x607CU);
  EXPECT_EQ(register_of(drive, "gear_ratio").address, 0x6091U);
  EXPECT_EQ(register_of(drive, "encoder_counts").address, 0x608FU);
  const ServoDevice& moteus = device_of("moteus", "");
  EXPECT_EQ(register_of(moteus, "min_position").key, "servopos.position_min");
  EXPECT_NEAR(register_of(moteus, "min_position").unit, 2 * std::numbers::pi, 1e-12);
  EXPECT_EQ(register_of(moteus, "min_position").encoding, ServoEncoding::real);
  EXPECT_EQ(register_of(moteus, "goal_position").encoding, ServoEncoding::real) << "a turn is no step";
}

}  // namespace
}  // namespace romas
