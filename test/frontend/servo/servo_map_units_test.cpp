// Values of servo maps with units: the number that the register of each joint's servo gets, and mistakes at
// their places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontend/servo/servo_map.h"
#include "test/frontend/servo/device_reading.h"
#include "test/language.h"

namespace romas {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Joints a, b, c, and held whose servo stands in the description.
constexpr std::string_view kRobotWithUnits = R"(robot r {
  link base {}
  for i in range(4) { link "l{i}" { solid sphere radius 1 cm mass 1 kg; } }
  joint a : revolute base -> l0 { axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; }
  joint b : revolute l0 -> l1 { axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; }
  joint c : revolute l1 -> l2 { axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; }
  joint held : revolute l2 -> l3 { axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s;
    servo dynamixel("XM430-W350") { id 3; current_limit 1000; } }
})";

struct Settled {
  explicit Settled(std::string yaml) : robot(std::string(kRobotWithUnits)) {
    const FileId file = sources.add_text("r.servos.yaml", std::move(yaml));
    const auto map = parse_servo_map(file, sources, diagnostics);
    if (!map) return;
    Model& model = robot.result.models.at(0);
    settle_servo_values(apply_servo_map(*map, model, diagnostics), model, test::all_devices(), diagnostics);
  }
  std::vector<std::string> messages() const { return test::messages_of(diagnostics, sources); }
  std::optional<double> number(std::string_view joint, ServoProperty property) const {
    const Model& model = robot.result.models.at(0);
    const auto& servo = model.joint(model.find_joint(joint)).servo;
    return servo ? servo->number(property) : std::nullopt;
  }
  test::LanguageParse robot;
  SourceManager sources;
  DiagnosticEngine diagnostics;
};

// A servo of joint a.
std::vector<std::string> said_of(std::string_view device, std::string_view values) {
  return Settled(concat("joints: {a: {", device, ", ", values, "}}")).messages();
}
constexpr std::string_view kXm430 = "family: dynamixel, device: XM430-W350";

TEST(ServoMapUnits, theDeviceSaysWhatACountIs) {
  const Settled settled(
      "joints:\n"
      "  a: {family: dynamixel, device: XM430-W350, current_limit: 1.5 A, goal_current: 1500 mA, "
      "velocity_limit: 30 rpm,\n"
      "      homing_offset: -10 deg, return_delay: 100 us, pwm_limit: '90 %', profile_acceleration: 300}\n"
      "  b: {family: feetech, device: STS3215, torque_limit: 55.55 %, acceleration: 400 count/s^2}\n"
      "  c: {family: dynamixel, device: XL330-M288, current_limit: 1.5 A}\n");
  EXPECT_THAT(settled.messages(), IsEmpty());
  EXPECT_EQ(settled.number("a", ServoProperty::current_limit), 557);   // 557.6
  EXPECT_EQ(settled.number("a", ServoProperty::goal_current), 557);    // not above its limit
  EXPECT_EQ(settled.number("a", ServoProperty::velocity_limit), 131);  // 131.004
  EXPECT_EQ(settled.number("a", ServoProperty::homing_offset), -114);  // -113.8
  EXPECT_EQ(settled.number("a", ServoProperty::return_delay), 50);
  EXPECT_EQ(settled.number("a", ServoProperty::pwm_limit), 796);  // 796.5
  EXPECT_EQ(settled.number("a", ServoProperty::profile_acceleration), 300);
  EXPECT_EQ(settled.number("b", ServoProperty::torque_limit), 555);
  EXPECT_EQ(settled.number("b", ServoProperty::acceleration), 4);
  EXPECT_EQ(settled.number("c", ServoProperty::current_limit), 1500);  // counts of 1 mA
}

TEST(ServoMapUnits, drivesKeepFractions) {
  const Settled settled(
      "joints: {a: {device: moteus, family: moteus, p_gain: 50.5, velocity_limit: 30 rpm, current_limit: 1.5 "
      "A}}");
  EXPECT_THAT(settled.messages(), IsEmpty());
  EXPECT_EQ(settled.number("a", ServoProperty::p_gain), 50.5);
  EXPECT_DOUBLE_EQ(settled.number("a", ServoProperty::velocity_limit).value(), 0.5);  // rev/s
  EXPECT_EQ(settled.number("a", ServoProperty::current_limit), 1.5);
}

TEST(ServoMapUnits, aTimeProfileTakesTimes) {
  const Settled settled(concat("joints: {a: {", kXm430, ", time_profile: true, profile_velocity: 0.2 s}}"));
  EXPECT_THAT(settled.messages(), IsEmpty());
  EXPECT_EQ(settled.number("a", ServoProperty::profile_velocity), 200);
  EXPECT_THAT(said_of(kXm430, "time_profile: true, profile_velocity: 20 rpm"),
              ElementsAre("1:91 servo-map 'profile_velocity' of XM430-W350 takes a time in s, ms or us, not "
                          "a velocity: 20 rpm"));
  EXPECT_THAT(said_of(kXm430, "profile_velocity: 20 ms"),
              ElementsAre("1:71 servo-map 'profile_velocity' of XM430-W350 takes a velocity in rad/s, deg/s, "
                          "rev/s, rev/min, rpm or "
                          "count/s, not a time: 20 ms"));
}

