// Lumping fixed joints moves nothing: poses, shapes and the whole inertia of random robots stay.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "ir/analysis/motion/kinematics.h"
#include "ir/model/verify.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using ::testing::IsEmpty;

constexpr double kTolerance = 1e-12;

std::vector<double> some_position(const Model& model, const KinematicTree& tree) {
  std::vector<double> q = neutral_position(model, tree);
  for (const JointId id : tree.joint_order()) {
    const int at = tree.q_index(id);
    // By name, as the order of joints changes.
    if (at >= 0)
      q[static_cast<std::size_t>(at)] +=
          0.01 * static_cast<double>(std::hash<std::string>()(model.joint(id).name) % 100);
  }
  return q;
}

// The poses in the root of everything that has a name or a shape, and the inertia of the whole robot.
struct Snapshot {
  std::map<std::string, RigidTransform> poses;
  SpatialInertia total;
};

Snapshot snapshot(const Model& model) {
  const KinematicTree tree(model);
  const auto poses = link_poses(model, tree, some_position(model, tree));
  Snapshot result;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    result.poses["link " + link.name] = poses[i];
    for (const Visual& visual : link.visuals)
      result.poses["visual " + *visual.name] = poses[i] * visual.origin.evaluate();
    for (const Collision& collision : link.collisions)
      result.poses["collision " + *collision.name] = poses[i] * collision.origin.evaluate();
    if (link.inertial) result.total = result.total + link.inertial->spatial().expressed_in(poses[i]);
  }
  const auto add = [&](const std::string& name, const LinkRef& link, const TransformExpr& origin) {
    result.poses[name] = poses[link.id.index()] * origin.evaluate();
  };
  for (const Frame& frame : model.frames)
    add((frame.kind == Frame::Origin::lumped_link ? "link " : "frame ") + frame.name, frame.link,
        frame.origin);
  for (const Sensor& sensor : model.sensors) add("sensor " + sensor.name, *sensor.parent_link, sensor.origin);
  for (const LoopJoint& loop : model.loop_joints) {
    add("loop 1 " + loop.name, loop.link1.link, loop.link1.origin);
    add("loop 2 " + loop.name, loop.link2.link, loop.link2.origin);
  }
  for (const ForceElement& element : model.force_elements) {
    const auto& spring = std::get<LinearSpringDamper>(element.force);
    add("spring 1 " + element.name, spring.link1.link, spring.link1.origin);
    add("spring 2 " + element.name, spring.link2.link, spring.link2.origin);
  }
  return result;
}

TEST(LumpFixedJoints, posesAndInertiaOfRandomRobotsStay) {
  std::size_t lumped = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    test::RandomRobot robot(seed);
    Model& model = robot.model();
    const Snapshot before = snapshot(model);
    const std::size_t links = model.links.size();
    test::run_pass(lump_fixed_joints, model, {{"mode", seed % 3 == 0 ? "massless" : "all"}});
    EXPECT_THAT(verify_model(model), IsEmpty());
    const Snapshot after = snapshot(model);
    ASSERT_EQ(before.poses.size(), after.poses.size());
    lumped += links - model.links.size();
    for (const auto& [name, X] : before.poses) {
      ASSERT_TRUE(after.poses.contains(name)) << name;
      EXPECT_LE((X.R - after.poses.at(name).R).cwiseAbs().maxCoeff(), kTolerance) << name;
      EXPECT_LE((X.p - after.poses.at(name).p).cwiseAbs().maxCoeff(), kTolerance * 10) << name;
    }
    EXPECT_NEAR(before.total.mass, after.total.mass, kTolerance * before.total.mass);
    EXPECT_LE((before.total.com - after.total.com).norm(), kTolerance * 10);
    EXPECT_LE((before.total.tensor - after.total.tensor).norm(), kTolerance * before.total.tensor.norm());
  }
  EXPECT_GT(lumped, 1000U);
}

}  // namespace
}  // namespace romas
