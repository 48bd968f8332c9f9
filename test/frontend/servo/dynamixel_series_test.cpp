// Protects the figures of the X series that came later: each against its page of the ROBOTIS e-Manual
// (docs/en/dxl/x), _data/dxl_x_info.yml and the model numbers of dynamixel_hardware_interface.
#include <gtest/gtest.h>

#include <numbers>

#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::device_of;
using test::register_of;

struct Page {
  std::string_view name;
  int model, current, velocity;  // the limits as they leave the maker; -1: none
  double milliampere;            // of one count of current
  int p_gain, lowest_voltage, highest_voltage;
  double torque, speed, ampere, voltage;  // N m, rev/min, A at V
};
constexpr Page kPages[] = {
    {"XC330-M181", 1230, 2352, 545, 1, 1200, 31, 70, 0.60, 129, 1.80, 5},
    {"XC330-M288", 1240, 2352, 350, 1, 1100, 31, 70, 0.93, 81, 1.80, 5},
    {"XC330-T181", 1210, 910, 510, 1, 900, 55, 140, 0.76, 104, 0.80, 11.1},
    {"XC330-T288", 1220, 910, 320, 1, 900, 55, 140, 0.92, 65, 0.80, 11.1},
    {"XH430-W210", 1010, 648, 360, 2.69, 900, 95, 160, 2.5, 50, 1.3, 12},
    {"XH430-W350", 1000, 648, 130, 2.69, 900, 95, 160, 3.4, 30, 1.3, 12},
    {"XH540-W150", 1110, 2047, 300, 2.69, 800, 95, 160, 7.1, 70, 4.9, 12},
    {"XH540-W270", 1100, 2047, 167, 2.69, 800, 95, 160, 9.9, 39, 4.9, 12},
    {"XH540-V270", 1140, 2047, 128, 2.69, 800, 110, 300, 9.2, 34, 2.4, 24},
    {"XW540-T260", 1170, 2047, 167, 2.69, 800, 95, 160, 9.5, 40, 4.9, 12},
    {"2XL430-W250", 1090, -1, 250, 0, 640, 60, 140, 1.4, 57, 1.3, 11.1},
};

TEST(DynamixelSeries, isThatOfThePages) {
  for (const Page& page : kPages) {
    SCOPED_TRACE(page.name);
    const ServoDevice& device = device_of("dynamixel", page.name);
    EXPECT_EQ(device.model_number, page.model);
    EXPECT_EQ(register_of(device, "velocity_limit").initial, page.velocity);
    EXPECT_EQ(register_of(device, "p_gain").initial, page.p_gain);
    EXPECT_EQ(register_of(device, "min_voltage").lowest, page.lowest_voltage);
    EXPECT_EQ(register_of(device, "max_voltage").highest, page.highest_voltage);
    EXPECT_NEAR(device.stall_torque, page.torque, 1e-12);
    EXPECT_NEAR(device.no_load_speed, page.speed * 2 * std::numbers::pi / 60, 1e-9);
    EXPECT_NEAR(device.stall_current, page.ampere, 1e-12);
    EXPECT_NEAR(device.voltage, page.voltage, 1e-12);
    EXPECT_EQ(device.modes.size(), page.current < 0 ? 4U : 6U);
    if (page.current < 0) {
      EXPECT_EQ(device.find(KnownRegister::current_limit), nullptr);
      continue;
    }
    EXPECT_EQ(register_of(device, "current_limit").initial, page.current);
    EXPECT_EQ(register_of(device, "current_limit").highest, page.current);
    EXPECT_EQ(register_of(device, "goal_current").lowest, -page.current);
    EXPECT_NEAR(register_of(device, "current_limit").unit, page.milliampere * 1e-3, 1e-12);
    EXPECT_NEAR(register_of(device, "present_current").unit, page.milliampere * 1e-3, 1e-12);
  }
}

// Only the X540 has the cable of dual joints, and only a device without an LED of its own lacks that
// register.
TEST(DynamixelSeries, knowsWhatItsSizesHave) {
  EXPECT_EQ(register_of(device_of("dynamixel", "XH540-W270"), "drive_mode").highest & 2, 2);
  EXPECT_EQ(register_of(device_of("dynamixel", "XW540-T260"), "drive_mode").highest & 2, 0);
  EXPECT_EQ(register_of(device_of("dynamixel", "XH430-W350"), "drive_mode").highest & 2, 0);
  EXPECT_EQ(device_of("dynamixel", "XW540-T260").find_named("led"), nullptr);
  EXPECT_EQ(register_of(device_of("dynamixel", "2XL430-W250"), "id").highest, 253);
}

// docs/en/dxl/x/xl320.md
TEST(DynamixelSeries, hasTheXl320) {
  const ServoDevice& xl320 = device_of("xl320", "XL-320");
  EXPECT_EQ(xl320.model_number, 350);
  EXPECT_NEAR(xl320.counts_per_turn, 1023 * 360.0 / 300, 1e-9);
  EXPECT_NEAR(xl320.stall_torque, 0.39, 1e-12);
  const std::vector<std::tuple<std::string_view, std::uint32_t, int, std::int64_t>> rows = {
      {"id", 3, 1, 252},
      {"baud", 4, 1, 3},
      {"min_position", 6, 2, 1023},
      {"mode", 11, 1, 2},
      {"max_torque", 15, 2, 1023},
      {"torque_enable", 24, 1, 1},
      {"d_gain", 27, 1, 254},
      {"p_gain", 29, 1, 254},
      {"goal_position", 30, 2, 1023},
      {"goal_velocity", 32, 2, 1023},
      {"torque_limit", 35, 2, 1023}};
  for (const auto& [name, address, size, highest] : rows) {
    SCOPED_TRACE(name);
    EXPECT_EQ(register_of(xl320, name).address, address);
    EXPECT_EQ(register_of(xl320, name).size, size);
    EXPECT_EQ(register_of(xl320, name).highest, highest);
  }
  EXPECT_EQ(xl320.bauds.size(), 4U);
}

}  // namespace
}  // namespace romas
