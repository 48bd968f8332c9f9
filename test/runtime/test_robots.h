// Robots for the tests: a two-link arm in closed form (two_link.h), and others as data for the reference
// implementation.
#pragma once

#include <memory>
#include <romas/reference_robot.hpp>

#include "test/runtime/random_numbers.h"
#include "test/runtime/two_link.h"

namespace romas::test {

using reference::JointType;
using TestModel = reference::Model<48, 60>;
using TestData = reference::Data<TestModel>;

inline reference::Mat3<double> rotation(double roll, double pitch, double yaw) {
  using spatial::rotation_about;
  return rotation_about<double>({0, 0, 1}, std::sin(yaw), std::cos(yaw)) *
         rotation_about<double>({0, 1, 0}, std::sin(pitch), std::cos(pitch)) *
         rotation_about<double>({1, 0, 0}, std::sin(roll), std::cos(roll));
}

// The tensor of a body of three rods: satisfies the triangle inequality.
inline reference::Mat3<double> tensor(double a, double b, double c) {
  return {{{b + c, 0, 0}, {0, a + c, 0}, {0, 0, a + b}}};
}

inline reference::Link<double> random_link(RandomNumbers& random, JointType type, int parent) {
  reference::Link<double> link;
  link.type = type, link.parent = parent;
  link.origin = {rotation(random.uniform(-3, 3), random.uniform(-1.5, 1.5), random.uniform(-3, 3)),
                 {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)}};
  link.axis = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)};
  link.pitch = random.uniform(-0.5, 0.5);
  link.mass = random.uniform(0.5, 3);
  link.com = {random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)};
  const auto R = rotation(random.uniform(-3, 3), random.uniform(-1, 1), random.uniform(-3, 3));
  link.inertia = R * tensor(random.uniform(0.01, 0.1), random.uniform(0.01, 0.1), random.uniform(0.01, 0.1)) *
                 R.transposed();
  return link;
}

struct TestRobot {
  std::unique_ptr<TestModel> model = std::make_unique<TestModel>();
  std::unique_ptr<TestData> data = std::make_unique<TestData>();
};

// A tree of all joint types.
inline TestRobot random_tree(std::uint64_t seed, int links, bool floating_base, bool mimic = false) {
  constexpr JointType kTypes[] = {JointType::revolute,   JointType::prismatic, JointType::fixed,
                                  JointType::continuous, JointType::planar,    JointType::ball,
                                  JointType::screw,      JointType::universal, JointType::floating};
  RandomNumbers random(seed);
  TestRobot robot;
  robot.model->set_floating_base(floating_base);
  robot.model->add_link(random_link(random, JointType::fixed, -1));
  int leader = -1;
  for (int i = 1; i < links; ++i) {
    // Every type in turn, then at random.
    const JointType type = kTypes[i <= 9 ? i - 1 : random.below(9)];
    reference::Link<double> link = random_link(random, type, random.below(i));
    if (type == JointType::revolute || type == JointType::prismatic) {
      if (mimic && leader > 0 && i % 2 == 0)
        link.mimic = leader, link.multiplier = random.uniform(-2, 2), link.offset = random.uniform(-1, 1);
      else if (leader < 0)
        leader = i;
    }
    robot.model->add_link(link);
  }
  robot.model->finish();
  return robot;
}

// Positions with quaternions of length 1.
inline std::vector<double> random_position(RandomNumbers& random, const TestModel& model) {
  std::vector<double> neutral(static_cast<std::size_t>(model.n_q())), q = neutral;
  reference::neutral_position(model, neutral.data());
  reference::integrate_position(model, neutral.data(), random.vector(model.n_v(), -2, 2).data(), 1.0,
                                q.data());
  return q;
}

// A seven-axis arm with an offset elbow and a hand: about a metre long, made up for the tests.
using ArmModel = reference::Model<9, 7>;
using ArmRobot = reference::Robot<7, 7, 7, ArmModel>;
struct Arm {
  std::unique_ptr<ArmModel> model = std::make_unique<ArmModel>();
  std::unique_ptr<reference::Data<ArmModel>> data = std::make_unique<reference::Data<ArmModel>>();

  Arm() {
    constexpr double kHalf = 1.5707963267948966;
    struct Row {
      double roll, x, y, z, mass, lower, upper, effort;
    };
    constexpr Row rows[] = {{0, 0, 0, 0.34, 4, -2.9, 2.9, 90},
                            {-kHalf, 0, 0, 0, 4, -1.8, 1.8, 90},
                            {kHalf, 0, -0.32, 0, 3, -2.9, 2.9, 80},
                            {kHalf, 0.08, 0, 0, 3, -3.1, -0.05, 80},
                            {-kHalf, -0.08, 0.38, 0, 2.5, -2.9, 2.9, 20},
                            {kHalf, 0, 0, 0, 1.5, -0.1, 3.7, 20},
                            {kHalf, 0.09, 0, 0, 1, -2.9, 2.9, 15}};
    reference::Link<double> link;
    model->add_link(link);
    for (const Row& row : rows) {
      link.type = JointType::revolute, link.parent = model->n_links() - 1, link.axis = {0, 0, 1};
      link.origin = {rotation(row.roll, 0, 0), {row.x, row.y, row.z}};
      link.mass = row.mass, link.com = {0.01, -0.04, 0.03};
      link.inertia = tensor(0.005 * row.mass, 0.004 * row.mass, 0.003 * row.mass);
      link.limits = {row.lower, row.upper, row.effort, 2.5};
      link.damping = 0.1, link.friction = 0.05;
      model->add_link(link);
    }
    reference::Link<double> hand;
    hand.parent = 7, hand.origin.p = {0, 0, 0.2}, hand.mass = 0.7, hand.inertia = tensor(0.001, 0.001, 0.001);
    model->add_link(hand);
    model->finish();
  }
  ArmRobot robot() { return ArmRobot(*model, *data); }
};
constexpr auto kHand = static_cast<ArmRobot::Link>(8);

}  // namespace romas::test
