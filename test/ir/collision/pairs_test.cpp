// Relations of links: those of arms whose answer is known, and no proof is refuted by postures at random.
#include "ir/collision/pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/mimic.h"
#include "test/load_robot.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::ModelMaker;

// A rod of 1 m on each of three links, one after the other along x at zero, joined by hinges about z. The
// joint at the elbow is `elbow`; rods are 0.1 m thick.
struct Arm {
  ModelMaker maker;
  Joint *shoulder = nullptr, *elbow = nullptr;

  Arm() {
    for (const char* name : {"base", "upper", "lower"})
      maker.link(name).collisions.push_back(
          {{}, ModelMaker::at(0.5, 0, 0, 0, 0, 0), {Box{{0.8, 0.1, 0.1}}, {}}, {}});
    maker.joint("shoulder", JointType::revolute, "base", "upper").origin = ModelMaker::at(1, 0, 0, 0, 0, 0);
    maker.joint("elbow", JointType::revolute, "upper", "lower").origin = ModelMaker::at(1, 0, 0, 0, 0, 0);
    shoulder = &maker.model().joints[0];
    elbow = &maker.model().joints[1];
    limit(-1, 1);
  }
  void limit(double lower, double upper) {
    shoulder->limit = elbow->limit = maker.limit(lower, upper, 10, 1);
  }
  LinkPair ends() {
    maker.done();
    const Model& model = maker.model();
    const LinkColliders colliders = link_colliders(model, nullptr);
    for (const LinkPair& pair : examine_pairs(model, KinematicTree(model), colliders))
      if (model.link(pair.a).name == "base" && model.link(pair.b).name == "lower") return pair;
    return {};
  }
};

TEST(Pairs, neighboursAreAdjacent) {
  Arm arm;
  arm.maker.done();
  const Model& model = arm.maker.model();
  const auto pairs = examine_pairs(model, KinematicTree(model), link_colliders(model, nullptr));
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].relation, PairRelation::adjacent);
  EXPECT_EQ(pairs[2].relation, PairRelation::adjacent);
}

TEST(Pairs, linksWithoutShapesAreSkipped) {
  Arm arm;
  arm.maker.model().links[1].collisions.clear();
  EXPECT_EQ(arm.ends().relation, PairRelation::adjacent);
}

TEST(Pairs, limitsDecide) {
  Arm arm;
  const LinkPair apart = arm.ends();
  EXPECT_EQ(apart.relation, PairRelation::never);
  EXPECT_GT(apart.distance, 0);
  // Both turn by 2.6 rad: the lower rod folds back onto the base.
  arm.limit(-2.6, 2.6);
  const LinkPair touching = arm.ends();
  EXPECT_EQ(touching.relation, PairRelation::sometimes);
  ASSERT_EQ(touching.witness.size(), 2U);
  for (const WitnessValue& value : touching.witness) EXPECT_LE(std::abs(value.value), 2.6);
  // Each limit alone is too little.
  arm.limit(-2.6, 2.6);
  arm.shoulder->limit = arm.maker.limit(-0.5, 0.5, 10, 1);
  EXPECT_EQ(arm.ends().relation, PairRelation::never);
}

TEST(Pairs, aTurnWithoutLimitsIsWhole) {
  Arm arm;
  arm.shoulder->type = arm.elbow->type = JointType::continuous;
  arm.shoulder->limit = arm.elbow->limit = {};
  EXPECT_EQ(arm.ends().relation, PairRelation::sometimes);
}

TEST(Pairs, aFollowerMovesWithItsLeader) {
  Arm arm;
  arm.limit(-3.1, 3.1);
  // The elbow turns back what the shoulder turns: the lower rod stays parallel to the base.
  arm.elbow->mimic = JointMimic{{"shoulder", arm.maker.next_range(), {}}, -1, 0, arm.maker.next_range()};
  const LinkPair pair = arm.ends();
  EXPECT_EQ(pair.relation, PairRelation::sometimes) << "both are 1 m long, and the shoulder turns around";
  ASSERT_EQ(pair.witness.size(), 1U);
  EXPECT_GT(std::abs(pair.witness[0].value), 2);
  arm.limit(-1.5, 1.5);
  EXPECT_EQ(arm.ends().relation, PairRelation::never);
}

TEST(Pairs, aSlideWithoutLimitsIsNotDecided) {
  Arm arm;
  arm.elbow->type = JointType::prismatic;
  arm.elbow->limit = {};
  const LinkPair pair = arm.ends();
  EXPECT_EQ(pair.relation, PairRelation::unknown);
  EXPECT_EQ(pair.because, "joint 'elbow' has no limits");
}

TEST(Pairs, severalVariablesAreNotDecided) {
  Arm arm;
  arm.elbow->type = JointType::ball;
  EXPECT_EQ(arm.ends().because, "joint 'elbow' has several variables");
}

