#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::ModelMaker;
using test::slugs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The root has no inertial: that would be a note of its own (RM1411).
ModelMaker two_links(JointType type = JointType::revolute) {
  ModelMaker maker = test::two_links(type);
  maker.model().links[0].inertial.reset();
  return maker;
}

// The findings of check-inertia about a moving link with this tensor.
std::vector<Diagnostic> tensor_findings(const Matrix3& I, double mass = 1) {
  auto maker = two_links();
  Inertial& inertial = *maker.model().links[1].inertial;
  inertial.mass = mass;
  inertial.inertia = {I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2), inertial.inertia.range};
  return findings(check_inertia, maker.model());
}
std::vector<std::string> tensor_slugs(const Matrix3& I, double mass = 1) {
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : tensor_findings(I, mass))
    result.emplace_back(rule_info(diagnostic.rule).slug);
  return result;
}
Matrix3 diagonal(double a, double b, double c) { return Vector3(a, b, c).asDiagonal(); }
Matrix3 turned(const Matrix3& I, double roll, double pitch, double yaw) {
  const Matrix3 R = rotation_from_rpy({roll, pitch, yaw});
  return R * I * R.transpose();
}

TEST(CheckInertia, bodiesThatExistPass) {
  EXPECT_THAT(tensor_slugs(diagonal(0.02, 0.02, 0.03)), IsEmpty());
  EXPECT_THAT(tensor_slugs(diagonal(0.02, 0.03, 0.05)), IsEmpty());  // flat: exactly on the border
  EXPECT_THAT(tensor_slugs(diagonal(0.02, 0.03, 0.05 * (1 + 5e-7))), IsEmpty());
  EXPECT_THAT(tensor_slugs(turned(diagonal(0.02, 0.03, 0.05), 1, 2, 3)), IsEmpty());
  EXPECT_THAT(tensor_slugs(turned(diagonal(0.02, 0.03, 0.05), 1, 2, 3) * 1e-200), IsEmpty());
  EXPECT_THAT(tensor_slugs(turned(diagonal(0.02, 0.03, 0.05), 1, 2, 3) * 1e200), IsEmpty());
}

TEST(CheckInertia, theLargestDoublesOverflowNothing) {
  const auto found = tensor_findings(Matrix3::Constant(-std::numeric_limits<double>::max()));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message,
            "the inertia tensor of link 'arm' is not positive definite: principal moments beyond the range "
            "of a double");
  EXPECT_THAT(tensor_findings(diagonal(-1, 1, 1) * 1e308)[0].message,
              HasSubstr("principal moments -1e+308, 1e+308, 1e+308 kg m²"));
}

TEST(CheckInertia, triangleInequality) {
  const auto found = tensor_findings(diagonal(0.5, 0.1, 0.2));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::inertia_triangle);
  EXPECT_EQ(found[0].message,
            "no body has the inertia of link 'arm': principal moments 0.1, 0.2, 0.5 kg m², but 0.1 + 0.2 < "
            "0.5; the nearest possible one is 0.1 kg m² away");
  EXPECT_THAT(tensor_slugs(turned(diagonal(0.1, 0.2, 0.5), 1, 2, 3)), ElementsAre("inertia-triangle"));
  EXPECT_THAT(tensor_slugs(turned(diagonal(0.1, 0.2, 0.5), 1, 2, 3) * 1e-200),
              ElementsAre("inertia-triangle"));
}

// The tests without eigenvalues decide like the eigenvalues, close to the border too.
TEST(CheckInertia, cheapTestsAgreeWithPrincipalMoments) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number(0, 1);
  for (int i = 0; i < 2000; ++i) {
    const double a = number(random) + 0.01, b = number(random) + 0.01;
    const double excess = (number(random) - 0.5) * 4e-5;
    const Matrix3 I = turned(diagonal(a, b, (a + b) * (1 + excess)), 6 * number(random), 6 * number(random),
                             6 * number(random));
    if (std::abs(excess - 1e-6) < 1e-9) continue;
    EXPECT_EQ(tensor_slugs(I).empty(), excess < 1e-6) << a << " " << b << " " << excess;
  }
}

TEST(CheckInertia, positiveDefiniteness) {
  EXPECT_THAT(tensor_slugs(diagonal(1, 1, -1)), ElementsAre("inertia-not-positive-definite"));
  EXPECT_THAT(tensor_slugs(diagonal(0.3, 0.3, 0)), ElementsAre("inertia-not-positive-definite"));
  EXPECT_THAT(tensor_slugs(turned(diagonal(0.3, 0.3, -1e-9), 1, 2, 3)),
              ElementsAre("inertia-not-positive-definite"));
  Matrix3 I = diagonal(0.01, 0.01, 0.01);
  I(0, 1) = I(1, 0) = 0.02;
  const auto found = tensor_findings(I);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, HasSubstr("not positive definite"));
}

TEST(CheckInertia, zeroTensor) {
  EXPECT_THAT(tensor_slugs(Matrix3::Zero(), 2), ElementsAre("inertia-zero"));
  EXPECT_THAT(tensor_slugs(Matrix3::Zero(), 0), ElementsAre("mass-nonpositive"));  // one mistake
}

TEST(CheckInertia, masses) {
  EXPECT_THAT(tensor_slugs(diagonal(0.2, 0.2, 0.2), -1), ElementsAre("mass-nonpositive"));
  EXPECT_THAT(tensor_slugs(diagonal(0.2, 0.2, 0.2), 0), ElementsAre("mass-nonpositive"));
}

