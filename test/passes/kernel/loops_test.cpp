// Constraints of loops: what each type of joint forbids, rates against finite differences, the dynamics with
// loops against a dense solution, and motions that follow from others.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <map>

#include "ir/analysis/motion/kinematics.h"
#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/loops/close_loops.h"
#include "passes/kernel/loops/closed_positions.h"
#include "support/findings/diagnostic.h"
#include "test/passes/kernel/random_case.h"
#include "test/urdf_helpers.h"

namespace romas {
namespace {

using lowering::Choices;
using lowering::ForbiddenMotion;
using test::expect_near;
using test::moved;
using test::sum;
using test::Values;
using Case = test::RandomCase;

// A base, and a body that is free in front of it; both hold a frame somewhere, between which a closure is.
struct Pair {
  Model model;
  DynamicsModel dynamics;

  explicit Pair(JointType type, const Vector3& axis = Vector3(1, 2, -2) / 3) {
    model.name = "pair";
    for (const char* name : {"base", "body"}) {
      Link link;
      link.name = name;
      model.links.push_back(link);
    }
    Joint joint;
    joint.name = "free";
    joint.type = JointType::floating;
    joint.parent.name = "base";
    joint.child.name = "body";
    model.joints.push_back(joint);
    LoopJoint loop;
    loop.name = "loop";
    loop.type = type;
    loop.link1.link.name = "base";
    loop.link2.link.name = "body";
    loop.link1.origin = TransformExpr(F());
    loop.link2.origin = TransformExpr(G());
    loop.axis = JointAxis{{axis.x(), axis.y(), axis.z()}, {}, {}};
    model.loop_joints.push_back(loop);
    model.rebuild_index();
    dynamics = make_dynamics_model(model, KinematicTree(model), {});
  }

  static RigidTransform F() { return {rotation_from_rpy(Vector3(0.3, -0.8, 1.2)), Vector3(0.1, 0.2, -0.3)}; }
  static RigidTransform G() { return {rotation_from_rpy(Vector3(-1, 0.4, 0.2)), Vector3(0.4, -0.1, 0.2)}; }

  // The residuals where G has this pose in F.
  Values residuals(const RigidTransform& X_FG) const {
    const RigidTransform X = F() * X_FG * G().inverse();
    const Eigen::Quaterniond turn(X.R);
    const Values q = {X.p.x(), X.p.y(), X.p.z(), turn.x(), turn.y(), turn.z(), turn.w()};
    return evaluate_kernel(lowering::lower_constraint(dynamics, lowering::forbidden_motions(dynamics)), {q});
  }
};

RigidTransform motion_of(JointType type, const Vector3& axis, const Values& q) {
  Joint joint;
  joint.type = type;
  joint.axis = JointAxis{{axis.x(), axis.y(), axis.z()}, {}, {}};
  return joint_motion(joint, q);
}

TEST(Loops, closedWhereTheJointAllowsIt) {
  const Vector3 axis = Vector3(1, 2, -2) / 3;
  const std::map<JointType, std::pair<std::size_t, Values>> types = {
      {JointType::fixed, {6, {}}},
      {JointType::revolute, {5, {2.5}}},
      {JointType::continuous, {5, {-2.5}}},
      {JointType::prismatic, {5, {0.7}}},
      {JointType::planar, {3, {0.3, -0.6, 2}}},
      {JointType::ball, {3, {0.1, 0.7, -0.5, 0.5}}},
      {JointType::universal, {4, {0.7, -0.4}}},
      {JointType::floating, {0, {1, 2, 3, 0.5, 0.5, 0.5, 0.5}}},
  };
  for (const auto& [type, wanted] : types) {
    const auto& [count, position] = wanted;
    Values q = position;
    if (type == JointType::ball) {
      const double norm = Eigen::Map<Eigen::Vector4d>(q.data()).norm();
      for (double& x : q) x /= norm;
    }
    const Pair pair(type, axis);
    const Values c = pair.residuals(motion_of(type, axis, q));
    EXPECT_EQ(c.size(), count) << to_string(type);
    for (const double x : c) EXPECT_NEAR(x, 0, 1e-14) << to_string(type);
  }
  EXPECT_FALSE(lowering::can_close(JointType::screw));
  EXPECT_FALSE(lowering::can_close(JointType::foreign));
}

// A displacement or a rotation of G in F is the residual of its axis, and of no other.
TEST(Loops, residualsAreDisplacementsAndAngles) {
  for (const JointType type : {JointType::fixed, JointType::revolute, JointType::prismatic, JointType::planar,
                               JointType::ball, JointType::universal}) {
    // z is the axis of F.
    const Pair pair(type, Vector3::UnitZ());
    const auto motions = lowering::forbidden_motions(pair.dynamics);
    // All displacements are along the axes of F at q = 0.
    for (std::size_t k = 0; k < motions.size(); ++k) {
      const double size = motions[k].rotation ? 1e-4 : 0.3;
      RigidTransform X;
      if (motions[k].rotation)
        X.R = rotation_about(Vector3::Unit(motions[k].axis), size);
      else
        X.p = size * Vector3::Unit(motions[k].axis);
      const Values c = pair.residuals(X);
      for (std::size_t r = 0; r < c.size(); ++r)
        EXPECT_NEAR(c[r], r == k ? size : 0, motions[k].rotation ? 1e-11 : 1e-14)
            << to_string(type) << k << r;
    }
  }
}

// Half a turn about a forbidden axis is not closed.
TEST(Loops, halfATurnIsFarFromClosed) {
  for (const JointType type :
       {JointType::fixed, JointType::revolute, JointType::prismatic, JointType::planar}) {
    const Values c =
        Pair(type, Vector3::UnitZ()).residuals({rotation_about(Vector3::UnitX(), 3.1), Vector3::Zero()});
    EXPECT_GT(std::abs(*std::ranges::max_element(c, {}, [](double x) { return std::abs(x); })), 10)
        << to_string(type);
  }
}

// A random robot with closures of random types between its links.
struct Looped : Case {
  std::vector<ForbiddenMotion> motions;

