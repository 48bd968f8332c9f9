// Calibrations: what they make of a servo's zero, held against the definition alone, and the findings on
// mistakes, at their places.
#include "frontend/servo/servo_calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "frontend/servo/servo_map.h"
#include "ir/servo/conversion.h"
#include "ir/servo/second_servo.h"
#include "test/frontend/servo/device_reading.h"
#include "test/language.h"

namespace romas {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kCalibratedRobot =
    "robot rig { link a; link b { solid sphere radius 1 cm mass 1 kg; } link c { solid sphere radius 1 cm "
    "mass 1 kg; }\n"
    "link d { solid sphere radius 1 cm mass 1 kg; } link e { solid sphere radius 1 cm mass 1 kg; }\n"
    "link f { solid sphere radius 1 cm mass 1 kg; }\n"
    "joint pan : revolute a -> b { axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; }\n"
    "joint tilt : revolute b -> c { axis x; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; }\n"
    "joint grip : prismatic c -> d { axis x; limit -0.01 m .. 0.02 m effort 1 N velocity 1 m/s; }\n"
    "joint slide : prismatic a -> e { axis x; limit 0 m .. 0.1 m effort 1 N velocity 1 m/s; }\n"
    "joint other : revolute c -> f { axis x; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; mimic pan "
    "* 0.5 + 0.25 rad; } }";

constexpr std::string_view kMap =
    "defaults: {family: feetech, device: STS3215}\n"
    "joints:\n"
    "  pan: {id: 1, gear: 2, couple: {tilt: 0.5, slide: 3}, mode: position}\n"
    "  tilt: {id: 2, zero: 2000, offset: 0.1, direction: reverse}\n"
    "  grip: {id: 3, map: [[-10 mm, 0.92], [0, 0.35], [19 mm, -1.52]]}\n"
    "  slide: {family: dynamixel, device: XM430-W350, id: 1, gear: 4, direction: reverse, homing_offset: "
    "50}\n"
    "  other: {id: 4}\n";

struct Calibrated {
  explicit Calibrated(std::string yaml, std::string_view servo_map = kMap)
      : robot(std::string(kCalibratedRobot)) {
    DiagnosticEngine of_map;
    const auto map =
        parse_servo_map(sources.add_text("rig.servos.yaml", std::string(servo_map)), sources, of_map);
    apply_servo_map(*map, models().at(0), of_map);
    EXPECT_THAT(test::messages_of(of_map, sources), IsEmpty());
    const FileId file = sources.add_text("rig.calibration.yaml", std::move(yaml));
    if (const auto calibration = parse_servo_calibration(file, sources, diagnostics))
      apply_servo_calibration(*calibration, models(), test::all_devices(), diagnostics);
  }
  std::vector<Model>& models() { return robot.result.models; }
  std::vector<std::string> messages() const { return test::messages_of(diagnostics, sources); }
  const Servo& servo(std::string_view joint) {
    return *models().at(0).joint(models().at(0).find_joint(joint)).servo;
  }
  ServoConversion conversion(std::string_view joint) {
    const ServoDeviceLibrary& library = test::all_devices();
    const ServoDevice& device = *library.find(servo(joint).family, servo(joint).device);
    ServoConversion made;
    std::string error;
    EXPECT_TRUE(make_servo_conversion(models().at(0), models().at(0).find_joint(joint).index(), device,
                                      library.family_of(device), made, error))
        << error;
    return made;
  }
  test::LanguageParse robot;
  SourceManager sources;
  DiagnosticEngine diagnostics;
};

std::string calibration_of(double pan, double tilt, double grip, double slide,
                           const std::array<int, 5>& reads) {
  return concat("robot: rig\nunit: 7\npose: {pan: ", pan, ", tilt: ", tilt, ", grip: ", grip,
                ", slide: ", slide, "}\nservos:\n  pan: {id: 1, reads: ", reads[0],
                "}\n  tilt: {id: 2, reads: ", reads[1], "}\n  grip: {id: 3, reads: ", reads[2],
                "}\n  slide: {id: 1, reads: ", reads[3],
                ", reversed: true, homing_offset: 50}\n  other: {id: 4, reads: ", reads[4], "}\n");
}

// Counts as docs/servo.md defines them, for changes from the pose: the servo's place in it is what was read.
TEST(ServoCalibration, thePoseReadsWhatTheServosRead) {
  constexpr double kTurn = 2 * std::numbers::pi, kCounts = 4096;
  std::mt19937 random(20);
  std::uniform_real_distribution<double> angle(-1, 1), stroke(-0.01, 0.019);
  std::uniform_int_distribution<int> count(1800, 2300);
  for (int run = 0; run < 200; ++run) {
    const double pan = angle(random), tilt = angle(random), grip = stroke(random), slide = stroke(random);
    std::array<int, 5> reads{};
    for (int& read : reads) read = count(random);
    Calibrated rig(calibration_of(pan, tilt, grip, slide, reads));
    for (const Diagnostic& finding : rig.diagnostics.sorted()) EXPECT_EQ(finding.rule, Rule::servo_conflict);
    const double q = angle(random), q2 = angle(random), x = stroke(random);
    const ServoConversion of_pan = rig.conversion("pan");
    ASSERT_EQ(of_pan.terms.size(), 3U);
    const double at_pan =
        of_pan.zero + of_pan.terms[0].counts * q + of_pan.terms[1].counts * q2 + of_pan.terms[2].counts * x;
    EXPECT_NEAR(at_pan,
                reads[0] + kCounts / kTurn * (2 * (q - pan) + 0.5 * (q2 - tilt)) + kCounts * 3 * (x - slide),
                1e-8);
    EXPECT_NEAR(rig.conversion("tilt").count_at(q), reads[1] - kCounts / kTurn * (q - tilt), 1e-8);
    EXPECT_NEAR(rig.conversion("slide").count_at(x), reads[3] + kCounts * 4 * (x - slide), 1e-8);
    EXPECT_TRUE(rig.conversion("slide").reversed_by_servo);
    EXPECT_NEAR(rig.conversion("other").count_at(q), reads[4] + kCounts / kTurn * (q - (0.5 * pan + 0.25)),
                1e-8);
    // The linkage: rad of the servo at a stroke, by hand.
    const auto turned = [](double at) {
      return at <= 0 ? 0.35 - at / 0.01 * (0.92 - 0.35) : 0.35 + at / 0.019 * (-1.52 - 0.35);
    };
    EXPECT_NEAR(rig.conversion("grip").count_at(x), reads[2] + kCounts / kTurn * (turned(x) - turned(grip)),
                1e-8);
    EXPECT_EQ(rig.servo("grip").whole(ServoProperty::zero), reads[2]);
  }
}

TEST(ServoCalibration, unitsOfThePose) {
  Calibrated rig(
      "robot: rig\npose: {pan: 90 deg, tilt: 0, grip: 5 mm, slide: 0.01}\nservos:\n  pan: {id: 1, reads: 1}\n"
      "  tilt: {id: 2, reads: 2048}\n  grip: {id: 3, reads: 2048}\n  slide: {id: 1, reads: 4095}\n"
      "  other: {id: 4, reads: 0}\n");
  EXPECT_THAT(rig.messages(), IsEmpty());
  EXPECT_NEAR(*rig.servo("other").number(ServoProperty::offset), 0.5 * std::numbers::pi / 2 + 0.25, 1e-15);
  EXPECT_NEAR(rig.conversion("grip").count_at(0.005), 2048, 1e-9);
}

// Nothing was read of it: it stays where the map has it, whatever the pose was.
TEST(ServoCalibration, theSecondServoStays) {
  const std::string map =
      "joints:\n"
      "  tilt: {family: feetech, device: STS3215, id: 2, zero: 2000, offset: 0.1, second_id: 5, second_zero: "
      "2100}\n"
      "  pan: {family: feetech, device: STS3215, id: 1, second_id: 6}\n"
      "  grip: {family: feetech, device: STS3215, id: 3, map: [[-10 mm, 0.92], [0, 0.35], [19 mm, -1.52]], "
      "second_id: 7}\n";
  const auto second = [](Calibrated& rig, std::string_view joint) {
    const ServoDevice& device = *test::all_devices().find("feetech", "STS3215");
    const std::optional<Servo> servo = second_servo(rig.servo(joint));
    ServoConversion made;
    std::string error;
    EXPECT_TRUE(servo &&
                make_servo_conversion(rig.models().at(0), rig.models().at(0).find_joint(joint).index(),
                                      *servo, device, test::all_devices().family_of(device), made, error));
    return made;
  };
  Calibrated before("", map);
  Calibrated after(
      "robot: rig\npose: {tilt: 0.6, pan: -0.5, grip: 5 mm}\nservos:\n  tilt: {id: 2, reads: 2371}\n"
      "  pan: {id: 1, reads: 1721}\n  grip: {id: 3, reads: 2000}\n",
      map);
  EXPECT_THAT(after.messages(), IsEmpty());
  for (const std::string_view joint : {"tilt", "pan", "grip"}) {
    const double there = joint == "grip" ? 0.007 : 0.3;
    EXPECT_NEAR(second(before, joint).count_at(there), second(after, joint).count_at(there), 0.5001) << joint;
    EXPECT_NE(before.conversion(joint).zero, after.conversion(joint).zero) << joint;
  }
  EXPECT_NE(after.servo("tilt").whole(ServoProperty::second_zero), 2100);
}

TEST(ServoCalibration, otherRobotsAndServosAreRefused) {
  const std::array<int, 5> reads = {2048, 2048, 2048, 2048, 2048};
  const std::string good = calibration_of(0, 0, 0, 0, reads);
  EXPECT_THAT(Calibrated(good).messages(), IsEmpty());
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string changed = good;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return Calibrated(changed.replace(at, from.size(), to)).messages();
  };
  EXPECT_THAT(with("robot: rig", "robot: rag"),
              ElementsAre("1:8 servo-map this calibration is of robot 'rag', not of 'rig'"));
  EXPECT_THAT(
      with("  pan: {id", "  pen: {id"),
      ElementsAre("4:1 servo-map this calibration lacks the servo of joint 'pan'; calibrate all of them",
                  "5:3 servo-map robot 'rig' has no joint 'pen'; did you mean 'pan'?"));
  EXPECT_THAT(
      with("pan: {id: 1", "pan: {id: 2"),
      ElementsAre(
          "5:13 servo-map the servo of joint 'pan' has id 1, but was calibrated with id 2; calibrate again"));
  EXPECT_THAT(with("pan: {id: 1", "pan: {bus: left, id: 1"),
              ElementsAre("5:14 servo-map the servo of joint 'pan' is on bus '', but was calibrated on bus "
                          "'left'; calibrate again"));
  EXPECT_THAT(
      with("id: 2, reads: 2048", "id: 2, reads: 4096"),
      ElementsAre("6:24 servo-map 'reads' 4096 is beyond what STS3215 counts in its mode, 0 to 4095; turn "
                  "its horn, and calibrate again"));
  EXPECT_THAT(
      with("reversed: true", "reversed: false"),
      ElementsAre("8:41 servo-map the servo of joint 'slide' reverses itself, but did not when it was "
                  "read; calibrate again"));
  EXPECT_THAT(with("homing_offset: 50", "homing_offset: 0"),
              ElementsAre("8:62 servo-map the servo of joint 'slide' gets a homing offset of 50, but had 0 "
                          "when it was read; calibrate again"));
}

