// Servos of the language: units that follow the joint, maps and couplings, and how modules and merged robots
// rename what they refer to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontend/language/expand/merge_model.h"
#include "ir/model/verify.h"
#include "test/language.h"

namespace romas {
namespace {

using test::LanguageParse;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kLinks =
    "link a; link b { solid sphere radius 1 cm mass 1 kg; } link c { solid sphere radius 1 cm mass 1 kg; }\n";
constexpr std::string_view kTurn = "limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s;";
constexpr std::string_view kShift = "limit 0 m .. 1 m effort 1 N velocity 1 m/s;";

Servo servo_of(const LanguageParse& parse, std::string_view joint) {
  EXPECT_THAT(parse.messages(), IsEmpty());
  const Model& model = parse.result.models.at(0);
  EXPECT_THAT(verify_model(model), IsEmpty());
  const JointId id = model.find_joint(joint);
  return id && model.joint(id).servo ? *model.joint(id).servo : Servo();
}

TEST(LanguageServos, lengthsBelongToPrismaticJointsAndAnglesToOthers) {
  const LanguageParse parse(concat(
      "robot r {", kLinks, "joint turn : continuous a -> b { axis z; limit effort 1 N*m velocity 1 rad/s;",
      "servo feetech { offset 90 deg; tolerance 1 deg; } }\n", "joint shift : prismatic b -> c { axis x; ",
      kShift, "servo feetech { offset 2 mm; map_error 0.1 mm; travel 180 deg; } } }"));
  EXPECT_DOUBLE_EQ(servo_of(parse, "turn").number(ServoProperty::offset).value(), 1.5707963267948966);
  EXPECT_DOUBLE_EQ(servo_of(parse, "shift").number(ServoProperty::offset).value(), 0.002);
  EXPECT_DOUBLE_EQ(servo_of(parse, "shift").number(ServoProperty::map_error).value(), 1e-4);
  EXPECT_DOUBLE_EQ(servo_of(parse, "shift").number(ServoProperty::travel).value(), 3.141592653589793);
}

TEST(LanguageServos, mapsMayBeComputed) {
  const LanguageParse parse(
      concat("fn crank(angle: angle) -> length = 10 mm * (1 - cos(angle));\nrobot r {", kLinks,
             "joint j : prismatic a -> b { axis x; ", kShift,
             "servo dynamixel { map [(crank(i * 10 deg), i * -10 deg) for i in range(4)]; } } }"));
  const Servo servo = servo_of(parse, "j");
  ASSERT_EQ(servo.map.size(), 4U);
  EXPECT_EQ(servo.map[0].joint.value(), 0);
  EXPECT_NEAR(servo.map[3].joint.value(), 0.01 * (1 - 0.8660254037844387), 1e-15);
  EXPECT_NEAR(servo.map[3].angle.value(), -0.5235987755982988, 1e-15);
}

// A map of parameters is checked where they have values, and not before.
TEST(LanguageServos, mapsOfModulesThatNobodyUsesAreNotOrderedYet) {
  const std::string module =
      concat("module grip(reach: length) {", kLinks, "joint j : prismatic a -> b { axis x; ", kShift,
             "servo dynamixel { map [(0 m, 0 rad), (reach, 1 rad)]; } } expose root = a; }\n");
  EXPECT_THAT(LanguageParse(concat(module, "robot r { link a; }")).messages(), IsEmpty());
  const LanguageParse used(
      concat(module, "robot r { link w; use grip(reach = -1 m) as hand; joint : fixed w -> hand.root; }"));
  EXPECT_THAT(
      used.messages(),
      ElementsAre(
          "2:118 bad-value the joint values of a map must rise from place to place; -1 is not above 0"));
}

TEST(LanguageServos, couplingsAreResolvedWhereTheyStand) {
  const LanguageParse parse(
      concat("module wrist() {", kLinks, "joint low : revolute a -> b { axis z; ", kTurn,
             "servo feetech { couple \"high\" gear -0.5; } }\njoint high : revolute b -> c { axis z; ", kTurn,
             "servo feetech { couple low gear 2; } } expose root = a; }\n",
             "robot r { link w; use wrist() as left; use wrist() as right;\n",
             "joint : fixed w -> left.root; joint : fixed w -> right.root { at xyz(1 m, 0, 0); } }"));
  const Servo servo = servo_of(parse, "right_low");
  ASSERT_EQ(servo.couplings.size(), 1U);
  EXPECT_EQ(servo.couplings[0].joint.name, "right_high");
  EXPECT_EQ(servo.couplings[0].joint.id, parse.result.models[0].find_joint("right_high"));
  EXPECT_EQ(servo.couplings[0].gear.value(), -0.5);
}

TEST(LanguageServos, mergingRenamesCouplings) {
  const LanguageParse parse(concat("robot r {", kLinks, "joint low : revolute a -> b { axis z; ", kTurn,
                                   "}\njoint high : revolute b -> c { axis z; ", kTurn,
                                   "servo feetech { couple low gear 2; } } }"));
  ASSERT_THAT(parse.messages(), IsEmpty());
  Model into;
  into.name = "cell";
  merge_model(into, parse.result.models[0], {"arm_", {}});
  into.rebuild_index();
  const Servo& servo = *into.joint(into.find_joint("arm_high")).servo;
  EXPECT_EQ(servo.couplings[0].joint.name, "arm_low");
  EXPECT_EQ(servo.couplings[0].joint.id, into.find_joint("arm_low"));
  EXPECT_THAT(verify_model(into), IsEmpty());
}

// The words of couplings stay names that anybody may use.
TEST(LanguageServos, couplingWordsAreNamesElsewhere) {
  const LanguageParse parse(concat(
      "let gear = 3; let map = [1, 2];\nrobot r { link couple; link gear { solid sphere radius 1 cm mass 1 "
      "kg; }\n",
      "joint map : revolute couple -> gear { axis z; ", kTurn, " servo feetech { gear gear * map[1]; } } }"));
  EXPECT_DOUBLE_EQ(servo_of(parse, "map").number(ServoProperty::gear).value(), 6);
}

TEST(LanguageServos, equalityLooksAtMapsAndCouplings) {
  Servo a, b;
  EXPECT_TRUE(a == b);
  a.map = {{0, 0}, {1, 1}};
  EXPECT_FALSE(a == b);
  b.map = a.map;
  b.couplings.push_back({{"j", {}, {}}, 1, {}});
  EXPECT_FALSE(a == b);
}

}  // namespace
}  // namespace romas
