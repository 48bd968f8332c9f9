// A link counts as the middle of a chain only if nothing would be lost without it.
#include "ir/analysis/tree/joint_chains.h"

#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas {
namespace {

// base, a body, and two joints with the link 'middle' between them.
test::ModelMaker two_joints(JointType first = JointType::revolute, JointType second = JointType::prismatic) {
  test::ModelMaker maker;
  maker.link("base", 1, 0.1, 0.1, 0.1);
  maker.model().links.emplace_back().name = "middle";
  maker.link("body", 1, 0.1, 0.1, 0.1);
  maker.joint("first", first, "base", "middle");
  maker.joint("second", second, "middle", "body");
  return maker;
}

bool is_between(test::ModelMaker& maker) {
  const Model& model = maker.done();
  const std::vector<bool> between = links_between_joints(model, KinematicTree(model));
  EXPECT_FALSE(between[0]);
  EXPECT_FALSE(between[2]);
  return between[1];
}

TEST(LinksBetweenJoints, aBareLinkOfTwoJoints) {
  auto maker = two_joints();
  EXPECT_TRUE(is_between(maker));
}

TEST(LinksBetweenJoints, aPlaceBesideTheFirstJointIsNoMatterATurnIs) {
  auto maker = two_joints();
  maker.model().joints[1].origin = plain_transform({Matrix3::Identity(), Vector3(1, 2, 3)});
  EXPECT_TRUE(is_between(maker));
  maker.model().joints[1].origin = plain_transform({rotation_about(Vector3::UnitX(), 0.1), Vector3::Zero()});
  EXPECT_FALSE(is_between(maker));
}

TEST(LinksBetweenJoints, whatHoldsSomethingIsNone) {
  auto shown = two_joints();
  shown.model().links[1].visuals.emplace_back().geometry.shape = Sphere{Number(1)};
  EXPECT_FALSE(is_between(shown));
  auto framed = two_joints();
  framed.model().frames.emplace_back().link.name = "middle";
  EXPECT_FALSE(is_between(framed));
  auto said = two_joints();
  said.model().gazebos.emplace_back().reference = "middle";
  EXPECT_FALSE(is_between(said));
  auto branching = two_joints();
  branching.link("other", 1, 0.1, 0.1, 0.1);
  branching.joint("third", JointType::revolute, "middle", "other");
  EXPECT_FALSE(is_between(branching));
}

TEST(LinksBetweenJoints, typesThatABodyOfMjcfTakes) {
  for (const auto& [first, second, expected] : {std::tuple(JointType::fixed, JointType::revolute, false),
                                                std::tuple(JointType::revolute, JointType::fixed, false),
                                                std::tuple(JointType::floating, JointType::revolute, false),
                                                std::tuple(JointType::ball, JointType::prismatic, true),
                                                std::tuple(JointType::ball, JointType::revolute, false),
                                                std::tuple(JointType::ball, JointType::ball, false),
                                                std::tuple(JointType::revolute, JointType::ball, true)}) {
    auto maker = two_joints(first, second);
    EXPECT_EQ(is_between(maker), expected) << to_string(first) << ' ' << to_string(second);
  }
}

}  // namespace
}  // namespace romas
