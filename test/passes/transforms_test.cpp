// fold-transforms, normalize-axes and sort-tree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "ir/analysis/motion/kinematics.h"
#include "ir/compare/compare.h"
#include "ir/model/verify.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using test::ModelMaker;
using test::run_pass;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kPi = std::numbers::pi;
using XyzRpy = TransformExpr::XyzRpy;

// The origin of a joint after fold-transforms.
TransformExpr folded(const TransformExpr& origin) {
  auto maker = test::two_links();
  maker.model().joints[0].origin = origin;
  run_pass(fold_transforms, maker.model());
  return maker.model().joints[0].origin;
}

TEST(FoldTransforms, plainPosesKeepTheirDigits) {
  auto maker = test::two_links();
  Model& model = maker.model();
  const XyzRpy written{Number3{model.number(0.5, "0.50"), 0, 0}, Number3{0, model.number(1.57, "1.570"), 0},
                       TransformExpr::AngleUnit::radian};
  model.joints[0].origin = written;
  EXPECT_FALSE(run_pass(fold_transforms, model).changed);
  EXPECT_EQ((*model.joints[0].origin.get_if<XyzRpy>()->xyz)[0].text(), "0.50");
  EXPECT_EQ((*model.joints[0].origin.get_if<XyzRpy>()->rpy)[1].text(), "1.570");
  const TransformExpr quaternion = TransformExpr::XyzQuaternion{{}, {0, 0, 0.6, 0.8}};
  EXPECT_NE(folded(quaternion).get_if<TransformExpr::XyzQuaternion>(), nullptr);
}

TEST(FoldTransforms, degreesBecomeRadians) {
  const TransformExpr origin =
      folded(XyzRpy{Number3{1, 2, 3}, Number3{0, -90, 30}, TransformExpr::AngleUnit::degree});
  const auto* node = origin.get_if<XyzRpy>();
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(node->unit, TransformExpr::AngleUnit::radian);
  EXPECT_EQ(*node->xyz, (Number3{1, 2, 3}));
  EXPECT_EQ(*node->rpy, (Number3{0, -kPi / 2, 30 * (kPi / 180)}));
}

TEST(FoldTransforms, quarterTurnsStayExact) {
  // A rod of 0.3 m behind a quarter turn, and the quarter turn taken back.
  const TransformExpr turn = XyzRpy{{}, Number3{90, 0, 0}, TransformExpr::AngleUnit::degree};
  const TransformExpr rod = XyzRpy{Number3{0, 0, 0.3}, {}, TransformExpr::AngleUnit::radian};
  const TransformExpr there = folded(TransformExpr::compose({turn, rod, TransformExpr::inverse(turn)}));
  const auto* node = there.get_if<XyzRpy>();
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(*node->xyz, (Number3{0, -0.3, 0}));
  EXPECT_FALSE(node->rpy.has_value());
  const TransformExpr back = folded(TransformExpr::compose({turn, TransformExpr::inverse(turn)}));
  EXPECT_TRUE(back.absent());
}

TEST(FoldTransforms, alignmentsBecomeAngles) {
  using enum SignedAxis;
  for (const SignedAxis parent : {plus_x, minus_x, plus_y, minus_y, plus_z, minus_z})
    for (const SignedAxis second : {plus_x, minus_x, plus_y, minus_y, plus_z, minus_z}) {
      if (parallel(parent, second)) continue;
      const TransformExpr alignment = TransformExpr::AxisAlignment{parent, second, plus_x, plus_y};
      const TransformExpr result = folded(alignment);
      EXPECT_TRUE(result.absent() || result.get_if<XyzRpy>() != nullptr);
      EXPECT_EQ(result.evaluate().R, alignment.evaluate().R) << to_string(parent) << to_string(second);
    }
}

TEST(FoldTransforms, posesStayWhereTheyAre) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    test::RandomRobot robot(seed);
    Model& model = robot.model();
    for (Joint& joint : model.joints)
      joint.origin =
          TransformExpr::compose({joint.origin, TransformExpr::inverse(joint.origin), joint.origin});
    const Model before = model;
    EXPECT_TRUE(run_pass(fold_transforms, model).changed);
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      EXPECT_NE(model.joints[i].origin.get_if<TransformExpr::Constant>(), nullptr);
      EXPECT_EQ(model.joints[i].origin.evaluate().R, before.joints[i].origin.evaluate().R);
      EXPECT_EQ(model.joints[i].origin.evaluate().p, before.joints[i].origin.evaluate().p);
    }
    EXPECT_FALSE(run_pass(fold_transforms, model).changed) << "folding twice";
  }
}

Number3 normalized(double x, double y, double z) {
  auto maker = test::two_links();
  maker.model().joints[0].axis = maker.axis(x, y, z);
  run_pass(normalize_axes, maker.model());
  return maker.model().joints[0].axis->xyz;
}

TEST(NormalizeAxes, lengthOne) {
  EXPECT_EQ(normalized(0, 0, 2), (Number3{0, 0, 1}));
  EXPECT_EQ(normalized(0, -1e-300, 0), (Number3{0, -1, 0}));
  EXPECT_EQ(normalized(1e300, 0, 0), (Number3{1, 0, 0}));
  EXPECT_EQ(normalized(3, 4, 0), (Number3{0.6, 0.8, 0}));
  EXPECT_EQ(normalized(0, 0, 0), (Number3{0, 0, 0}));
}

