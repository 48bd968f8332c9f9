// Forces of descriptions against what forces at points of links do by their Jacobians, and airfoils against
// the integrals that define them and tables.
#include "passes/kernel/bodies/applied_forces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <romas/described_forces.hpp>

#include "passes/kernel/bodies/forces_in_dynamics.h"
#include "passes/kernel/bodies/lower.h"
#include "test/passes/kernel/random_case.h"

namespace romas {
namespace {

using test::expect_near;
using test::moved;
using test::Values;
using Case = test::RandomCase;

constexpr double kDegree = std::numbers::pi / 180;

// The formulas blur the sign of velocities as far as the simulated plant does.
static_assert(kFrictionWidth == described_friction_width);

Placement random_place(test::RandomTree& random, const DynamicsModel& dynamics) {
  Placement place =
      dynamics.links[static_cast<std::size_t>(random.below(static_cast<int>(dynamics.links.size())))];
  const auto number = [&] { return random.number(-1, 1); };
  place.X_BF = place.X_BF * RigidTransform{rotation_from_rpy(Vector3(number(), number(), number())),
                                           Vector3(number(), number(), number())};
  return place;
}

// A place by numbers: the axes, the origin, and 6 x n_v Jacobian, in {W}.
struct At {
  Matrix3 R;
  Vector3 p;
  Eigen::MatrixXd J;
  At(const DynamicsModel& model, const Placement& place, const Values& q) {
    const Values pose = evaluate_kernel(lowering::lower_pose(model, place, "pose"), {q});
    const Values jacobian = evaluate_kernel(lowering::lower_jacobian(model, place, "jacobian"), {q});
    J.resize(6, model.n_v);
    for (int r = 0; r < 6; ++r)
      for (int c = 0; c < model.n_v; ++c) J(r, c) = jacobian[static_cast<std::size_t>(r * model.n_v + c)];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) R(r, c) = pose[static_cast<std::size_t>(r * 4 + c)];
      p[r] = pose[static_cast<std::size_t>(r * 4 + 3)];
    }
  }
  Eigen::VectorXd pushed(const Vector3& force, const Vector3& moment = Vector3::Zero()) const {
    return J.topRows(3).transpose() * force + J.bottomRows(3).transpose() * moment;
  }
};

Eigen::VectorXd vector(const Values& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}
Values values(const Eigen::VectorXd& vector) { return {vector.data(), vector.data() + vector.size()}; }

Eigen::VectorXd of_spring(const SpringDamper& spring, const DynamicsModel& model, const Values& q,
                          const Values& v) {
  const At first(model, spring.first, q), second(model, spring.second, q);
  const double length = (second.p - first.p).norm();
  const Vector3 along = (second.p - first.p) / length;
  const double rate = along.dot((second.J - first.J).topRows(3) * vector(v));
  const double tension = spring.stiffness * (length - spring.rest_length) + spring.damping * rate;
  return first.pushed(tension * along) + second.pushed(-tension * along);
}

// By coefficients of lift, drag and moment, with the angle of attack as an angle. `attached` counts where no
// plate counts.
Eigen::VectorXd of_wing(const LiftingSurface& wing, const DynamicsModel& model, const Values& q,
                        const Values& v, int& attached) {
  const At at(model, wing.place, q);
  const Vector3 velocity = at.R.transpose() * (at.J.topRows(3) * vector(v));
  const double alpha = std::atan2(-velocity.z(), velocity.x());
  const double speed = std::hypot(velocity.x(), velocity.z());
  double lift = std::sin(2 * alpha), drag = 2 * std::pow(std::sin(alpha), 2);
  double moment = -2 * std::sin(alpha) * (1 - std::cos(alpha)) / 4;
  const auto& polar = wing.airfoil.polar;
  if (polar) {
    const double stall = wing.stall_angle > 0 ? wing.stall_angle : std::numbers::pi;
    if (std::abs(alpha) < stall && alpha > polar->points.front().alpha &&
        alpha < polar->points.back().alpha) {
      ++attached;
      const PolarPoint point = coefficients_at(*polar, alpha);
      lift = point.lift, drag = point.drag, moment = point.moment;
    }
  } else if (!wing.airfoil.is_plate && std::abs(alpha) < wing.stall_angle) {
    ++attached;
    lift = 2 * std::numbers::pi * (alpha - wing.airfoil.zero_lift_angle);
    drag = 0;
    moment = wing.airfoil.moment;
  }
  const double pressure = kAirDensity / 2 * speed * speed * wing.area;
  const Vector3 against(-std::cos(alpha), 0, std::sin(alpha)), up(std::sin(alpha), 0, std::cos(alpha));
  const Vector3 force = pressure * (lift * up + drag * against);
  // A moment that lifts the nose turns from z to x, against y.
  return at.pushed(at.R * force, at.R * Vector3(0, -pressure * wing.chord * moment, 0));
}

