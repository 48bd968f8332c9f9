#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::ModelMaker;
using test::slugs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(CheckTree, aTreePasses) {
  auto maker = test::two_links();
  EXPECT_THAT(slugs(check_tree, maker), IsEmpty());
}

TEST(CheckTree, oneLinkIsATree) {
  ModelMaker maker;
  maker.link("base");
  EXPECT_THAT(slugs(check_tree, maker), IsEmpty());
}

TEST(CheckTree, noLinkIsNone) {
  ModelMaker maker;
  EXPECT_THAT(slugs(check_tree, maker), ElementsAre("root-count"));
}

TEST(CheckTree, severalRootsAreNamed) {
  auto maker = test::two_links();
  maker.link("lost");
  const auto found = findings(check_tree, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::root_count);
  EXPECT_THAT(found[0].message, HasSubstr("2 trees, with the roots 'base', 'lost'"));
  ASSERT_EQ(found[0].notes.size(), 2U);
  EXPECT_EQ(found[0].notes[0].message, "link 'base' is the child of no joint");
  EXPECT_EQ(found[0].notes[1].message, "link 'lost' is connected to nothing");
}

TEST(CheckTree, aBrokenReferenceMakesNoExtraRoot) {
  auto maker = test::two_links();
  maker.model().joints[0].parent.name = "bsae";
  EXPECT_THAT(slugs(check_tree, maker), IsEmpty());
  maker.model().joints[0].parent.name = "base";
  maker.model().joints[0].child.name = "amr";
  EXPECT_THAT(slugs(check_tree, maker), IsEmpty());
}

TEST(CheckTree, aJointBetweenUnknownLinksExplainsNoRoot) {
  auto maker = test::two_links();
  maker.link("lost");
  maker.joint("stray", JointType::fixed, "nobody", "nothing");
  EXPECT_THAT(slugs(check_tree, maker), ElementsAre("root-count"));
  // A misspelt name does.
  maker.model().joints.back().child.name = "lots";
  EXPECT_THAT(slugs(check_tree, maker), IsEmpty());
}

TEST(CheckTree, aDuplicateLinkMakesNoExtraRoot) {
  auto maker = test::two_links();
  maker.link("arm");
  EXPECT_THAT(slugs(check_tree, maker), IsEmpty());
}

TEST(CheckTree, aCycleIsPrintedOnce) {
  ModelMaker maker;
  for (const char* name : {"a", "b", "c"}) maker.link(name);
  maker.joint("j1", JointType::fixed, "a", "b");
  maker.joint("j2", JointType::fixed, "b", "c");
  maker.joint("j3", JointType::fixed, "c", "a");
  const auto found = findings(check_tree, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::kinematic_cycle);
  EXPECT_EQ(found[0].message,
            "the joints form a cycle: 'a' -> 'b' -> 'c' -> 'a'; close loops with a loop joint instead");
  EXPECT_EQ(found[0].range, SourceRange(maker.model().joints[0].child.range));
  ASSERT_EQ(found[0].notes.size(), 2U);
  EXPECT_EQ(found[0].notes[1].message, "joint 'j3' goes from 'c' to 'a'");
}

TEST(CheckTree, aLinkConnectedToItself) {
  ModelMaker maker;
  maker.link("base");
  maker.joint("loop", JointType::revolute, "base", "base");
  const auto found = findings(check_tree, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "joint 'loop' connects link 'base' to itself");
}

// The second one's links are roots of nothing else that is wrong.
TEST(CheckTree, aLinkWithTwoParentsInTwoTrees) {
  auto maker = test::two_links();
  maker.link("other");
  maker.joint("second", JointType::fixed, "other", "arm");
  auto found = findings(check_tree, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::kinematic_cycle);
  maker.link("alone");
  found = findings(check_tree, maker.model());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].rule == Rule::root_count || found[1].rule == Rule::root_count);
}

TEST(CheckTree, aLinkWithTwoParents) {
  auto maker = test::two_links();
  const SourceRange place = maker.joint("second", JointType::fixed, "base", "arm").child.range;
  const auto found = findings(check_tree, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::kinematic_cycle);
  EXPECT_EQ(
      found[0].message,
      "link 'arm' is the child of two joints, 'shoulder' and 'second'; a link can have only one parent");
  EXPECT_EQ(found[0].range, place);
  EXPECT_EQ(found[0].notes.at(0).range, SourceRange(maker.model().joints[0].child.range));
  for (Joint& joint : maker.model().joints) joint.parent.name = "nowhere";
  EXPECT_THAT(slugs(check_tree, maker), ElementsAre("kinematic-cycle")) << "whatever the parents are";
}

}  // namespace
}  // namespace romas