TEST(NormalizeAxes, unitAxesKeepTheirDigits) {
  auto maker = test::two_links();
  Model& model = maker.model();
  model.joints[0].axis->xyz = {0, 0, model.number(1, "1.0")};
  EXPECT_FALSE(run_pass(normalize_axes, model).changed);
  EXPECT_EQ(model.joints[0].axis->xyz[2].text(), "1.0");
  model.joints[0].axis->xyz = {model.number(0, "0.0"), 0, 2};
  EXPECT_TRUE(run_pass(normalize_axes, model).changed);
  EXPECT_EQ(model.joints[0].axis->xyz[0].text(), "0.0") << "a zero that nothing changed";
}

TEST(NormalizeAxes, twiceIsOnce) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    test::RandomRobot robot(seed, {30, 0.1, false});
    run_pass(normalize_axes, robot.model());
    EXPECT_FALSE(run_pass(normalize_axes, robot.model()).changed);
  }
}

// e <- d <- b, and c, all in the wrong order.
ModelMaker unsorted() {
  ModelMaker maker;
  for (const char* name : {"e", "d", "c", "b", "a"}) maker.link(name, 1, 0.02, 0.02, 0.02);
  maker.joint("de", JointType::fixed, "d", "e");
  maker.joint("bd", JointType::revolute, "b", "d");
  maker.joint("ac", JointType::revolute, "a", "c");
  maker.joint("ab", JointType::revolute, "a", "b");
  maker.done();
  return maker;
}

std::vector<std::string> names(const auto& store) {
  std::vector<std::string> result;
  result.reserve(store.size());
  for (const auto& entity : store) result.push_back(entity.name);
  return result;
}

TEST(SortTree, depthFirst) {
  auto maker = unsorted();
  Model& model = maker.model();
  const Model before = model;
  EXPECT_TRUE(run_pass(sort_tree, model).changed);
  EXPECT_THAT(names(model.links), ElementsAre("a", "c", "b", "d", "e"));
  EXPECT_THAT(names(model.joints), ElementsAre("ac", "ab", "bd", "de"));
  EXPECT_THAT(verify_model(model), IsEmpty());
  EXPECT_THAT(compare_models(before, model).differences, IsEmpty());
  EXPECT_FALSE(run_pass(sort_tree, model).changed) << "sorting twice";
}

TEST(SortTree, everythingThatCountsFollows) {
  auto maker = unsorted();
  Model& model = maker.model();
  model.extensions.push_back(
      {{EntityKind::link, Slot::self, 0, 0, 0}, Extension::Kind::attribute, "type", "of e", {}});
  model.extensions.push_back(
      {{EntityKind::joint, Slot::axis, 0, 3, 0}, Extension::Kind::attribute, "unit", "of ab", {}});
  model.parts.resize(1);
  model.parts[0].link = model.find_link("d");
  model.parts[0].joint = model.find_joint("bd");
  const auto link = [](std::uint32_t index) {
    return LayoutItem{LayoutItem::Kind::entity, EntityKind::link, Slot::self, index};
  };
  const auto comment = [](std::uint32_t index) {
    return LayoutItem{LayoutItem::Kind::comment, EntityKind::link, Slot::self, index};
  };
  model.layout.comments = {"about a", "about e"};
  model.layout.children[Place{}] = {comment(1), link(0), link(1), link(2), link(3), comment(0), link(4)};
  run_pass(sort_tree, model);
  EXPECT_THAT(verify_model(model), IsEmpty());
  EXPECT_EQ(model.extensions[0].owner.index, model.find_link("e").index());
  EXPECT_EQ(model.extensions[1].owner.index, model.find_joint("ab").index());
  EXPECT_EQ(model.parts[0].link, model.find_link("d"));
  EXPECT_EQ(model.parts[0].joint, model.find_joint("bd"));
  std::string order;
  for (const LayoutItem& item : model.layout.children.at(Place{}))
    order += item.kind == LayoutItem::Kind::comment ? "#" + model.layout.comments[item.index] + " "
                                                    : model.links[item.index].name + " ";
  EXPECT_EQ(order, "#about a a c b d #about e e ");
}

TEST(SortTree, brokenModelsSurvive) {
  auto maker = unsorted();
  maker.joint("bad", JointType::fixed, "nowhere", "c");
  maker.joint("cycle", JointType::fixed, "e", "d");
  maker.link("a");
  maker.done();
  run_pass(sort_tree, maker.model());
  EXPECT_EQ(maker.model().links.size(), 6U);
  EXPECT_EQ(maker.model().joints.size(), 6U);
}

TEST(SortTree, randomRobotsStayTheSame) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    test::RandomRobot robot(seed);
    const Model before = robot.model();
    run_pass(sort_tree, robot.model());
    EXPECT_THAT(compare_models(before, robot.model()).differences, IsEmpty());
    EXPECT_THAT(verify_model(robot.model()), IsEmpty());
  }
}

}  // namespace
}  // namespace romas
