#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/text.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::ModelMaker;
using test::slugs;
using ::testing::IsEmpty;

// Whether links of different mass with these names are told to be each other's mirror image; the first is on
// the left.
bool are_twins(const std::string& left, const std::string& right,
               const std::vector<std::string>& others = {}) {
  ModelMaker maker;
  maker.link(left, 1, 0.02, 0.02, 0.02);
  maker.link(right, 2, 0.02, 0.02, 0.02);
  for (const std::string& other : others) maker.link(other);
  const auto found = findings(check_symmetry, maker.model());
  EXPECT_LE(found.size(), 1U) << left << " " << right;
  return !found.empty();
}

TEST(CheckSymmetry, names) {
  using Names = std::pair<const char*, const char*>;
  for (const auto& [left, right] :
       {Names{"left_arm", "right_arm"}, Names{"arm_left", "arm_right"}, Names{"leftArm", "rightArm"},
        Names{"armLeft", "armRight"}, Names{"LEFT", "RIGHT"}, Names{"l_arm", "r_arm"},
        Names{"arm_l", "arm_r"}, Names{"L_ARM", "R_ARM"}, Names{"LHipPitch", "RHipPitch"},
        Names{"wheel1L", "wheel1R"}, Names{"FL_hip", "FR_hip"}, Names{"lf_foot", "rf_foot"},
        Names{"LH_SHANK", "RH_SHANK"}, Names{"rl_wheel", "rr_wheel"}, Names{"lr_wheel", "rr_wheel"},
        Names{"panda_leftfinger", "panda_rightfinger"}, Names{"robot/left_hand", "robot/right_hand"},
        Names{"l_hand_l_finger", "r_hand_r_finger"}, Names{"l_hand_l_finger", "r_hand_l_finger"}})
    EXPECT_TRUE(are_twins(left, right)) << left;
  for (const auto& [left, right] :
       {Names{"left_arm", "right_leg"}, Names{"larm", "rarm"}, Names{"lift", "rift"}, Names{"left", "Right"},
        Names{"la", "ra"}, Names{"clever", "crever"}, Names{"link_1", "link_2"}, Names{"", ""}})
    EXPECT_FALSE(are_twins(left, right)) << left;
}

TEST(CheckSymmetry, lettersOfASeriesAreNoSides) {
  EXPECT_TRUE(are_twins("link_l", "link_r"));
  EXPECT_FALSE(are_twins("link_l", "link_r", {"link_u"}));
  EXPECT_FALSE(are_twins("LINK_L", "LINK_R", {"LINK_S"}));
}

TEST(CheckSymmetry, bothSidesChangeBeforeOne) {
  ModelMaker maker;
  maker.link("l_hand_l_finger", 1, 0.02, 0.02, 0.02);
  maker.link("l_hand_r_finger", 2, 0.02, 0.02, 0.02);
  maker.link("r_hand_l_finger", 2, 0.02, 0.02, 0.02);
  maker.link("r_hand_r_finger", 1, 0.02, 0.02, 0.02);
  EXPECT_THAT(slugs(check_symmetry, maker), IsEmpty());
}

std::vector<Diagnostic> compare(const Inertial& left, const Inertial& right) {
  ModelMaker maker;
  maker.link("left_arm").inertial = left;
  maker.link("right_arm").inertial = right;
  return findings(check_symmetry, maker.model());
}

TEST(CheckSymmetry, masses) {
  ModelMaker maker;
  const Inertial left = maker.inertial(1, 0.02, 0.03, 0.04);
  EXPECT_THAT(compare(left, maker.inertial(1.03, 0.02, 0.03, 0.04)), IsEmpty());
  const Inertial right = maker.inertial(1.1, 0.02, 0.03, 0.04);
  const auto found = compare(left, right);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message,
            "link 'right_arm' has mass 1.1 kg, and 'left_arm', which it mirrors, mass 1 kg");
  EXPECT_EQ(found[0].range, SourceRange(right.mass_range));
  ASSERT_EQ(found[0].notes.size(), 1U);
  EXPECT_EQ(found[0].notes[0].range, SourceRange(left.mass_range));
}

TEST(CheckSymmetry, inertias) {
  ModelMaker maker;
  Inertial left = maker.inertial(1, 0.02, 0.03, 0.04);
  left.inertia.ixy = 0.004;
  // The mirror image, the image in a frame that is turned by a quarter, and the same part used twice.
  Inertial right = left;
  right.inertia.ixy = -0.004;
  EXPECT_THAT(compare(left, right), IsEmpty());
  std::swap(right.inertia.ixx, right.inertia.iyy);
  EXPECT_THAT(compare(left, right), IsEmpty());
  EXPECT_THAT(compare(left, left), IsEmpty());
  right.inertia.izz = 0.045;
  right.inertia.range = maker.next_range();
  const auto found = compare(left, right);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message,
            "link 'right_arm' has principal moments 0.0186, 0.0314, 0.045 kg m², and 'left_arm', which it "
            "mirrors, principal moments 0.0186, 0.0314, "
            "0.04 kg m²");
  EXPECT_EQ(found[0].range, SourceRange(right.inertia.range));
}

TEST(CheckSymmetry, onlyLinksWithAnInertial) {
  ModelMaker maker;
  maker.link("left_arm", 1, 0.02, 0.02, 0.02);
  maker.link("right_arm");
  EXPECT_THAT(slugs(check_symmetry, maker), IsEmpty());
}

}  // namespace
}  // namespace romas