  explicit Looped(std::uint32_t seed) : Case(seed, 7, seed % 2 == 0, seed % 3 == 0) {
    constexpr std::array kTypes = {JointType::fixed,  JointType::revolute, JointType::prismatic,
                                   JointType::planar, JointType::ball,     JointType::universal};
    for (int i = 0; i < 2; ++i) {
      LoopJoint loop;
      loop.name = concat("loop", i);
      loop.type = kTypes[static_cast<std::size_t>(random.below(6))];
      loop.link1.link.name = concat("link", random.below(8));
      loop.link2.link.name = concat("link", random.below(8));
      loop.link1.origin = TransformExpr(pose());
      loop.link2.origin = TransformExpr(pose());
      loop.axis = JointAxis{{random.number(-1, 1), random.number(-1, 1), random.number(0.1, 1)}, {}, {}};
      model.loop_joints.push_back(loop);
    }
    model.rebuild_index();
    if (seed % 4 == 1) follow();
    dynamics = make_dynamics_model(model, KinematicTree(model), options(dynamics.floating_base, true));
    motions = independent();
  }

  RigidTransform pose() {
    RigidTransform X;
    X.R = rotation_from_rpy(Vector3(random.number(-1, 1), random.number(-1, 1), random.number(-1, 1)));
    for (int k = 0; k < 3; ++k) X.p[k] = random.number(-0.5, 0.5);
    return X;
  }
  // The motions whose rows of the Jacobian are independent of each other at q.
  std::vector<ForbiddenMotion> independent() const {
    const std::vector<ForbiddenMotion> all = lowering::forbidden_motions(dynamics);
    return lowering::independent_motions(
        dynamics, all,
        lowering::lower_constraint_jacobian(dynamics, lowering::lower_constraint(dynamics, all)), {q});
  }
};

TEST(Loops, ratesAreThoseOfFiniteDifferences) {
  int tried = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Looped c(seed);
    if (c.motions.empty()) continue;
    ++tried;
    const Kernel constraint = simplified(lowering::lower_constraint(c.dynamics, c.motions));
    const Kernel jacobian = lowering::lower_constraint_jacobian(c.dynamics, constraint);
    const std::size_t n = c.v.size();
    const auto rate_at = [&](const Values& q) {
      const Values J = evaluate_kernel(jacobian, {q});
      Values rate(c.motions.size());
      for (std::size_t r = 0; r < rate.size(); ++r)
        for (std::size_t k = 0; k < n; ++k) rate[r] += J[r * n + k] * c.v[k];
      return rate;
    };
    constexpr double kStep = 1e-6;
    const auto difference = [&](const auto& of) {
      Values after = of(moved(c.dynamics, c.q, c.v, kStep));
      const Values before = of(moved(c.dynamics, c.q, c.v, -kStep));
      for (std::size_t r = 0; r < after.size(); ++r) after[r] = (after[r] - before[r]) / (2 * kStep);
      return after;
    };
    expect_near(rate_at(c.q), difference([&](const Values& q) { return evaluate_kernel(constraint, {q}); }),
                1e-6, concat("J v, seed ", seed));
    expect_near(evaluate_kernel(lowering::lower_constraint_bias(c.dynamics, constraint), {c.q, c.v}),
                difference(rate_at), 1e-5, concat("bias, seed ", seed));
  }
  EXPECT_GT(tried, 40);
}

TEST(Loops, dynamicsSolveTheDenseEquations) {
  int tried = 0;
  for (std::uint32_t seed = 0; seed < 80; ++seed) {
    Looped c(seed);
    if (c.motions.empty() || c.motions.size() >= c.v.size()) continue;
    ++tried;
    const std::string what = concat("seed ", seed);
    const auto plan =
        lowering::make_plan(c.dynamics, test::random_choices(c.random, c.dynamics.bodies.size()));
    const Kernel constraint = simplified(lowering::lower_constraint(c.dynamics, c.motions));
    const Kernel kernel =
        simplified(lowering::lower_constrained_forward_dynamics(plan, plan, c.dynamics, constraint));
    ASSERT_EQ(verify_kernel(kernel), "") << what;
    const Values tau = c.random.values(c.dynamics.n_v, 5);
    const Values factors = {3, 40};
    const Values found = evaluate_kernel(kernel, {c.q, c.v, tau, factors});

    const auto n = static_cast<Eigen::Index>(c.v.size()), m = static_cast<Eigen::Index>(c.motions.size());
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto matrix = [](const Values& numbers, Eigen::Index rows, Eigen::Index columns) {
      return Rows(Eigen::Map<const Rows>(numbers.data(), rows, columns));
    };
    const auto vector = [](const Values& numbers) {
      return Eigen::VectorXd(
          Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size())));
    };
    const Rows M = matrix(evaluate_kernel(lower_mass_matrix(plan), {c.q}), n, n);
    const Rows J =
        matrix(evaluate_kernel(lowering::lower_constraint_jacobian(c.dynamics, constraint), {c.q}), m, n);
    const Eigen::VectorXd bias =
        vector(evaluate_kernel(lower_inverse_dynamics(plan, lowering::Dynamics::bias), {c.q, c.v}));
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n + m, n + m);
    K.topLeftCorner(n, n) = M;
    K.topRightCorner(n, m) = -J.transpose();
    K.bottomLeftCorner(m, n) = J;
    Eigen::VectorXd right(n + m);
    right.head(n) = vector(tau) - bias;
    right.tail(m) =
        -vector(evaluate_kernel(lowering::lower_constraint_bias(c.dynamics, constraint), {c.q, c.v})) -
        3 * (J * vector(c.v)) - 40 * vector(evaluate_kernel(constraint, {c.q}));
    const Eigen::VectorXd wanted = K.fullPivLu().solve(right);
    expect_near(found, Values(wanted.data(), wanted.data() + wanted.size()), 1e-6, what);
    // The open tree under the loops' forces moves the same way.
    const Eigen::VectorXd pushed = vector(tau) + J.transpose() * vector(found).tail(m);
    expect_near(evaluate_kernel(lower_forward_dynamics_factorised(plan, plan),
                                {c.q, c.v, Values(pushed.data(), pushed.data() + n)}),
                Values(found.begin(), found.begin() + n), 1e-6, what + ", open");
  }
  EXPECT_GT(tried, 30);
}

