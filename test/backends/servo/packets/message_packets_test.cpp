// Protects frames that hold several values (CANSimple of ODrive, VESC) and the commander's lines: the
// examples of the makers' documents, and that no frame sets what nobody said.
#include "backends/servo/packets/message_packets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::all_devices;
using test::device_of;
using test::register_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

PlannedServo plan_of(std::string_view family, std::string_view device, std::int64_t id) {
  PlannedServo plan;
  plan.device = &device_of(family, device);
  plan.family = &all_devices().family_of(*plan.device);
  plan.id = id;
  return plan;
}

ServoSetting setting_of(const PlannedServo& plan, std::string_view name, double value) {
  return {&register_of(*plan.device, name), static_cast<std::int64_t>(value), value, {}};
}

// can-protocol.rst: axis 1 and command 0x0C are 0x2C. The numbers are IEEE 754, low byte first.
TEST(OdriveMessages, areThoseOfTheDocument) {
  const PlannedServo plan = plan_of("odrive", "v3", 1);
  const ServoSetting off = setting_of(plan, "requested_state", 1);
  EXPECT_THAT(setting_packet(plan, off), ElementsAre(0x27, 0, 1, 0, 0, 0, 0, 0, 0, 0));
  const std::vector<ServoSetting> goal = {setting_of(plan, "goal_position", 1.5),
                                          setting_of(plan, "velocity_ahead", -1000),
                                          setting_of(plan, "torque_ahead", 500)};
  EXPECT_THAT(message_packet(plan, goal), ElementsAre(0x2C, 0, 0, 0, 0xC0, 0x3F, 0x18, 0xFC, 0xF4, 0x01));
  const std::vector<ServoSetting> limits = {setting_of(plan, "current_limit", 10),
                                            setting_of(plan, "velocity_limit", 2)};
  EXPECT_THAT(message_packet(plan, limits), ElementsAre(0x2F, 0, 0, 0, 0, 0x40, 0, 0, 0x20, 0x41));
}

TEST(OdriveMessages, setNothingThatNobodySaid) {
  const PlannedServo plan = plan_of("odrive", "v3", 63 - 1);
  const ServoSetting velocity = setting_of(plan, "velocity_limit", 2);
  EXPECT_THAT(setting_packet(plan, velocity), IsEmpty());
  EXPECT_THAT(missing_in_message(plan, std::span(&velocity, 1)), ElementsAre("current_limit"));
  const ServoSetting torque = setting_of(plan, "torque_limit", 2);
  EXPECT_THAT(setting_packet(plan, torque), IsEmpty()) << "no message holds it";
  EXPECT_THAT(missing_in_message(plan, std::span(&torque, 1)), IsEmpty());
  const ServoSetting gain = setting_of(plan, "p_gain", 20);
  EXPECT_EQ(setting_packet(plan, gain).size(), 10U) << "it is alone in its message";
  EXPECT_THAT(reading_packet(plan, register_of(*plan.device, "velocity_limit")), IsEmpty());
}

// comm_can.md: 51 A to the VESC 23 are 0x0117 with 00 00 C7 38.
TEST(VescMessages, areThoseOfTheDocument) {
  const PlannedServo plan = plan_of("vesc", "vesc", 23);
  EXPECT_THAT(setting_packet(plan, setting_of(plan, "goal_current", 51000)),
              ElementsAre(0x17, 0x01, 0, 0, 0x00, 0x00, 0xC7, 0x38));
  EXPECT_THAT(setting_packet(plan, setting_of(plan, "goal_position", 90e6)),
              ElementsAre(0x17, 0x04, 0, 0, 0x05, 0x5D, 0x4A, 0x80));
  const std::vector<ServoSetting> limits = {setting_of(plan, "braking_limit", -40000),
                                            setting_of(plan, "current_limit", 40000)};
  EXPECT_THAT(message_packet(plan, limits),
              ElementsAre(0x17, 21, 0, 0, 0xFF, 0xFF, 0x63, 0xC0, 0, 0, 0x9C, 0x40));
}

// docs.simplefoc.com: "MLV10" and its like, with the end of the line.
TEST(CommanderLines, areLettersAndNumbers) {
  const PlannedServo plan = plan_of("simplefoc", "motor", 12);
  EXPECT_EQ(commander_line(plan, setting_of(plan, "velocity_limit", 10)), "MLV10");
  EXPECT_EQ(commander_line(plan, setting_of(plan, "mode", 2)), "MC2");
  EXPECT_EQ(commander_line(plan, setting_of(plan, "homing_offset", -0.5)), "MSM-0.5");
  EXPECT_THAT(setting_packet(plan, setting_of(plan, "torque_enable", 1)), ElementsAre('M', 'E', '1', '\n'));
  EXPECT_LT(setting_packet(plan, setting_of(plan, "velocity_limit", -1234567.890123456789)).size(), 20U);
  EXPECT_THAT(setting_packet(plan_of("simplefoc", "motor", 26), setting_of(plan, "mode", 2)), IsEmpty())
      << "there are 26 letters";
}

}  // namespace
}  // namespace romas