void expect_forces(const Case& c, const DescribedForces& forces, const Values& u,
                   const Eigen::VectorXd& wanted, const std::string& what) {
  const Kernel kernel = lowering::lower_applied_forces(c.dynamics, forces);
  EXPECT_EQ(verify_kernel(kernel), "");
  expect_near(evaluate_kernel(kernel, {c.q, c.v, u}), values(wanted), 1e-9, what);
}

void for_each_case(const std::function<void(Case&, const std::string&)>& visit) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Case c(seed, 2 + static_cast<int>(seed % 6), seed % 4 == 0, seed % 2 == 0);
    if (seed % 3 == 0) c.follow();
    visit(c, "seed " + std::to_string(seed));
  }
}

TEST(AppliedForces, springsPullAlongTheLineBetweenTheirEnds) {
  for_each_case([](Case& c, const std::string& what) {
    DescribedForces forces;
    Eigen::VectorXd wanted = Eigen::VectorXd::Zero(c.dynamics.n_v);
    for (int k = 0; k < 3; ++k) {
      forces.springs.push_back({random_place(c.random, c.dynamics), random_place(c.random, c.dynamics),
                                c.random.number(0, 1), c.random.number(0, 50), c.random.number(0, 5)});
      wanted += of_spring(forces.springs.back(), c.dynamics, c.q, c.v);
    }
    expect_forces(c, forces, {}, wanted, what);
  });
}

TEST(AppliedForces, thrustersPushAlongAxesOfTheirLinks) {
  for_each_case([](Case& c, const std::string& what) {
    DescribedForces forces;
    Values u;
    Eigen::VectorXd wanted = Eigen::VectorXd::Zero(c.dynamics.n_v);
    for (int k = 0; k < 3; ++k) {
      const Placement place = random_place(c.random, c.dynamics);
      const Vector3 force(c.random.number(-1, 1), c.random.number(-1, 1), c.random.number(-1, 1));
      forces.thrusters.push_back({"t", place, force, 0, 1});
      u.push_back(c.random.number(-3, 3));
      const At at(c.dynamics, place, c.q);
      wanted += at.pushed(u.back() * (at.R * force));
    }
    expect_forces(c, forces, u, wanted, what);
  });
}

TEST(AppliedForces, wingsHaveLiftDragAndMoment) {
  int attached = 0, all = 0;
  for_each_case([&](Case& c, const std::string& what) {
    for (const char* profile : {"flat plate", "NACA 2412", "naca0012", "NACA 6409"}) {
      DescribedForces forces;
      const double chord = c.random.number(0.1, 1);
      forces.wings.push_back({random_place(c.random, c.dynamics), chord, chord * 2, *find_airfoil(profile),
                              c.random.number(5, 75) * kDegree});
      expect_forces(c, forces, {}, of_wing(forces.wings.back(), c.dynamics, c.q, c.v, attached),
                    what + profile);
      ++all;
    }
  });
  EXPECT_GT(attached, 10);
  EXPECT_LT(attached, all - 10);
}

TEST(AppliedForces, wingsHaveTheCoefficientsOfTheirPolars) {
  int attached = 0, all = 0;
  for_each_case([&](Case& c, const std::string& what) {
    for (int k = 0; k < 4; ++k) {
      AirfoilPolar polar;
      double alpha = -c.random.number(20, 70) * kDegree;
      for (const int points = 2 + 5 * k; static_cast<int>(polar.points.size()) < points;)
        polar.points.push_back({alpha += c.random.number(1, 10) * kDegree, c.random.number(-1, 2),
                                c.random.number(0, 0.3), c.random.number(-0.1, 0.1)});
      if (polar.points.back().alpha > 79 * kDegree) continue;
      DescribedForces forces;
      const double chord = c.random.number(0.1, 1);
      Airfoil airfoil;
      airfoil.polar = polar;
      forces.wings.push_back({random_place(c.random, c.dynamics), chord, chord * 2, airfoil,
                              k % 2 == 0 ? 0 : c.random.number(20, 75) * kDegree});
      expect_forces(c, forces, {}, of_wing(forces.wings.back(), c.dynamics, c.q, c.v, attached), what);
      ++all;
    }
  });
  EXPECT_GT(attached, 10);
  EXPECT_LT(attached, all - 10);
}

TEST(AppliedForces, nothingMovesWithoutWind) {
  Case c(1, 3, false, true);
  c.v.assign(c.v.size(), 0);
  DescribedForces forces;
  forces.wings.push_back({c.dynamics.links.back(), 0.2, 0.4, *find_airfoil("NACA 4412"), 12 * kDegree});
  expect_forces(c, forces, {}, Eigen::VectorXd::Zero(c.dynamics.n_v), "at rest");
}