TEST(Pairs, fixedLinksTouchAlwaysOrNever) {
  Arm arm;
  arm.shoulder->type = arm.elbow->type = JointType::fixed;
  const LinkPair apart = arm.ends();
  EXPECT_EQ(apart.relation, PairRelation::never);
  EXPECT_NEAR(apart.distance, 1.2, 1e-8);
  arm.elbow->origin = ModelMaker::at(-1, 0.05, 0, 0, 0, 0);
  EXPECT_EQ(arm.ends().relation, PairRelation::always);
}

// Points of two links, between which one to three hinges and slides move: no distance changes by more than
// the bound says, and some change by nearly as much.
TEST(PairChain, boundsTheChangeOfDistances) {
  std::mt19937 random(11);
  const auto uniform = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(random()) * 0x1p-32;
  };
  double tightest = 0;
  int near_axis = 0;
  for (int run = 0; run < 4000; ++run) {
    ModelMaker maker;
    const int joints = 1 + static_cast<int>(random() % 3);
    for (int k = 0; k <= joints; ++k) maker.link(concat("l", k));
    for (int k = 1; k <= joints; ++k) {
      Joint& joint =
          maker.joint(concat("j", k), random() % 4 == 0 ? JointType::prismatic : JointType::revolute,
                      concat("l", k - 1), concat("l", k));
      joint.origin = ModelMaker::at(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-3, 3), 0, 0);
      joint.axis = maker.axis(uniform(-1, 1), uniform(-1, 1), uniform(0.1, 1));
      joint.limit = maker.limit(-4, 4, 10, 1);
      if (k == 2 && random() % 4 == 0)
        joint.mimic = JointMimic{{"j1", maker.next_range(), {}}, uniform(-2, 2), 0.1, maker.next_range()};
    }
    maker.done();
    const Model& model = maker.model();
    const KinematicTree tree(model);
    std::string because;
    const auto chain = PairChain::between(model, tree, followed_joints(model), LinkId(0),
                                          LinkId(static_cast<std::size_t>(joints)), because);
    ASSERT_TRUE(chain) << because;
    std::vector<double> centre, half;
    for (const CollisionVariable& variable : chain->variables()) {
      centre.push_back(uniform(variable.lower, variable.upper));
      half.push_back(random() % 3 == 0 ? 3.2 : uniform(0, 1));
    }
    // Small balls. That of the first link is at times near an axis of the last joint, where its lever is
    // short until other joints have moved.
    const RigidTransform X_AB = chain->pose(centre);
    Vector3 p_a(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    Vector3 p_b(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    if (random() % 2 == 0) {
      p_a = X_AB.p;
      ++near_axis;
    }
    if (random() % 4 == 0) p_b = X_AB.inverse().p;
    Collider a, b;
    constexpr double kSmall = 1e-4;
    ASSERT_TRUE(a.add(Sphere{kSmall}, {Matrix3::Identity(), p_a}));
    ASSERT_TRUE(b.add(Sphere{kSmall}, {Matrix3::Identity(), p_b}));
    a.finish();
    b.finish();
    std::vector<double> shares;
    const double bound = chain->motion(a, b, centre, half, shares);
    ASSERT_EQ(shares.size(), half.size());
    const double before = (p_a - X_AB * p_b).norm();
    for (int k = 0; k < 60; ++k) {
      std::vector<double> values = centre;
      for (std::size_t v = 0; v < values.size(); ++v)
        values[v] += half[v] * (k < 8 ? (k >> v & 1 ? 1.0 : -1.0) : uniform(-1, 1));
      const double changed = std::abs((p_a - chain->pose(values) * p_b).norm() - before);
      ASSERT_LE(changed, bound) << "in run " << run;
      if (bound > 0.1) tightest = std::max(tightest, changed / bound);
    }
  }
  EXPECT_GT(tightest, 0.95);
  EXPECT_GT(near_axis, 1000);
}

