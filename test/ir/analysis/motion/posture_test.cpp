// Poses, Jacobians and loads of postures are those of other computations: of link_poses, of differences of
// poses, and of gravity_loads.
#include "ir/analysis/motion/posture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ir/analysis/loads/static_loads.h"
#include "ir/analysis/motion/kinematics.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using test::ModelMaker;

struct Robot {
  explicit Robot(const Model& of) : model(of), tree(of) {
    DynamicsOptions options;
    options.gravity = {0.3, -0.2, -9.81};
    dynamics = make_dynamics_model(model, tree, options);
  }
  // Positions at random, in the order of the DynamicsModel; unit quaternions.
  std::vector<double> draw(std::mt19937& random) const {
    std::vector<double> q = neutral_position(dynamics);
    for (const JointVariables& row : dynamics.joints) {
      const bool turns = row.n_q == 4 || row.n_q == 7;
      const int plain = turns ? row.n_q - 4 : row.n_q;
      for (int k = 0; k < plain; ++k) q[static_cast<std::size_t>(row.q + k)] = uniform(random);
      if (!turns) continue;
      const Eigen::Vector4d quaternion =
          Eigen::Vector4d(uniform(random), uniform(random), uniform(random), 2).normalized();
      for (int k = 0; k < 4; ++k) q[static_cast<std::size_t>(row.q + plain + k)] = quaternion[k];
    }
    return q;
  }
  // The same positions in the order of the tree, followers included.
  std::vector<double> of_tree(const std::vector<double>& q) const {
    std::vector<double> all = neutral_position(model, tree);
    for (const Body& body : dynamics.bodies) {
      const int count = position_count(model.joint(body.joint).type);
      if (motion_dof(body.motion) == 1 && count == 1)
        all[static_cast<std::size_t>(tree.q_index(body.joint))] =
            body.multiplier * q[static_cast<std::size_t>(body.q)] + body.offset;
    }
    for (const JointVariables& row : dynamics.joints)
      for (int k = 0; k < row.n_q && row.n_q > 1; ++k)
        all[static_cast<std::size_t>(tree.q_index(row.joint) + k)] = q[static_cast<std::size_t>(row.q + k)];
    return all;
  }
  static double uniform(std::mt19937& random) {
    return -1.5 + 3.0 * static_cast<double>(random() >> 8U) * 0x1p-24;
  }

  const Model& model;
  KinematicTree tree;
  DynamicsModel dynamics;
};

TEST(Posture, HasThePosesOfLinks) {
  std::mt19937 random(1);
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomRobot made(seed, {10, 0.3, false});
    const Robot robot(made.model());
    Posture posture(robot.dynamics);
    const std::vector<double> q = robot.draw(random);
    posture.move_to(q);
    const std::vector<RigidTransform> expected = link_poses(robot.model, robot.tree, robot.of_tree(q));
    for (std::size_t k = 0; k < robot.dynamics.links.size(); ++k) {
      const RigidTransform X = posture.pose(robot.dynamics.links[k]);
      const RigidTransform& wanted = expected[robot.dynamics.link_order[k].index()];
      EXPECT_LT((X.p - wanted.p).norm(), 1e-9);
      EXPECT_LT((X.R - wanted.R).norm(), 1e-9);
    }
  }
}

// Along each variable of joints with one: the difference of two poses, by the step.
TEST(Posture, JacobianIsTheDifferenceOfPoses) {
  std::mt19937 random(2);
  constexpr double kStep = 1e-6;
  int columns = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomRobot made(seed, {8, 0.3, false});
    const Robot robot(made.model());
    Posture posture(robot.dynamics);
    const std::vector<double> q = robot.draw(random);
    const Placement& tip = robot.dynamics.links.back();
    posture.move_to(q);
    const Jacobian J = posture.jacobian(tip);
    for (const JointVariables& row : robot.dynamics.joints) {
      if (row.n_q != row.n_v) continue;  // quaternions
      for (int k = 0; k < row.n_q; ++k) {
        std::vector<double> moved = q;
        moved[static_cast<std::size_t>(row.q + k)] += kStep;
        posture.move_to(moved);
        const RigidTransform above = posture.pose(tip);
        moved[static_cast<std::size_t>(row.q + k)] -= 2 * kStep;
        posture.move_to(moved);
        const RigidTransform below = posture.pose(tip);
        const Matrix3 turn = (above.R - below.R) / (2 * kStep) * below.R.transpose();
        const Vector3 w(turn(2, 1), turn(0, 2), turn(1, 0));
        EXPECT_LT((J.col(row.v + k).tail<3>() - (above.p - below.p) / (2 * kStep)).norm(), 1e-5);
        EXPECT_LT((J.col(row.v + k).head<3>() - w).norm(), 1e-5);
        ++columns;
      }
    }
  }
  EXPECT_GT(columns, 60);
}

TEST(Posture, GravityIsThatOfTheLinks) {
  std::mt19937 random(3);
  int loads = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomRobot made(seed, {8, 0, false});
    const Robot robot(made.model());
    Posture posture(robot.dynamics);
    const std::vector<double> q = robot.draw(random);
    posture.move_to(q);
    const Eigen::VectorXd found = posture.gravity_effort();
    const std::vector<double> of_joints =
        gravity_loads(robot.model, robot.tree, link_poses(robot.model, robot.tree, robot.of_tree(q)),
                      robot.dynamics.gravity);
    // A follower's load counts with the joint that it follows.
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(robot.dynamics.n_v);
    for (const Body& body : robot.dynamics.bodies)
      if (body.joint && !std::isnan(of_joints[body.joint.index()]))
        expected[body.v] += body.multiplier * of_joints[body.joint.index()];
    for (const JointVariables& row : robot.dynamics.joints) {
      if (row.n_v != 1) continue;
      EXPECT_NEAR(found[row.v], expected[row.v], 1e-8 * (1 + std::abs(expected[row.v])));
      ++loads;
    }
  }
  EXPECT_GT(loads, 40);
}

}  // namespace
}  // namespace romas
