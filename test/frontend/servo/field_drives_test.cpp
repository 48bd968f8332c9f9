// Protects the figures of drives of brushless motors, each against the source that the head of its device
// file names.
#include <gtest/gtest.h>

#include <numbers>

#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::all_devices;
using test::device_of;
using test::DeviceReading;
using test::register_of;

struct Place {
  std::string_view name;
  std::uint32_t address;
  int byte, size;
  std::string_view key;
};
void expect_places(const ServoDevice& device, const std::vector<Place>& places) {
  for (const Place& place : places) {
    SCOPED_TRACE(place.name);
    const ServoRegister& found = register_of(device, place.name);
    EXPECT_EQ(found.address, place.address);
    EXPECT_EQ(found.subindex, place.byte);
    EXPECT_EQ(found.size, place.size);
    EXPECT_EQ(found.key, place.key);
  }
}

// odriverobotics/ODrive 0.5.6: docs/figures/can-protocol.csv, Firmware/odrive-interface.yaml
TEST(OdriveDevices, haveTheMessagesAndNames) {
  const ServoDevice& v3 = device_of("odrive", "ODrive-v3.6");
  expect_places(v3, {{"requested_state", 7, 0, 4, "axis.requested_state"},
                     {"mode", 0x0B, 0, 4, "axis.controller.config.control_mode"},
                     {"input_mode", 0x0B, 4, 4, "axis.controller.config.input_mode"},
                     {"goal_position", 0x0C, 0, 4, ""},
                     {"velocity_limit", 0x0F, 0, 4, "axis.controller.config.vel_limit"},
                     {"current_limit", 0x0F, 4, 4, "axis.motor.config.current_lim"},
                     {"profile_velocity", 0x11, 0, 4, "axis.trap_traj.config.vel_limit"},
                     {"profile_acceleration", 0x12, 0, 4, "axis.trap_traj.config.accel_limit"},
                     {"profile_deceleration", 0x12, 4, 4, "axis.trap_traj.config.decel_limit"},
                     {"p_gain", 0x1A, 0, 4, "axis.controller.config.pos_gain"},
                     {"torque_limit", 0, 0, 4, "axis.motor.config.torque_lim"}});
  EXPECT_NEAR(register_of(v3, "goal_position").unit, 2 * std::numbers::pi, 1e-12);
  EXPECT_EQ(register_of(v3, "profile_deceleration").follows, "profile_acceleration");
  const ServoFamily& family = all_devices().family_of(v3);
  EXPECT_EQ(find_code(family.modes, ServoMode::position)->code, 3);
  EXPECT_EQ(find_code(family.input_modes, ServoMode::position)->code, 5) << "TRAP_TRAJ";
  EXPECT_EQ(find_code(family.input_modes, ServoMode::cyclic_position)->code, 1) << "PASSTHROUGH";
  EXPECT_EQ(family.torque_on, (std::vector<ServoAssignment>{{"requested_state", 8}}))
      << "CLOSED_LOOP_CONTROL";
  EXPECT_EQ(family.highest_id, 62) << "63 is nobody's";
}

// vedderb/bldc: documentation/comm_can.md, comm/comm_can.c, lispBM/README.md
TEST(VescDevices, haveTheMessagesAndNames) {
  const ServoDevice& vesc = device_of("vesc", "vesc");
  expect_places(vesc, {{"goal_pwm", 0, 0, 4, ""},
                       {"goal_current", 1, 0, 4, ""},
                       {"goal_velocity", 3, 0, 4, ""},
                       {"goal_position", 4, 0, 4, ""},
                       {"braking_limit", 21, 0, 4, "l-current-min"},
                       {"current_limit", 21, 4, 4, "l-current-max"},
                       {"velocity_limit", 0, 0, 4, "l-max-erpm"},
                       {"id", 0, 0, 1, "controller-id"}});
  EXPECT_NEAR(register_of(vesc, "goal_position").unit, 1e-6 * std::numbers::pi / 180, 1e-18);
  EXPECT_NEAR(register_of(vesc, "goal_current").unit, 1e-3, 1e-15);
  EXPECT_EQ(register_of(vesc, "goal_velocity").unit, 0) << "ERPM need the pole pairs";
  EXPECT_TRUE(register_of(vesc, "braking_limit").follows_negated);
  EXPECT_TRUE(all_devices().family_of(vesc).big_endian);
  for (const int pairs : {2, 4, 5, 7, 10, 11, 14, 15, 20, 21}) {
    const ServoDevice& device = device_of("vesc", concat(pairs, "-pole-pairs"));
    for (const std::string_view name : {"goal_velocity", "velocity_limit", "backward_velocity_limit"})
      EXPECT_NEAR(register_of(device, name).unit, 2 * std::numbers::pi / 60 / pairs, 1e-14) << pairs;
  }
}

