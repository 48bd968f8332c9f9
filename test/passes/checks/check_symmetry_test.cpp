#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/text/text.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::ModelMaker;
using test::slugs;
using ::testing::IsEmpty;
using ::testing::Not;

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
            "link 'right_arm' has mass 1.1 kg, but 'left_arm', which it mirrors, mass 1 kg");
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
            "link 'right_arm' has principal moments 0.0186, 0.0314, 0.045 kg m², but 'left_arm', which it "
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

// --- joints and places
// -----------------------------------------------------------------------------------------

// Two legs of three joints each, mirrored over y = 0 with the names of sides `l` and `r`: hip about x, knee
// and ankle about y.
struct Legs {
  explicit Legs(const std::string& one = "left", const std::string& other = "right")
      : l(one + "_"), r(other + "_") {
    maker.link("trunk");
    for (const bool left : {true, false}) {
      const std::string side = left ? l : r;
      const double y = left ? 1 : -1;
      for (const char* part : {"thigh", "shank", "foot"}) {
        Link& link = maker.link(side + part, 1, 0.02, 0.02, 0.02);
        link.inertial->origin = ModelMaker::at(0.01, 0.02 * y, -0.1);
        link.inertial->origin_range = maker.next_range();
      }
      joint(side + "hip", "trunk", side + "thigh", {0.05, 0.1 * y, -0.1}, {1, 0, 0}).limit =
          maker.limit(left ? -0.3 : -0.6, left ? 0.6 : 0.3, 50, 6);
      joint(side + "knee", side + "thigh", side + "shank", {0, 0.03 * y, -0.3}, {0, 1, 0}).limit =
          maker.limit(0, 2, 60, 7);
      joint(side + "ankle", side + "shank", side + "foot", {0, 0.01 * y, -0.3}, {0, 1, 0}).limit =
          maker.limit(-1, 1, 20, 8);
    }
  }

  Joint& joint(const std::string& name, const std::string& parent, const std::string& child,
               const Vector3& at, const Vector3& axis) {
    Joint& made = maker.joint(name, JointType::revolute, parent, child);
    made.origin = ModelMaker::at(at.x(), at.y(), at.z());
    made.origin_range = maker.next_range();
    made.axis = maker.axis(axis.x(), axis.y(), axis.z());
    return made;
  }
  Joint& joint(const std::string& name) {
    maker.model().rebuild_index();
    return maker.model().joint(maker.model().find_joint(name));
  }
  Link& link(const std::string& name) {
    maker.model().rebuild_index();
    return maker.model().link(maker.model().find_link(name));
  }
  std::vector<std::string> messages() {
    std::vector<std::string> texts;
    for (const Diagnostic& finding : findings(check_symmetry, maker.model()))
      texts.push_back(finding.message);
    return texts;
  }

  ModelMaker maker;
  std::string l, r;
};

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CheckSymmetry, mirroredLegsAreFine) {
  EXPECT_THAT(Legs().messages(), IsEmpty());
  EXPECT_THAT(Legs("FL", "FR").messages(), IsEmpty());
  EXPECT_THAT(Legs("robot_L", "robot_R").messages(), IsEmpty());
}

TEST(CheckSymmetry, types) {
  Legs legs;
  legs.joint("right_ankle").type = JointType::continuous;
  EXPECT_THAT(legs.messages(),
              ElementsAre("joint 'right_ankle' is continuous, but 'left_ankle', which it mirrors, revolute"));
}

TEST(CheckSymmetry, limits) {
  Legs legs;
  legs.joint("right_knee").limit->upper = 2.1;
  legs.joint("right_hip").limit->velocity = 9;
  // Rounding, and a follower's effort, are fine.
  legs.joint("right_ankle").limit->upper = 1.001;
  EXPECT_THAT(
      legs.messages(),
      ElementsAre(
          "joint 'right_hip' has velocity limit 9 rad/s, but 'left_hip', which it mirrors, 6 rad/s",
          "joint 'right_knee' has limits 0 to 2.1 rad, but 'left_knee', which it mirrors, 0 to 2 rad"));
}

TEST(CheckSymmetry, sidesOfLimits) {
  Legs legs;
  std::swap(*legs.joint("right_hip").limit, *legs.joint("left_hip").limit);
  EXPECT_THAT(legs.messages(), IsEmpty());  // both are as wrong as they were right
  legs.joint("right_hip").limit = *legs.joint("left_hip").limit;
  EXPECT_THAT(legs.messages(), ElementsAre("joint 'right_hip' has limits -0.6 to 0.3 rad, but would mirror "
                                           "'left_hip' with -0.3 to 0.6 rad, because of their axes"));
  // An axis that points the other way has the other limits.
  legs.joint("right_hip").axis = legs.maker.axis(-1, 0, 0);
  EXPECT_THAT(legs.messages(), IsEmpty());
}

TEST(CheckSymmetry, limbsInOtherZeroPositionsHaveTheirOwnSides) {
  Legs legs;
  legs.joint("right_hip").limit = *legs.joint("left_hip").limit;
  legs.joint("right_knee").origin = ModelMaker::at(0.1, -0.03, -0.2);
  for (const std::string& message : legs.messages()) EXPECT_THAT(message, Not(HasSubstr("would mirror")));
}

