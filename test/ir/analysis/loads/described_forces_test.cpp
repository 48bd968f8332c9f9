// Protects what forces are where the description leaves their numbers out.
#include "ir/analysis/loads/described_forces.h"

#include <gtest/gtest.h>

#include "test/urdf_helpers.h"

namespace romas {
namespace {

DescribedForces forces_of(const std::string& elements) {
  const test::UrdfReading read(
      concat("<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='continuous'><parent "
             "link='a'/><child link='b'/></joint>",
             elements, "</robot>"));
  const Model& model = read.model();
  return described_forces(model, make_dynamics_model(model, KinematicTree(model), {}), named_profiles(model));
}

TEST(DescribedForces, springsWithoutNumbersDoNothing) {
  const auto springs =
      forces_of(
          "<force_element name='s' type='LinearSpringDamper'><link1 link='a'/><link2 link='b'/>"
          "</force_element><force_element name='t' type='LinearSpringDamper'><link1 link='a'/>"
          "<link2 link='b' xyz='0 0 1'/><stiffness value='5'/></force_element>")
          .springs;
  ASSERT_EQ(springs.size(), 2U);
  EXPECT_EQ(springs[0].stiffness, 0);
  EXPECT_EQ(springs[0].first.X_BF.p, Vector3::Zero());
  EXPECT_EQ(springs[1].rest_length, 0);
  EXPECT_EQ(springs[1].stiffness, 5);
  EXPECT_EQ(springs[1].damping, 0);
  EXPECT_EQ((springs[1].second.X_BF.p - springs[0].second.X_BF.p).norm(), 1);
}

TEST(DescribedForces, inputsWithoutLimitsAreUnlimited) {
  const std::string thrust =
      "<force_element name='t' type='Thrust'><parent link='b'/><origin xyz='0 0 0'/><direction xyz='0 0 1'/>"
      "<scaleFactor value='2'/>";
  const auto thrusters =
      forces_of(concat(thrust, "</force_element>", thrust, "<limits value='-1 3'/></force_element>"))
          .thrusters;
  ASSERT_EQ(thrusters.size(), 2U);
  EXPECT_EQ(thrusters[0].lower, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(thrusters[0].upper, std::numeric_limits<double>::infinity());
  EXPECT_EQ(thrusters[1].lower, -1);
  EXPECT_EQ(thrusters[1].upper, 3);
}

}  // namespace
}  // namespace romas
