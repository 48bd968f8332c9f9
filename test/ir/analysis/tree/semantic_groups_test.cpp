// Protects what groups hold: the joints of chains, links and subgroups are those that MoveIt's robot model
// takes, which a slow and plain copy of its rules tells on random trees; cycles end, and nothing grows
// without bounds.
#include "ir/analysis/tree/semantic_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "test/model_helpers.h"

namespace romas {
namespace {

SemanticName named(std::string text) { return {std::move(text), {}}; }

SemanticGroup group(const std::string& name) {
  SemanticGroup made;
  made.name = named(name);
  return made;
}

// base - j1 - l1 - j2 - l2, and l1 - j3 - l3
test::ModelMaker fork() {
  test::ModelMaker maker;
  for (const char* link : {"base", "l1", "l2", "l3"}) maker.link(link);
  maker.joint("j1", JointType::revolute, "base", "l1");
  maker.joint("j2", JointType::revolute, "l1", "l2");
  maker.joint("j3", JointType::fixed, "l1", "l3");
  return maker;
}

struct Chained {
  ChainShape shape;
  std::vector<std::size_t> joints;
  bool root_joint;
  friend bool operator==(const Chained&, const Chained&) = default;
};

Chained chained(const Model& robot, const char* base, const char* tip) {
  const ChainJoints found = joints_of_chain({named(base), named(tip), {}}, robot, KinematicTree(robot));
  Chained result{found.shape, {}, found.root_joint};
  for (const JointId joint : found.joints) result.joints.push_back(joint.index());
  std::sort(result.joints.begin(), result.joints.end());
  return result;
}

TEST(JointsOfChain, toldByHowTheTipLiesToTheBase) {
  test::ModelMaker maker = fork();
  maker.link("alone");
  const Model& robot = maker.done();
  EXPECT_EQ(chained(robot, "base", "l2"), (Chained{ChainShape::down, {0, 1}, false}));
  EXPECT_EQ(chained(robot, "l2", "l2"), (Chained{ChainShape::down, {}, false}));
  EXPECT_EQ(chained(robot, "l2", "l1"), (Chained{ChainShape::up, {0, 1}, false}));
  EXPECT_EQ(chained(robot, "l2", "base"), (Chained{ChainShape::up, {0, 1}, true}));
  EXPECT_EQ(chained(robot, "l3", "l2"), (Chained{ChainShape::bent, {0, 1, 2}, false}));
  EXPECT_EQ(chained(robot, "base", "alone"), (Chained{ChainShape::apart, {}, false}));
  EXPECT_EQ(chained(robot, "base", "gone"), (Chained{ChainShape::unknown, {}, false}));
}

TEST(ResolveGroups, everyKindOfMember) {
  test::ModelMaker maker = fork();
  const Model& robot = maker.done();
  const KinematicTree tree(robot);
  Semantics semantics;
  semantics.virtual_joints.push_back({named("floor"), named("base"), "map", VirtualJointType::planar, {}});
  for (const char* name : {"links", "joints", "outer", "unknown"}) semantics.groups.push_back(group(name));
  semantics.groups[0].links = {named("l3"), named("base")};
  semantics.groups[1].joints = {named("j2"), named("floor"), named("j2")};
  semantics.groups[2].subgroups = {named("joints"), named("links")};
  semantics.groups[3].subgroups = {named("outer"), named("gone")};
  const SemanticGroups groups = resolve_groups(semantics, &robot, &tree);
  EXPECT_EQ(groups.groups[0].joints, (std::vector{JointId(2)}));
  EXPECT_TRUE(groups.groups[0].root_joint);
  EXPECT_EQ(groups.groups[1].joints, (std::vector{JointId(1)}));
  EXPECT_TRUE(groups.groups[1].root_joint);
  EXPECT_EQ(groups.groups[2].joints, (std::vector{JointId(1), JointId(2)}));
  EXPECT_TRUE(groups.groups[2].whole);
  EXPECT_FALSE(groups.groups[3].whole);
  EXPECT_TRUE(groups.groups[3].has(JointId(1)));
  EXPECT_TRUE(has_link(groups.groups[2], robot.find_link("l2"), tree));
  EXPECT_FALSE(has_link(groups.groups[2], robot.find_link("l1"), tree));
  EXPECT_TRUE(has_link(groups.groups[2], robot.find_link("base"), tree));
}

TEST(ResolveGroups, cyclesAreFoundOnceAndSpoilWhatHoldsThem) {
  Semantics semantics;
  for (const char* name : {"x", "c", "a", "b", "self"}) semantics.groups.push_back(group(name));
  semantics.groups[0].subgroups = {named("b")};
  semantics.groups[1].subgroups = {named("a")};
  semantics.groups[2].subgroups = {named("b")};
  semantics.groups[3].subgroups = {named("c")};
  semantics.groups[4].subgroups = {named("self")};
  test::ModelMaker maker = fork();
  const Model& robot = maker.done();
  const KinematicTree tree(robot);
  for (const Model* about : {&robot, static_cast<const Model*>(nullptr)}) {
    const SemanticGroups groups = resolve_groups(semantics, about, about == nullptr ? nullptr : &tree);
    EXPECT_EQ(groups.cycles, (std::vector<std::vector<std::size_t>>{{1, 2, 3}, {4}}));
    for (const SemanticGroups::Group& one : groups.groups) EXPECT_FALSE(one.whole);
  }
}

// Each of many groups holds the one before and a long chain: what they hold together has no end that memory
// has.
TEST(ResolveGroups, isBounded) {
  test::ModelMaker maker;
  constexpr std::size_t kLinks = 3000;
  maker.link("l0");
  for (std::size_t i = 1; i < kLinks; ++i) {
    maker.link(concat("l", i));
    maker.joint(concat("j", i), JointType::revolute, concat("l", i - 1), concat("l", i));
  }
  const Model& robot = maker.done();
  const KinematicTree tree(robot);
  Semantics semantics;
  for (std::size_t i = 0; i < 5'000; ++i) {
    semantics.groups.push_back(group(concat("g", i)));
    semantics.groups.back().chains = {{named("l0"), named(concat("l", kLinks - 1)), {}}};
    if (i > 0) semantics.groups.back().subgroups = {named(concat("g", i - 1))};
  }
  const SemanticGroups groups = resolve_groups(semantics, &robot, &tree);
  EXPECT_FALSE(groups.complete);
  std::size_t held = 0;
  for (const SemanticGroups::Group& one : groups.groups) held += one.joints.size();
  EXPECT_LE(held, 5'000'000U);
  EXPECT_TRUE(groups.groups.front().whole);
  EXPECT_FALSE(groups.groups.back().whole);
}

// --- the rules of MoveIt's RobotModel::addJointModelGroup, on names ----------------------------------------

// The joint above each link by name, "" for the root's; and the link above.
struct Parents {
  std::map<std::string, std::string> joint, link;
};

std::set<std::string> plain_chain(const Parents& parents, const std::string& base, const std::string& tip) {
  std::vector<std::string> up;
  std::string link = tip;
  bool met = false;
  while (true) {
    if (link == base) {
      met = true;
      break;
    }
    up.push_back(parents.joint.at(link));
    if (parents.joint.at(link).empty()) break;
    link = parents.link.at(link);
  }
  if (met) return {up.begin(), up.end()};
  std::set<std::string> joints;
  for (link = base;; link = parents.link.at(link)) {
    const auto common = std::find(up.begin(), up.end(), parents.joint.at(link));
    if (common != up.end()) {
      joints.insert(up.begin(), common + 1);
      return joints;
    }
    joints.insert(parents.joint.at(link));
  }
}

TEST(ResolveGroups, isWhatMoveItTakesOnRandomTrees) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same trees each time
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int round = 0; round < 300; ++round) {
    test::ModelMaker maker;
    const std::size_t links = 2 + below(12);
    Parents parents;
    maker.link("l0");
    parents.joint["l0"] = "";
    for (std::size_t i = 1; i < links; ++i) {
      const std::string parent = concat("l", below(i));
      maker.link(concat("l", i));
      maker.joint(concat("j", i), JointType::revolute, parent, concat("l", i));
      parents.joint[concat("l", i)] = concat("j", i);
      parents.link[concat("l", i)] = parent;
    }
    const Model& robot = maker.done();
    const KinematicTree tree(robot);
    Semantics semantics;
    std::vector<std::set<std::string>> expected;
    for (std::size_t i = 0; i < 5; ++i) {
      SemanticGroup& one = semantics.groups.emplace_back(group(concat("g", i)));
      std::set<std::string>& joints = expected.emplace_back();
      for (std::size_t k = below(3); k > 0; --k) {
        const std::string base = concat("l", below(links));
        const std::string tip = concat("l", below(links));
        one.chains.push_back({named(base), named(tip), {}});
        joints.merge(plain_chain(parents, base, tip));
      }
      if (below(2) == 0) {
        const std::string link = concat("l", below(links));
        one.links.push_back(named(link));
        joints.insert(parents.joint.at(link));
      }
      if (i > 0 && below(2) == 0) {
        const std::size_t inner = below(i);
        one.subgroups.push_back(named(concat("g", inner)));
        joints.insert(expected[inner].begin(), expected[inner].end());
      }
    }
    const SemanticGroups groups = resolve_groups(semantics, &robot, &tree);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      std::set<std::string> found;
      for (const JointId joint : groups.groups[i].joints) found.insert(robot.joint(joint).name);
      if (groups.groups[i].root_joint) found.insert("");
      EXPECT_EQ(found, expected[i]) << "group " << i << " of round " << round;
      EXPECT_TRUE(groups.groups[i].whole);
    }
  }
}

}  // namespace
}  // namespace romas