TEST(ServoCalibration, posesThatLeaveJointsOpenOrAreNone) {
  const std::string servos =
      "servos: {pan: {id: 1, reads: 2048}, tilt: {id: 2, reads: 2048}, "
      "grip: {id: 3, reads: 2048}, slide: {id: 1, reads: 2048}, other: {id: 4, reads: 2048}}\n";
  // Joint `other` needs it, too: one mistake is said once.
  EXPECT_THAT(Calibrated("robot: rig\npose: {tilt: 0, grip: 0, slide: 0}\n" + servos).messages(),
              ElementsAre("3:1 servo-map the pose does not say where joint 'pan' was; add it to 'pose'"));
  EXPECT_THAT(
      Calibrated("robot: rig\npose: {pan: 1 mm, tilt: 0, grip: 0, slide: 0, other: 0, wrist: 0}\n" + servos)
          .messages(),
      ElementsAre("2:13 servo-map the position of the revolute joint 'pan' takes an angle, not a length",
                  "2:47 servo-map joint 'other' follows joint 'pan'; give the position of 'pan' instead",
                  "2:57 servo-map robot 'rig' has no joint 'wrist'"));
}

TEST(ServoCalibration, malformedFiles) {
  const auto of = [](std::string text) { return Calibrated(std::move(text)).messages(); };
  EXPECT_THAT(of(""),
              ElementsAre("1:1 servo-map a calibration takes a table with 'robot', 'pose' and 'servos', not "
                          "nothing"));
  EXPECT_THAT(of("robot: rig\npose: {}\n"), ElementsAre("1:1 servo-map this calibration has no 'servos'"));
  EXPECT_THAT(
      of("robot: rig\npose: {pan: nowhere}\nservos: {pan: {id: 1, read: 5}, tilt: [1], grip: {id: 1.5, "
         "reads: '5', reversed: 1}}\n"),
      ElementsAre(
          "2:13 servo-map the position of joint 'pan' takes a number, not 'nowhere'",
          "3:15 servo-map the servo of joint 'pan' has no 'reads'",
          "3:23 servo-map the calibration of a servo has no key 'read'; did you mean 'reads'?",
          "3:39 servo-map the calibration of a servo takes a table, as {id: 11, reads: 2048}, not a list",
          "3:55 servo-map 'id' takes a whole number, not '1.5'",
          "3:67 servo-map 'reads' takes a whole number, not ''5''",
          "3:82 servo-map 'reversed' takes true or false, not '1'"));
  const std::vector<std::string> twice =
      of("robot: rig\npose: {}\nservos:\n  pan: {id: 1, reads: 2}\n  pan: {id: 1, reads: 2}\n");
  ASSERT_EQ(twice.size(), 1U);
  EXPECT_THAT(twice.front(), testing::HasSubstr("pan"));
}