// A plane's linkage: cranks on the base, of which the first carries the coupler; the other cranks hold it
// with loops. The plane leans, so that no row is 0 by its form.
std::string linkage(const std::vector<double>& cranks, const std::string& limit = "", double coupler = 0.25) {
  std::string links = R"(<link name="base"/><link name="coupler"/>)", joints, loops;
  const std::string lean = R"(rpy="0.4 -0.7 0.2")";
  for (std::size_t i = 0; i < cranks.size(); ++i) {
    links += concat(R"(<link name="crank)", i, R"("/>)");
    const auto at = [&](double far) {
      const Vector3 p = rotation_from_rpy(Vector3(0.4, -0.7, 0.2)) * Vector3(far, 0, 0);
      return concat(p.x(), " ", p.y(), " ", p.z());
    };
    const bool limited = i == 0 && !limit.empty();
    joints +=
        concat(R"(<joint name="j)", i, R"(" type=")", limited ? "revolute" : "continuous",
               R"("><parent link="base"/><child link="crank)", i, R"("/><axis xyz="0 0 1"/><origin xyz=")",
               at(0.25 * static_cast<double>(i)), "\" ", lean, "/>", limited ? limit : "", "</joint>");
    if (i == 0) continue;
    loops += concat(R"(<loop_joint name="pin)", i,
                    R"(" type="continuous"><link1 link="coupler" rpy="0 0 0" xyz=")",
                    coupler * static_cast<double>(i), R"( 0 0"/><link2 link="crank)", i,
                    R"(" rpy="0 0 0" xyz=")", cranks[i], R"( 0 0"/><axis xyz="0 0 1"/></loop_joint>)");
  }
  joints += concat(
      R"(<joint name="knee" type="continuous"><parent link="crank0"/><child link="coupler"/><axis xyz="0 0 1"/>)",
      R"(<origin xyz=")", cranks[0], R"( 0 0"/></joint>)");
  return concat("<robot name=\"linkage\">", links, joints, loops, "</robot>");
}