TEST(CheckInertia, aFrameWithoutMassIsFine) {
  auto maker = two_links(JointType::fixed);
  Inertial& inertial = *maker.model().links[1].inertial;
  inertial.mass = 0;
  inertial.inertia = {};
  EXPECT_THAT(slugs(check_inertia, maker), ElementsAre("frame-inertial"));  // better left out, but harmless
  maker.model().links[1].inertial.reset();
  EXPECT_THAT(slugs(check_inertia, maker), IsEmpty());
}

TEST(CheckInertia, whatIsFixedToAMovingLinkCounts) {
  auto maker = two_links();
  maker.model().links[1].inertial.reset();
  EXPECT_THAT(slugs(check_inertia, maker), ElementsAre("inertial-missing"));
  maker.link("body", 1, 0.02, 0.02, 0.03);
  maker.joint("mount", JointType::fixed, "arm", "body");
  EXPECT_THAT(slugs(check_inertia, maker), IsEmpty());
  maker.model().links[1].inertial = maker.inertial(0, 0, 0, 0);
  EXPECT_THAT(slugs(check_inertia, maker), ElementsAre("inertia-zero"));
  maker.model().links[1].inertial = maker.inertial(0.1, 0, 0, 0);
  EXPECT_THAT(slugs(check_inertia, maker), ElementsAre("point-mass"));
  maker.model().links[2].inertial = maker.inertial(1, 0, 0, 0);  // now nothing turns with the masses
  EXPECT_THAT(slugs(check_inertia, maker), ElementsAre("inertia-zero", "inertia-zero"));
}

TEST(CheckInertia, tinyMasses) {
  const Matrix3 I = diagonal(2e-9, 2e-9, 3e-9);
  EXPECT_THAT(tensor_slugs(I, 1e-6), ElementsAre("mass-tiny"));
  EXPECT_THAT(tensor_slugs(I, 1.1e-6), IsEmpty());
  // The mass of a link that is fixed to it counts.
  auto maker = two_links();
  maker.model().links[1].inertial = maker.inertial(1e-9, 2e-9, 2e-9, 3e-9);
  EXPECT_THAT(slugs(check_inertia, maker), ElementsAre("mass-tiny"));
  maker.link("body", 1, 0.02, 0.02, 0.03);
  maker.joint("mount", JointType::fixed, "arm", "body");
  EXPECT_THAT(slugs(check_inertia, maker), IsEmpty());
}

TEST(CheckInertia, rootInertia) {
  auto maker = test::two_links();
  const auto found = findings(check_inertia, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::root_inertia);
  EXPECT_EQ(found[0].range, SourceRange(maker.model().links[0].inertial->range));
  ModelMaker single;
  single.link("base", 2, 0.02, 0.02, 0.03);
  EXPECT_THAT(slugs(check_inertia, single), IsEmpty());
}

TEST(CheckInertia, theRootDoesNotMove) {
  ModelMaker maker;
  maker.link("base");
  EXPECT_THAT(slugs(check_inertia, maker), IsEmpty());
}

// An inertial of next to nothing is no mistake on a link that marks a frame.
TEST(CheckInertia, framesHaveOne) {
  const auto slugs_of = [](JointType type, double mass, double moment, bool with_shape = false) {
    auto maker = two_links(type);
    Link& link = maker.model().links[1];
    link.inertial->mass = mass;
    link.inertial->inertia = {moment, 0, 0, moment, 0, moment, link.inertial->inertia.range};
    if (with_shape) link.collisions.emplace_back();
    return slugs(check_inertia, maker);
  };
  EXPECT_THAT(slugs_of(JointType::fixed, 0, 0), ElementsAre("frame-inertial"));
  EXPECT_THAT(slugs_of(JointType::fixed, 0, 0, true), ElementsAre("frame-inertial"));
  EXPECT_THAT(slugs_of(JointType::fixed, 1e-3, 1e-3), ElementsAre("frame-inertial"));
  EXPECT_THAT(slugs_of(JointType::fixed, 1e-3, 1e-3, true), IsEmpty());
  EXPECT_THAT(slugs_of(JointType::fixed, 2e-3, 1e-3), IsEmpty());
  EXPECT_THAT(slugs_of(JointType::fixed, 1e-3, 1), IsEmpty());
  EXPECT_THAT(slugs_of(JointType::fixed, 0.1, 0), ElementsAre("inertia-zero"));
  EXPECT_THAT(slugs_of(JointType::revolute, 1e-3, 1e-3), IsEmpty());
  EXPECT_THAT(slugs_of(JointType::revolute, 0, 0), ElementsAre("mass-nonpositive"));
}

// For a robot without any inertial, one finding stands for all. With three moving links this is taken as
// intended.
TEST(CheckInertia, missingEverywhereIsOneFinding) {
  ModelMaker maker;
  for (const char* link : {"base", "upper", "fore"}) maker.link(link);
  maker.joint("shoulder", JointType::revolute, "base", "upper");
  maker.joint("elbow", JointType::revolute, "upper", "fore");
  auto found = findings(check_inertia, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message,
              HasSubstr("link 'upper' is moved by joint 'shoulder' but has no inertial, like every "
                        "link of this robot: Gazebo drops it"));
  maker.link("hand");
  maker.joint("wrist", JointType::revolute, "fore", "hand");
  EXPECT_THAT(slugs(check_inertia, maker), ElementsAre("inertials-absent"));
  maker.link("weight", 1, 0.02, 0.02, 0.03);
  maker.joint("screws", JointType::fixed, "base", "weight");
  EXPECT_THAT(slugs(check_inertia, maker),
              ElementsAre("inertial-missing", "inertial-missing", "inertial-missing"));
}

}  // namespace
}  // namespace romas