TEST(ServoCalibration, aZeroThatTheDescriptionSaysIsEvidence) {
  std::array<int, 5> reads = {2048, 2048, 2048, 2048, 2048};
  // Without a zero in the map, the middle is no evidence.
  reads[0] = 100;
  EXPECT_THAT(Calibrated(calibration_of(0, 0, 0, 0, reads)).messages(), IsEmpty());
  reads = {2048, 900, 2048, 2048, 2048};
  EXPECT_THAT(Calibrated(calibration_of(0, 0, 0, 0, reads)).messages(),
              ElementsAre("6:24 servo-conflict the servo of joint 'tilt' read 900 in this pose, but its "
                          "'zero' gives 2065, 102 degrees of the servo away; the calibration is used"));
  // Across the end of the turn it is near.
  const std::string map = "joints: {tilt: {family: feetech, device: STS3215, id: 2, zero: 4000}}";
  EXPECT_THAT(
      Calibrated("robot: rig\npose: {tilt: 0}\nservos: {tilt: {id: 2, reads: 300}}\n", map).messages(),
      IsEmpty());
  EXPECT_THAT(Calibrated("robot: rig\npose: {tilt: 0}\nservos: {tilt: {id: 2, reads: 2000}}\n", map)
                  .messages()
                  .size(),
              1U);
}

}  // namespace
}  // namespace romas
