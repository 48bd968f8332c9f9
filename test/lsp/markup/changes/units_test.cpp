#include "lsp/markup/changes/units.h"

#include <gtest/gtest.h>

#include <string>

namespace romas::markup {
namespace {

// The number under '|' in other units.
std::string at(std::string text) {
  const std::size_t cursor = text.find('|');
  text.erase(cursor, 1);
  const Tree tree = parse(text);
  const auto number = number_at(tree, static_cast<std::uint32_t>(cursor));
  return number ? describe(*number) : "none";
}

TEST(Units, followTheElementAndTheJoint) {
  EXPECT_EQ(at("<joint type='revolute'><limit upper='1.5|708'/></joint>"), "1.571 rad = 90°");
  EXPECT_EQ(at("<joint type='prismatic'><limit upper='0.0|4'/></joint>"), "0.04 m = 40 mm");
  EXPECT_EQ(at("<joint type='continuous'><limit velocity='|2'/></joint>"), "2 rad/s = 114.6°/s = 19.1 rpm");
  EXPECT_EQ(at("<joint type='revolute'><limit effort='10|'/></joint>"), "10 N m");
  EXPECT_EQ(at("<joint type='${t}'><limit upper='1|'/></joint>"), "none");
  EXPECT_EQ(at("<link><visual><origin rpy='0 |3.14159265 0'/></visual></link>"), "3.142 rad = 180°");
  EXPECT_EQ(at("<origin xyz='0 0.25| 0'/>"), "0.25 m = 250 mm");
  EXPECT_EQ(at("<inertial><mass value='2|'/></inertial>"), "2 kg = 2000 g");
}

TEST(Units, ofMjcfFollowTheCompilerElement) {
  EXPECT_EQ(at("<mujoco><worldbody><joint range='|90 1'/></worldbody></mujoco>"), "90° = 1.571 rad");
  EXPECT_EQ(at("<mujoco><compiler angle='radian'/><worldbody><body><joint range='1.5|708 "
               "2'/></body></worldbody></mujoco>"),
            "1.571 rad = 90°");
  EXPECT_EQ(at("<mujoco><worldbody><joint type='slide' range='0 0.0|4'/></worldbody></mujoco>"),
            "0.04 m = 40 mm");
  EXPECT_EQ(at("<mujoco><worldbody><body euler='0 0 |90'/></worldbody></mujoco>"), "90° = 1.571 rad");
  EXPECT_EQ(at("<mujoco><worldbody><body pos='0 0 |2'/></worldbody></mujoco>"), "2 m = 2000 mm");
  // A class may say that the joint slides.
  EXPECT_EQ(at("<mujoco><default><joint type='slide'/></default><worldbody><joint range='0 "
               "|1'/></worldbody></mujoco>"),
            "none");
  EXPECT_EQ(at("<mujoco><equality><joint polycoef='0 |1'/></equality></mujoco>"), "none");
  EXPECT_EQ(at("<mujoco><worldbody><geom mass='|2"), "2 kg = 2000 g");  // half typed
}

TEST(Units, areNothingOfOtherTexts) {
  EXPECT_EQ(at("<axis xyz='0 |1 0'/>"), "none");
  EXPECT_EQ(at("<origin xyz='0 ${|x} 0'/>"), "none");
  EXPECT_EQ(at("<mass value='abc|'/>"), "none");
  EXPECT_EQ(at("<mass va|lue='2'/>"), "none");
  EXPECT_EQ(at("<mass value='2|"), "2 kg = 2000 g");  // half typed
}

}  // namespace
}  // namespace romas::markup