// simplefoc/Arduino-FOC: src/communication/commands.h
TEST(SimplefocDevices, haveTheCommands) {
  const ServoDevice& motor = device_of("simplefoc", "");
  expect_places(motor, {{"mode", 0, 0, 1, "C"},
                        {"torque_enable", 0, 0, 1, "E"},
                        {"p_gain", 0, 0, 4, "AP"},
                        {"acceleration", 0, 0, 4, "AR"},
                        {"velocity_limit", 0, 0, 4, "LV"},
                        {"current_limit", 0, 0, 4, "LC"},
                        {"homing_offset", 0, 0, 4, "SM"}});
  EXPECT_NEAR(motor.counts_per_turn, 2 * std::numbers::pi, 1e-15);
  const ServoFamily& family = all_devices().family_of(motor);
  EXPECT_EQ(find_code(family.modes, ServoMode::position)->code, 2) << "MotionControlType::angle";
  EXPECT_EQ(find_code(family.modes, ServoMode::velocity)->code, 1);
  EXPECT_TRUE(family.homing_subtracts);
}

constexpr std::string_view kFollower = R"(family: odrive
devices:
  MINE:
    counts_per_turn: 1
    registers:
      one: {address: 30, size: 4, follows: LEADER}
)";

std::vector<std::string> following(std::string_view leader) {
  std::string text(kFollower);
  text.replace(text.find("LEADER"), 6, leader);
  return DeviceReading({text}).messages();
}

TEST(Followers, followWhatLeads) {
  EXPECT_EQ(following("mode"), std::vector<std::string>{});
  EXPECT_EQ(following("-mode"), std::vector<std::string>{});
  ASSERT_EQ(following("mood").size(), 1U);
  EXPECT_NE(following("mood")[0].find(
                "6:7 register 'one' of device 'MINE' follows 'mood', which is not a register"),
            std::string::npos)
      << following("mood")[0];
  ASSERT_EQ(following("profile_deceleration").size(), 1U) << "it follows itself";
  ASSERT_EQ(following("current_limit").size(), 1U);
  EXPECT_NE(following("current_limit")[0].find("one of them holds real numbers"), std::string::npos);
}

TEST(Messages, haveValuesThatShareNoBytes) {
  const DeviceReading reading(
      {"family: odrive\ndevices:\n  MINE:\n    counts_per_turn: 1\n    registers:\n"
       "      one: {address: 15, subindex: 2, key: axis.one, size: 4}\n"});
  ASSERT_EQ(reading.messages().size(), 2U) << "with the velocity before it and the current behind";
  EXPECT_NE(reading.messages()[0].find("shares bytes with"), std::string::npos) << reading.messages()[0];
}

TEST(Messages, doNotMakeTwoPlacesOfOtherRegisters) {
  const DeviceReading reading(
      {"family: moteus\ndevices:\n  MINE:\n    counts_per_turn: 1\n    registers:\n"
       "      one: {address: 15, key: servo.one, size: 4}\n"});
  ASSERT_EQ(reading.messages().size(), 1U);
  EXPECT_NE(reading.messages()[0].find("has a 'key' and an 'address'"), std::string::npos);
}

}  // namespace
}  // namespace romas