TEST(CheckSymmetry, damping) {
  Legs legs;
  legs.joint("left_hip").dynamics = JointDynamics{{0.5}, {}, {}, {}};
  legs.joint("right_hip").dynamics = JointDynamics{{0.7}, {}, {}, {}};
  EXPECT_THAT(
      legs.messages(),
      ElementsAre(
          "joint 'right_hip' has damping 0.7 N m s/rad, but 'left_hip', which it mirrors, 0.5 N m s/rad"));
}

TEST(CheckSymmetry, followersHaveNoEffortsOfTheirOwn) {
  Legs legs;
  legs.joint("right_ankle").mimic = legs.maker.mimic("right_knee");
  legs.joint("right_ankle").limit->effort = 1;
  EXPECT_THAT(legs.messages(), IsEmpty());
}

TEST(CheckSymmetry, places) {
  Legs legs;
  legs.joint("right_knee").origin = ModelMaker::at(0, -0.03, -0.35);
  EXPECT_THAT(legs.messages(),
              ElementsAre("joint 'right_knee' is 50 mm away from the mirror image of 'left_knee'"));
  // Along the axis that it turns about, a joint may stand anywhere.
  legs.joint("right_knee").origin = ModelMaker::at(0, -0.05, -0.3);
  legs.joint("right_ankle").origin = ModelMaker::at(0, 0.01, -0.3);
  legs.link("right_shank").inertial->origin = ModelMaker::at(0.01, 0, -0.1);
  EXPECT_THAT(legs.messages(), IsEmpty());
}

TEST(CheckSymmetry, axes) {
  Legs legs;
  legs.joint("left_hip").axis = legs.maker.axis(0.8, 0.6, 0);
  legs.joint("right_hip").axis = legs.maker.axis(0.8, 0.6, 0);
  EXPECT_THAT(
      legs.messages(),
      ElementsAre("the axis of joint 'right_hip' is 73.7° off the mirror image of the axis of 'left_hip'"));
  legs.joint("right_hip").axis = legs.maker.axis(0.8, -0.6, 0);
  legs.joint("right_hip").limit = legs.maker.limit(-0.6, 0.3, 50, 6);
  EXPECT_THAT(legs.messages(), IsEmpty());
}

TEST(CheckSymmetry, centresOfMass) {
  Legs legs;
  legs.link("right_foot").inertial->origin = ModelMaker::at(0.01, 0.02, -0.1);
  EXPECT_THAT(legs.messages(), ElementsAre("the centre of mass of link 'right_foot' is 40 mm away from the "
                                           "mirror image of that of 'left_foot'"));
  // Screws and cables on one side.
  legs.link("right_foot").inertial->origin = ModelMaker::at(0.0123, -0.0187, -0.0931);
  EXPECT_THAT(legs.messages(), IsEmpty());
}

TEST(CheckSymmetry, aPartThatIsUsedTwiceIsNoMirrorImage) {
  Legs legs;
  for (const char* foot : {"left_foot", "right_foot"}) {
    legs.link(foot).inertial->origin = ModelMaker::at(0.01, 0.02, -0.1);
    legs.link(foot).inertial->inertia.ixy = 0.001;
    legs.link(foot).inertial->inertia.iyz = 0.002;
  }
  EXPECT_THAT(legs.messages(), IsEmpty());
}

TEST(CheckSymmetry, sizes) {
  Legs legs;
  const auto shape = [](double radius) {
    Collision collision;
    collision.geometry.shape = Cylinder{Number(radius), Number(0.2)};
    return collision;
  };
  legs.link("left_shank").collisions.push_back(shape(0.04));
  legs.link("right_shank").collisions.push_back(shape(0.05));
  EXPECT_THAT(legs.messages(),
              ElementsAre("a collision of link 'right_shank' is a cylinder of 0.05 and 0.2 m, but "
                          "'left_shank', which it mirrors, a cylinder of 0.04 and 0.2 m"));
}

TEST(CheckSymmetry, partsOfAnotherLengthDifferByDesign) {
  Legs legs;
  legs.link("right_shank").inertial->mass = 1.5;
  EXPECT_THAT(
      legs.messages(),
      ElementsAre("link 'right_shank' has mass 1.5 kg, but 'left_shank', which it mirrors, mass 1 kg"));
  legs.joint("right_ankle").origin = ModelMaker::at(0, -0.012, -0.36);
  EXPECT_THAT(legs.messages(), IsEmpty());
}

TEST(CheckSymmetry, jointsHaveTheTwinsOfTheirLinks) {
  Legs legs;
  int number = 0;
  for (Joint& joint : legs.maker.model().joints) joint.name = concat("joint_", ++number);
  legs.maker.model().joints[4].limit->upper = 2.5;
  EXPECT_THAT(
      legs.messages(),
      ElementsAre("joint 'joint_5' has limits 0 to 2.5 rad, but 'joint_2', which it mirrors, 0 to 2 rad"));
}

TEST(CheckSymmetry, linksHaveTheTwinsOfTheirJoints) {
  Legs legs;
  int number = 0;
  for (Link& link : legs.maker.model().links) {
    const std::string name = concat("link_", ++number);
    for (Joint& joint : legs.maker.model().joints) {
      if (joint.parent.name == link.name) joint.parent.name = name;
      if (joint.child.name == link.name) joint.child.name = name;
    }
    link.name = name;
  }
  legs.maker.model().links[5].inertial->mass = 2;
  EXPECT_THAT(legs.messages(),
              ElementsAre("link 'link_6' has mass 2 kg, but 'link_3', which it mirrors, mass 1 kg"));
}

}  // namespace
}  // namespace romas