TEST(ServoMapUnits, entriesWinOverDefaultsAndTheDescription) {
  const Settled settled(
      "defaults: {family: dynamixel, device: XM430-W350, current_limit: 1 A}\n"
      "joints: {a: , b: {current_limit: 2 A}, c: {current_limit: 7}, held: {current_limit: 3 A}}\n");
  EXPECT_THAT(settled.messages(), IsEmpty());
  EXPECT_EQ(settled.number("a", ServoProperty::current_limit), 371);
  EXPECT_EQ(settled.number("b", ServoProperty::current_limit), 743);
  EXPECT_EQ(settled.number("c", ServoProperty::current_limit), 7);
  EXPECT_EQ(settled.number("held", ServoProperty::current_limit), 1115);
  const Settled defaults("defaults: {family: dynamixel, current_limit: 1 A}");
  EXPECT_EQ(defaults.number("held", ServoProperty::current_limit), 1000);  // the description's
}

TEST(ServoMapUnits, roundingIsSaid) {
  EXPECT_THAT(said_of(kXm430, "p_gain: 50.5"),
              ElementsAre("1:61 feature-dropped 'p_gain' 50.5 becomes 51: its register holds whole numbers"));
  EXPECT_THAT(said_of(kXm430, "profile_velocity: 0.3 rpm"),
              ElementsAre("1:71 feature-dropped 'profile_velocity' 0.3 rpm becomes 1 (0.0239808 rad/s): its "
                          "register holds whole numbers"));
}

TEST(ServoMapUnits, anotherQuantityIsAnError) {
  EXPECT_THAT(
      said_of(kXm430, "current_limit: 30 rpm"),
      ElementsAre(
          "1:68 servo-map 'current_limit' of XM430-W350 takes a current in A or mA, not a velocity: 30 rpm"));
  EXPECT_THAT(said_of(kXm430, "p_gain: 5 A"),
              ElementsAre("1:61 servo-map 'p_gain' of XM430-W350 is a number without a unit, not 5 A"));
  EXPECT_THAT(said_of(kXm430, "d_gain: 50 Hz"),
              ElementsAre("1:61 servo-map 'd_gain' of XM430-W350 is a number without a unit, not 50 Hz"));
  EXPECT_THAT(said_of("family: cia402, device: drive", "homing_offset: 3 deg"),
              ElementsAre("1:60 servo-map the size of one count of 'homing_offset' of drive depends on "
                          "'counts_per_turn': write counts, without a unit"));
}

TEST(ServoMapUnits, whatTheRegisterDoesNotTakeIsAnError) {
  EXPECT_THAT(said_of(kXm430, "current_limit: 15 A"),
              ElementsAre("1:68 servo-register 'current_limit' 15 A is 5576 counts, but XM430-W350 takes 0 "
                          "to 1193 (3.20917 A)"));
  EXPECT_THAT(said_of(kXm430, "p_gain: -0.6"),
              ElementsAre("1:61 servo-register 'p_gain' -0.6 is -1 counts, but XM430-W350 takes 0 to 16383"));
  // 0 would be no limit at all.
  EXPECT_THAT(said_of(kXm430, "profile_velocity: 0.1 rpm"),
              ElementsAre("1:71 servo-register 'profile_velocity' 0.1 rpm is less than one count of "
                          "XM430-W350: 0.0239808 rad/s"));
  EXPECT_THAT(said_of("family: dynamixel, device: XL430-W250", "current_limit: 1 A"),
              ElementsAre("1:68 servo-register XL430-W250 has no writable register 'current_limit'"));
}

TEST(ServoMapUnits, withoutADeviceThereIsNoNumber) {
  EXPECT_THAT(said_of("family: dynamixel, device: XM999", "current_limit: 1 A"),
              ElementsAre("1:63 servo-map 'current_limit' 1 A is a register value for joint 'a', but the "
                          "device of its servo is unknown; name the device"));
}

TEST(ServoMapUnits, halfTypedAndMisspelt) {
  EXPECT_THAT(said_of(kXm430, "current_limit: 1.5 a"),
              ElementsAre("1:68 servo-map 'a' in '1.5 a' is not a unit; did you mean 'A'?"));
  EXPECT_THAT(said_of(kXm430, "current_limit: A"),
              ElementsAre("1:68 servo-map 'current_limit' takes a number, or one with a unit, not 'A'"));
  EXPECT_THAT(said_of(kXm430, "current_limit: '15'"),
              ElementsAre("1:68 servo-map 'current_limit' takes a number, or one with a unit, not ''15''"));
  EXPECT_THAT(said_of(kXm430, "current_limit: [1 A]"),
              ElementsAre("1:68 servo-map 'current_limit' takes a number, or one with a unit, not a list"));
  EXPECT_THAT(said_of(kXm430, "current_limit: 1e30 A"),
              ElementsAre("1:68 servo-map 'current_limit' takes numbers up to 1e+09, not '1e30 A'"));
  EXPECT_THAT(said_of(kXm430, "id: 1.5"), ElementsAre("1:57 servo-map 'id' takes a whole number, not '1.5'"));
  EXPECT_THAT(said_of(kXm430, "current_limit:"),
              ElementsAre("1:53 servo-map 'current_limit' takes a number, or one with a unit, not nothing"));
}

// A default stands at one place for many joints.
TEST(ServoMapUnits, aMistakeInTheDefaultsIsSaidOnce) {
  EXPECT_THAT(
      Settled(
          "defaults: {family: dynamixel, device: XM430-W350, current_limit: 3 rpm}\njoints: {a: , b: , c: }")
          .messages(),
      ElementsAre(
          "1:66 servo-map 'current_limit' of XM430-W350 takes a current in A or mA, not a velocity: 3 rpm"));
}

}  // namespace
}  // namespace romas
