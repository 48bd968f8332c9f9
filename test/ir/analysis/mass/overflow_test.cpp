// Values derived from readable numbers are within a double, or one finding is at the number that causes the
// overflow.
#include "ir/analysis/mass/overflow.h"

#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas {
namespace {

using test::ModelMaker;

// base - a - b, one metre apart.
ModelMaker chain() {
  ModelMaker maker;
  maker.link("base");
  maker.link("a", 1, 0.02, 0.02, 0.02);
  maker.link("b", 1, 0.02, 0.02, 0.02);
  maker.joint("ja", JointType::revolute, "base", "a").origin = ModelMaker::at(0, 0, 1);
  maker.joint("jb", JointType::revolute, "a", "b").origin = ModelMaker::at(0, 0, 1);
  return maker;
}

TEST(Overflow, ordinaryAndExtremeButHarmlessNumbersPass) {
  EXPECT_TRUE(find_overflows(chain().done()).empty());
  auto maker = chain();
  maker.model().links[1].inertial->mass = 1e250;
  maker.model().links[2].inertial->mass = 1e-320;
  maker.model().joints[1].origin = ModelMaker::at(0, 0, 1e20);
  EXPECT_TRUE(find_overflows(maker.done()).empty());
}

TEST(Overflow, massesAndCentres) {
  auto maker = chain();
  Inertial& inertial = *maker.model().links[2].inertial;
  inertial.mass = 1e200;
  inertial.origin = ModelMaker::at(0, 0, 1e60);
  auto found = find_overflows(maker.done());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place, SourceRange(inertial.mass_range));
  inertial.mass = 1;
  inertial.origin = ModelMaker::at(0, 0, 1e200);
  found = find_overflows(maker.done());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place, SourceRange(inertial.range));
  EXPECT_NE(found[0].message.find("1e+200 m away from its frame"), std::string::npos);
}

TEST(Overflow, chainsOfPosesAreOneFindingAtTheLongest) {
  auto maker = chain();
  maker.model().joints[0].origin = ModelMaker::at(1.7e308, 1.7e308, 0);
  maker.model().joints[1].origin = ModelMaker::at(1e100, 0, 0);
  const auto found = find_overflows(maker.done());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].message.find("joint 'ja'"), std::string::npos);
}

TEST(Overflow, sumsOfGoodNumbers) {
  auto maker = chain();
  for (const std::size_t i : {1U, 2U}) maker.model().links[i].inertial->mass = 9e299;
  EXPECT_EQ(find_overflows(maker.done()).size(), 1U);
  auto far = chain();
  far.model().links[2].inertial->mass = 1e20;
  far.model().joints[0].origin = ModelMaker::at(0, 0, 1e149);
  const auto found = find_overflows(far.done());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].message.find("link 'b' has a mass of 1e+20 kg, up to 1e+149 m away from the root"),
            std::string::npos)
      << found[0].message;
}

TEST(Overflow, gravityAndFollowers) {
  auto heavy = chain();
  heavy.done();
  EXPECT_EQ(find_overflows(heavy.model(), KinematicTree(heavy.model()), Vector3(0, 0, -1e305)).size(), 1U);
  auto maker = chain();
  maker.model().joints[1].mimic = JointMimic{{"ja", {}, {}}, Number(1e160), {}, maker.next_range()};
  const auto found = find_overflows(maker.done());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place, SourceRange(maker.model().joints[1].mimic->range));
}

}  // namespace
}  // namespace romas
