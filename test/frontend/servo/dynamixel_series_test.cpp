// Protects the figures of the X series that came later: each against its page of the ROBOTIS e-Manual
// (docs/en/dxl/x), _data/dxl_x_info.yml and the model numbers of dynamixel_hardware_interface.
#include <gtest/gtest.h>

#include <numbers>

#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::all_devices;
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
    {"2XC430-W250", 1160, -1, 275, 0, 700, 60, 160, 1.8, 64, 1.4, 12},
    {"XH430-V210", 1050, 689, 230, 1.34, 800, 110, 300, 2.6, 52, 0.7, 24},
    {"XH430-V350", 1040, 689, 135, 1.34, 800, 110, 300, 3.3, 31, 0.7, 24},
    {"XH540-V150", 1150, 1188, 230, 2.69, 800, 110, 300, 6.4, 60, 2.4, 24},
    {"XD430-T210", 1011, 648, 210, 2.69, 900, 95, 160, 2.5, 50, 1.3, 12},
    {"XD430-T350", 1001, 648, 130, 2.69, 900, 95, 160, 3.4, 30, 1.3, 12},
    {"XD540-T150", 1111, 2047, 300, 2.69, 800, 95, 160, 7.1, 70, 4.9, 12},
    {"XD540-T270", 1101, 2047, 167, 2.69, 800, 95, 160, 9.9, 39, 4.9, 12},
    {"XW430-T200", 1280, 2047, 235, 2.69, 900, 95, 160, 0, 0, 0, 0},
    {"XW430-T333", 1270, 2047, 139, 2.69, 900, 95, 160, 3.1, 31, 1.3, 12},
    {"XW540-T140", 1180, 2047, 304, 2.69, 800, 95, 160, 6.9, 72, 4.9, 12},
    {"XW540-H260", 1310, 1188, 145, 2.69, 800, 110, 300, 0, 0, 0, 0},
    {"XM335-T323", 1710, 910, 280, 1, 2000, 55, 140, 1.03, 53, 0.80, 11.1},
    {"MX-28(2.0)", 30, -1, 230, 0, 850, 95, 160, 2.5, 55, 1.4, 12},
    {"MX-64(2.0)", 311, 1941, 285, 3.36, 850, 95, 160, 6.0, 63, 4.1, 12},
    {"MX-106(2.0)", 321, 2047, 210, 3.36, 850, 95, 160, 8.4, 45, 5.2, 12},
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
  EXPECT_EQ(register_of(device_of("dynamixel", "MX-106(2.0)"), "drive_mode").highest & 2, 2);
  EXPECT_EQ(device_of("dynamixel", "MX-106(2.0)").reverses.size(), 4U);
  EXPECT_EQ(device_of("dynamixel", "MX-28(2.0)").reverses.size(), 1U);
  EXPECT_EQ(register_of(device_of("dynamixel", "MX-28(2.0)"), "acceleration_limit").address, 40U);
  EXPECT_EQ(register_of(device_of("dynamixel", "XM335-T323"), "baud").initial, 3);
  EXPECT_EQ(register_of(device_of("dynamixel", "XM335-T323"), "max_position").initial, 3072);
  for (const std::string_view name : {"XD540-T150", "XD540-T270", "XH540-V150"})
    EXPECT_EQ(register_of(device_of("dynamixel", name), "drive_mode").highest & 2, 2) << name;
  for (const std::string_view name : {"XW430-T200", "XW430-T333", "XW540-T140", "XW540-H260"})
    EXPECT_EQ(device_of("dynamixel", name).find_named("led"), nullptr) << name;
  EXPECT_EQ(all_devices().find("dynamixel", "XC430-T240BB-T"), &device_of("dynamixel", "XC430-W240"));
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

// docs/en/dxl/mx/mx-12w.md, mx-28.md, mx-64.md, mx-106.md, with the firmware of Protocol 1.0.
TEST(DynamixelSeries, hasTheMxOfProtocol1) {
  const std::vector<std::tuple<std::string_view, int, int, double, double>> models = {
      {"MX-12W", 104, 160, 0, 0},
      {"MX-28", 29, 160, 2.5, 55},
      {"MX-64", 310, 240, 6, 63},
      {"MX-106", 320, 160, 8.4, 45}};
  for (const auto& [name, model, highest_voltage, torque, speed] : models) {
    SCOPED_TRACE(name);
    const ServoDevice& device = device_of("mx", name);
    EXPECT_EQ(device.model_number, model);
    EXPECT_EQ(register_of(device, "max_voltage").initial, highest_voltage);
    EXPECT_NEAR(device.stall_torque, torque, 1e-12);
    EXPECT_NEAR(device.no_load_speed, speed * 2 * std::numbers::pi / 60, 1e-9);
    EXPECT_EQ(register_of(device, "goal_velocity").unit > 0, name != "MX-12W") << "its page is the AX's";
  }
  const ServoDevice& mx28 = device_of("mx", "MX-28AT");
  const std::vector<std::tuple<std::string_view, std::uint32_t, int, std::optional<std::int64_t>>> rows = {
      {"baud", 4, 1, 34},    {"max_position", 8, 2, 4095}, {"d_gain", 26, 1, 0}, {"i_gain", 27, 1, 0},
      {"p_gain", 28, 1, 32}, {"goal_position", 30, 2, {}}, {"punch", 48, 2, 0},  {"acceleration", 73, 1, 0}};
  for (const auto& [name, address, size, initial] : rows) {
    SCOPED_TRACE(name);
    EXPECT_EQ(register_of(mx28, name).address, address);
    EXPECT_EQ(register_of(mx28, name).size, size);
    EXPECT_EQ(register_of(mx28, name).initial, initial);
  }
  EXPECT_DOUBLE_EQ(mx28.counts_per_turn, 4096);
  EXPECT_NEAR(register_of(mx28, "acceleration").unit, 8.583 * std::numbers::pi / 180, 1e-12);
  EXPECT_EQ(register_of(device_of("mx", "MX-12W"), "baud").initial, 1);
  EXPECT_EQ(register_of(device_of("mx", "MX-106"), "goal_torque").encode(-1), 0x401U)
      << "bit 10 is the direction";
  const ServoFamily* family = all_devices().find_family("mx");
  EXPECT_EQ(family->protocol, ServoProtocol::feetech) << "the packets are the same";
  EXPECT_EQ(family->bauds.front(), (std::pair<std::int64_t, std::int64_t>{3000000, 252}));
  EXPECT_TRUE(family->has_seam);
  EXPECT_FALSE(family->reads_together);
}

}  // namespace
}  // namespace romas