// The ends of a spring at one point: no direction, and no NaN.
TEST(AppliedForces, springsOfNoLengthAreHarmless) {
  Case c(2, 4, false, true);
  DescribedForces forces;
  forces.springs.push_back({c.dynamics.links.back(), c.dynamics.links.back(), 0.1, 50, 1});
  expect_forces(c, forces, {}, Eigen::VectorXd::Zero(c.dynamics.n_v), "no length");
}

TEST(AppliedForces, springsOfJointsPullBack) {
  for_each_case([](Case& c, const std::string& what) {
    DescribedForces forces;
    Eigen::VectorXd wanted = Eigen::VectorXd::Zero(c.dynamics.n_v);
    for (const Body& body : c.dynamics.bodies) {
      if (motion_dof(body.motion) != 1) continue;
      JointSpring spring{body.q, body.v, body.multiplier, body.offset, 3, 0.2};
      forces.joint_springs.push_back(spring);
      // The power is that of the joint's own motion.
      const double x = body.multiplier * c.q[static_cast<std::size_t>(body.q)] + body.offset;
      wanted[body.v] -= body.multiplier * 3 * (x - 0.2);
    }
    expect_forces(c, forces, {}, wanted, what);
  });
}

TEST(AppliedForces, areTorquesOfForwardDynamics) {
  for_each_case([](Case& c, const std::string& what) {
    DescribedForces forces;
    forces.thrusters.push_back({"t", random_place(c.random, c.dynamics), Vector3(1, 2, 3), 0, 1});
    forces.springs.push_back(
        {random_place(c.random, c.dynamics), random_place(c.random, c.dynamics), 0.1, 20, 1});
    const lowering::Plans plans = lowering::choose_plans(c.dynamics, lowering::SearchEffort::none);
    const Kernel dynamics = lowering::lower_forward_dynamics_factorised(plans.mass_matrix, plans.bias);
    const Kernel applied = lowering::lower_applied_forces(c.dynamics, forces);
    const Kernel together = lowering::lower_forward_dynamics_with_forces(dynamics, applied);
    EXPECT_EQ(verify_kernel(together), "");
    const Values u = {0.7};
    const Values tau = test::sum(c.a, evaluate_kernel(applied, {c.q, c.v, u}));
    expect_near(evaluate_kernel(together, {c.q, c.v, c.a, u}), evaluate_kernel(dynamics, {c.q, c.v, tau}),
                1e-9, what);
  });
}

TEST(Airfoils, areFoundByTheirNames) {
  EXPECT_TRUE(find_airfoil("flat plate")->is_plate);
  EXPECT_TRUE(find_airfoil(" Flat Plate ")->is_plate);
  for (const char* name : {"NACA2412", "naca 2412", "NACA 2412"})
    EXPECT_LT(find_airfoil(name)->zero_lift_angle, 0) << name;
  EXPECT_EQ(find_airfoil("NACA0012")->zero_lift_angle, 0);
  EXPECT_EQ(find_airfoil("NACA0012")->moment, 0);
  for (const char* name :
       {"", "NACA", "NACA 241", "NACA 24123", "NACA 2x12", "NACA 2012", "wing.dat", "CLSpline.mat"})
    EXPECT_FALSE(find_airfoil(name)) << name;
}

// The integrals of Abbott and von Doenhoff over the slope of the mean line, by the midpoint rule, and a
// textbook's values.
TEST(Airfoils, haveTheLiftAndMomentOfTheirMeanLines) {
  for (int m = 0; m <= 9; ++m)
    for (int p = 1; p <= 9; ++p) {
      const double height = m / 100.0, place = p / 10.0;
      double sum = 0, first = 0, second = 0;
      constexpr int kSteps = 20000;
      for (int k = 0; k < kSteps; ++k) {
        const double theta = std::numbers::pi * (k + 0.5) / kSteps, x = (1 - std::cos(theta)) / 2;
        const double slope = 2 * height * (place - x) / std::pow(x < place ? place : 1 - place, 2);
        sum += slope / kSteps;
        first += 2 * slope * std::cos(theta) / kSteps;
        second += 2 * slope * std::cos(2 * theta) / kSteps;
      }
      const Airfoil airfoil = *find_airfoil("NACA" + std::to_string(m) + std::to_string(p) + "12");
      EXPECT_NEAR(airfoil.zero_lift_angle, sum - first / 2, 1e-6) << m << p;
      EXPECT_NEAR(airfoil.moment, std::numbers::pi / 4 * (second - first), 1e-6) << m << p;
    }
  EXPECT_NEAR(find_airfoil("NACA2412")->zero_lift_angle / kDegree, -2.077, 2e-3);
  EXPECT_NEAR(find_airfoil("NACA2412")->moment, -0.0531, 2e-4);
}

}  // namespace
}  // namespace romas