// Postures at random, by the kinematics of the whole model and not by the chain between the two links.
void hold_against_postures(const Model& model, std::uint32_t seed, int postures) {
  const KinematicTree tree(model);
  const LinkColliders colliders = link_colliders(model, nullptr);
  const std::vector<LinkPair> pairs = examine_pairs(model, tree, colliders, {2000, 20'000});
  std::mt19937 random(seed);
  std::vector<double> q = neutral_position(model, tree);
  const auto pose_of = [&](const LinkPair& pair, const std::vector<RigidTransform>& poses) {
    return poses[pair.a.index()].inverse() * poses[pair.b.index()];
  };
  const auto move = [&](JointId joint, double value) {
    if (tree.q_index(joint) >= 0) q[static_cast<std::size_t>(tree.q_index(joint))] = value;
  };
  const auto follow = [&] {
    for (std::size_t joint = 0; joint < model.joints.size(); ++joint)
      if (const auto relation = followed_by(model, JointId(joint)))
        move(JointId(joint),
             relation->multiplier * q[static_cast<std::size_t>(tree.q_index(relation->leader))] +
                 relation->offset);
  };
  for (const LinkPair& pair : pairs) {
    if (pair.relation != PairRelation::sometimes) continue;
    q = neutral_position(model, tree);
    for (const WitnessValue& value : pair.witness) move(value.joint, value.value);
    follow();
    const auto poses = link_poses(model, tree, q);
    EXPECT_TRUE(
        separation(colliders.of_link[pair.a.index()], colliders.of_link[pair.b.index()], pose_of(pair, poses))
            .upper < 1e-9)
        << model.link(pair.a).name << " and " << model.link(pair.b).name;
  }
  for (int k = 0; k < postures; ++k) {
    for (std::size_t joint = 0; joint < model.joints.size(); ++joint) {
      const Joint& moved = model.joints[joint];
      const bool turns = moved.type == JointType::revolute || moved.type == JointType::continuous;
      if (!turns && moved.type != JointType::prismatic && moved.type != JointType::screw) continue;
      const bool limited =
          moved.type != JointType::continuous && moved.limit && moved.limit->lower && moved.limit->upper;
      const double lower = limited ? moved.limit->lower->value() : -std::numbers::pi;
      const double upper = limited ? moved.limit->upper->value() : std::numbers::pi;
      move(JointId(joint), lower + (upper - lower) * static_cast<double>(random()) * 0x1p-32);
    }
    follow();
    const auto poses = link_poses(model, tree, q);
    for (const LinkPair& pair : pairs) {
      if (pair.relation != PairRelation::never && pair.relation != PairRelation::always) continue;
      const Separation found = separation(colliders.of_link[pair.a.index()],
                                          colliders.of_link[pair.b.index()], pose_of(pair, poses));
      if (pair.relation == PairRelation::always)
        EXPECT_TRUE(found.touches()) << model.link(pair.a).name << " and " << model.link(pair.b).name;
      else
        EXPECT_GE(found.upper, pair.distance - 1e-9)
            << model.link(pair.a).name << " and " << model.link(pair.b).name;
    }
  }
}

TEST(Pairs, noProofIsRefutedOnRandomArms) {
  std::mt19937 random(7);
  const auto uniform = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(random()) * 0x1p-32;
  };
  int never = 0;
  for (int run = 0; run < 40; ++run) {
    ModelMaker maker;
    for (int k = 0; k < 5; ++k) {
      maker.link(concat("l", k))
          .collisions.push_back(
              {{},
               ModelMaker::at(uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(0, 0.2), uniform(-3, 3), 0, 0),
               {Box{{uniform(0.02, 0.2), uniform(0.02, 0.2), uniform(0.02, 0.2)}}, {}},
               {}});
      if (k == 0) continue;
      constexpr std::array kTypes = {JointType::revolute, JointType::prismatic, JointType::screw,
                                     JointType::fixed};
      Joint& joint = maker.joint(concat("j", k), kTypes[random() % 4], concat("l", k - 1), concat("l", k));
      joint.origin = ModelMaker::at(uniform(-0.2, 0.2), uniform(-0.2, 0.2), uniform(0, 0.3), uniform(-3, 3),
                                    uniform(-1, 1), 0);
      if (joint.type == JointType::fixed) continue;
      joint.axis = maker.axis(uniform(-1, 1), uniform(-1, 1), uniform(0.1, 1));
      const double lower = uniform(-1, 0.2);
      joint.limit =
          maker.limit(lower, lower + uniform(0, joint.type == JointType::prismatic ? 0.3 : 1.5), 10, 1);
      if (joint.type == JointType::screw) joint.screw_pitch = uniform(-0.1, 0.1);
      if (k > 1 && maker.model().joints[0].type != JointType::fixed && random() % 3 == 0)
        joint.mimic = JointMimic{
            {"j1", maker.next_range(), {}}, uniform(-2, 2), uniform(-0.3, 0.3), maker.next_range()};
    }
    maker.done();
    SCOPED_TRACE(run);
    const Model& model = maker.model();
    for (const LinkPair& pair : examine_pairs(model, KinematicTree(model), link_colliders(model, nullptr)))
      never += pair.relation == PairRelation::never ? 1 : 0;
    hold_against_postures(model, static_cast<std::uint32_t>(run), 300);
  }
  EXPECT_GT(never, 50);
}

TEST(Pairs, noProofIsRefutedOnRobots) {
  if (test::corpus_files("urdf", ".urdf").empty()) GTEST_SKIP() << "the corpus is not there";
  std::size_t robots = 0;
  for (const auto& path : test::corpus_files("urdf", ".urdf")) {
    const std::string stem = path.stem().string();
    if (stem != "panda-arm-hand-drake" && stem != "ur3e-cylinders-drake" &&
        stem != "iiwa14-primitive-drake" && stem != "a1")
      continue;
    SCOPED_TRACE(path);
    hold_against_postures(test::load_robot(path)->model(), 1, 200);
    ++robots;
  }
  EXPECT_EQ(robots, 4U);
}

}  // namespace
}  // namespace romas
