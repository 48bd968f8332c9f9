// The changes of texts that contain a name, whole or in part, when the name changes.
#include "lsp/reading/name_change.h"

#include <gtest/gtest.h>

namespace romas::lsp {
namespace {

std::string rewritten_as(std::string_view written, const char* from, const char* to) {
  return rewritten(written, NameChange(from, to), false).value_or("refused");
}

TEST(NameChange, wholeNamesAndLiteralParts) {
  EXPECT_EQ(rewritten_as("elbow", "elbow", "bend"), "bend");
  EXPECT_EQ(rewritten_as("${prefix}elbow", "left_elbow", "left_bend"), "${prefix}bend");
  EXPECT_EQ(rewritten_as("${prefix}elbow", "left_elbow", "right_elbow"), "refused");
  EXPECT_EQ(rewritten_as("elbow", "left_elbow", "left_bend"), "refused");
  EXPECT_EQ(rewritten_as("{end}_{side}_axle", "front_left_axle", "front_left_hub"), "{end}_{side}_hub");
  EXPECT_EQ(rewritten_as("panda_link{i}", "panda_link7", "arm_link7"), "arm_link{i}");
  EXPECT_EQ(rewritten_as("panda_link{i}", "panda_link7", "panda_link8"), "refused");
  EXPECT_EQ(rewritten_as("${p}wheel_${n}_link", "a_wheel_FL_link", "a_disc_FL_link"), "${p}disc_${n}_link");
  EXPECT_EQ(rewritten_as("${p}_${n}_link", "a_b_c_link", "a_b-c_link"), "refused") << "either '_'";
  EXPECT_EQ(rewritten_as("${p}wheel_${n}", "a_wheel_FL", "b_wheel_FL"), "refused");
  EXPECT_EQ(rewritten_as("{p}wheel_{n}", "wheel_wheel_FL", "disc_wheel_FL"), "refused") << "either of two";
  EXPECT_EQ(name_after("b_wheel_FR_link", "${p}wheel_${n}_link", "${p}disc_${n}_link"), "b_disc_FR_link");
  EXPECT_EQ(name_after("wheel_wheel_R", "${p}wheel_${n}", "${p}disc_${n}"), std::nullopt);
  EXPECT_EQ(name_after("front_left_axle", "{end}_{side}_axle", "{end}_{side}_hub"), "front_left_hub");
}

// A used robot's own names, which have a prefix in the robot around it.
TEST(NameChange, namesOfUsedRobots) {
  const auto own = [](std::string_view written, const char* from, const char* to) {
    return rewritten_own(written, NameChange(from, to)).value_or("refused");
  };
  EXPECT_EQ(own("elbow", "left_elbow", "left_bend"), "bend");
  EXPECT_EQ(own("left.elbow", "left_elbow", "left_bend"), "left.bend");
  EXPECT_EQ(own("elbow", "left_elbow", "left_elbow_2"), "elbow_2");
  EXPECT_EQ(own("elbow", "left_elbow", "right_elbow"), "refused");  // the prefix stands elsewhere
  EXPECT_EQ(own("base.hand", "hand", "grip"), "base.grip");
  EXPECT_EQ(own("wrist", "left_elbow", "left_bend"), "refused");
}

TEST(NameChange, whatIsLeftOut) {
  EXPECT_EQ(left_out_of("elbow", "left_elbow"), "left_");
  EXPECT_EQ(left_out_of("left.elbow", "left_elbow"), "left_");
  EXPECT_EQ(left_out_of("left_elbow", "left_elbow"), "");
  EXPECT_EQ(left_out_of("${side}elbow", "left_elbow"), "");
  EXPECT_EQ(left_out_of("wrist", "left_elbow"), "");
}

}  // namespace
}  // namespace romas::lsp
