// A floating base is a fixed base with six joints of its own: three prismatic and three revolute ones,
// without mass between them.
#include <gtest/gtest.h>

#include "test/runtime/test_robots.h"
#include "test/runtime/vectors.h"

namespace romas {
namespace {

using test::expect_equal;
using test::RandomNumbers;
using test::size;
using test::TestRobot;
using test::Vector;
using Vec3 = reference::Vec3<double>;

// The same robot twice. Its base is link 0 of `floating` and link 6 of `fixed`.
struct TwoBases {
  explicit TwoBases(RandomNumbers& random) {
    floating.model->set_floating_base(true);
    fixed.model->add_link({});
    for (int i = 0; i < 6; ++i) add_virtual_joint(random, i);
    for (int i = 1; i < 6; ++i) {
      auto link = test::random_link(
          random, i % 2 == 0 ? test::JointType::prismatic : test::JointType::revolute, random.below(i));
      floating.model->add_link(link);
      link.parent += 6;
      fixed.model->add_link(link);
    }
    EXPECT_TRUE(floating.model->finish() && fixed.model->finish());
    EXPECT_EQ(floating.model->n_v(), fixed.model->n_v());
  }

  // The last one carries the base.
  void add_virtual_joint(RandomNumbers& random, int i) {
    reference::Link<double> link;
    link.type = i < 3 ? test::JointType::prismatic : test::JointType::revolute;
    link.parent = i;
    link.axis = {};
    link.axis[i % 3] = 1;
    if (i < 5) {
      fixed.model->add_link(link);
      return;
    }
    auto base = test::random_link(random, link.type, 5);
    base.origin = {}, base.axis = link.axis;
    fixed.model->add_link(base);
    base.type = test::JointType::fixed, base.parent = -1;
    floating.model->add_link(base);
  }

  TestRobot floating, fixed;
};

// The position on a floating base: the virtual joints' angles as the quaternion of Rx Ry Rz.
Vector floating_position(const Vector& q6) {
  double turn[4] = {std::sin(q6[3] / 2), 0, 0, std::cos(q6[3] / 2)};
  for (int k = 1; k < 3; ++k) {
    double next[4] = {0, 0, 0, std::cos(q6[size(3 + k)] / 2)};
    next[k] = std::sin(q6[size(3 + k)] / 2);
    detail::quaternion_product(turn, next, turn);
  }
  Vector q(q6.begin(), q6.begin() + 3);
  q.insert(q.end(), turn, turn + 4);
  q.insert(q.end(), q6.begin() + 6, q6.end());
  return q;
}

// Torques with the base's force brought to the virtual joints by the Jacobian J of the base (world axes).
Vector on_virtual_joints(const Vector& tau, const reference::Mat3<double>& R_WB, const double* J) {
  const int n = static_cast<int>(tau.size());
  const Vec3 force = R_WB * Vec3{tau[0], tau[1], tau[2]}, moment = R_WB * Vec3{tau[3], tau[4], tau[5]};
  Vector mapped(tau);
  for (int k = 0; k < 6; ++k) {
    mapped[size(k)] = 0;
    for (int row = 0; row < 3; ++row)
      mapped[size(k)] += J[row * n + k] * force[row] + J[(row + 3) * n + k] * moment[row];
  }
  return mapped;
}

TEST(ReferenceFloatingBase, equalsSixVirtualJoints) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    RandomNumbers random(seed);
    const TwoBases robot(random);
    const TestRobot &floating = robot.floating, &fixed = robot.fixed;
    const int n = fixed.model->n_v();
    const Vector q6 = random.vector(n, -1, 1), v6 = random.vector(n, -1, 1), a6 = random.vector(n, -1, 1);
    Vector tau6(size(n));
    reference::inverse_dynamics(*fixed.model, *fixed.data, q6.data(), v6.data(), a6.data(), tau6.data());
    const auto velocity = fixed.data->velocity[6], upward = fixed.data->acceleration[6];
    double J[6 * 60];
    reference::jacobian(*fixed.model, *fixed.data, 6, q6.data(), J);
    const auto R_WB = fixed.data->X_WL[6].R;
    // Without the upward acceleration that stands for gravity.
    const auto linear = upward.linear + R_WB.transposed() * fixed.model->gravity();
    const Vector q = floating_position(q6);
    Vector v(v6), a(a6), tau(size(n));
    for (int k = 0; k < 3; ++k) {
      v[size(k)] = velocity.linear[k], v[size(3 + k)] = velocity.angular[k];
      a[size(k)] = linear[k], a[size(3 + k)] = upward.angular[k];
    }
    reference::inverse_dynamics(*floating.model, *floating.data, q.data(), v.data(), a.data(), tau.data());
    expect_equal(on_virtual_joints(tau, R_WB, J), tau6, 1e-11, "torques");
    Vector back(size(n));
    ASSERT_TRUE(reference::forward_dynamics(*floating.model, *floating.data, q.data(), v.data(), tau.data(),
                                            back.data()));
    expect_equal(back, a, 1e-10, "acceleration");
  }
}

}  // namespace
}  // namespace romas