struct Closing {
  test::UrdfReading read;
  CodeModel code;
  DiagnosticEngine diagnostics;
  Kernel constraint;

  explicit Closing(const std::string& urdf) : read(urdf) {
    code.dynamics = make_dynamics_model(read.model(), KinematicTree(read.model()), {});
    constraint = lowering::close_loops(read.model(), code, diagnostics);
  }
};

TEST(Loops, whatAPlaneForbidsAnywayIsNoConstraint) {
  const Closing four_bar(linkage({0.1, 0.2}));
  EXPECT_EQ(four_bar.code.constraints,
            (std::vector<std::string>{"displacement along x at loop joint 'pin1' (m)",
                                      "displacement along y at loop joint 'pin1' (m)"}));
}

// A third crank of the same length moves with the others: one of its two rows follows from the rest, but only
// where the loops are closed.
TEST(Loops, aParallelogramWithThreeCranksKeepsItsMobility) {
  const Closing parallelogram(linkage({0.2, 0.2, 0.2}));
  EXPECT_EQ(parallelogram.code.constraints.size(), 3U);
  EXPECT_EQ(parallelogram.code.dynamics.n_v, 4);
  EXPECT_EQ(Closing(linkage({0.2, 0.2, 0.3})).code.constraints.size(), 4U);
}

TEST(Loops, whatCannotCloseIsReported) {
  const auto messages = [](const Closing& closing) {
    std::vector<std::string> texts;
    for (const Diagnostic& diagnostic : closing.diagnostics.sorted()) texts.push_back(diagnostic.message);
    return texts;
  };
  EXPECT_TRUE(messages(Closing(linkage({0.1, 0.2}))).empty());
  // 0.05 + 0.05 do not bridge the difference of 0.25 and 0.6.
  const Closing apart(linkage({0.05, 0.05}, "", 0.6));
  EXPECT_EQ(apart.code.constraints.size(), 2U);  // what a plane forbids anyway is none here either
  const auto open = messages(apart);
  ASSERT_EQ(open.size(), 1U);
  EXPECT_NE(open[0].find("no position closes the loops of robot 'linkage': at best 0."), std::string::npos)
      << open[0];
  // The coupler of this linkage reaches over the base: the crank points backwards at best.
  const std::string narrow = R"(<limit lower="-0.1" upper="0.1" effort="1" velocity="1"/>)";
  const auto beyond = messages(Closing(linkage({0.3, 0.1}, narrow, 0.4)));
  ASSERT_EQ(beyond.size(), 1U);
  EXPECT_NE(beyond[0].find("close only beyond the limits"), std::string::npos) << beyond[0];
}

}  // namespace
}  // namespace romas
