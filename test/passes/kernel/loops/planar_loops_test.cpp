// Joints that follow from others in planar loops: both branches against numerically closed positions, the
// motion against finite differences and the constraint, dead centres, poses out of reach, and what is
// refused.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>

#include "ir/analysis/motion/kinematics.h"
#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/loops/closed_positions.h"
#include "passes/kernel/loops/planar_loops.h"
#include "test/passes/kernel/random_case.h"
#include "test/urdf_helpers.h"

namespace romas {
namespace {

using test::expect_near;
using test::Values;

// A crank with a coupler and a rocker on a base, in a plane that leans anywhere; a joint between coupler and
// rocker closes the loop at the position `closed`. At most one of the four joints slides.
struct Mechanism {
  test::RandomTree random;
  Model model;
  DynamicsModel dynamics;
  Values closed;
  std::string driven;

  explicit Mechanism(std::uint32_t seed) : random(seed) {
    const int slider = random.below(6);  // 3: the closing joint; above it: none
    for (const char* name : {"base", "crank", "coupler", "rocker"}) {
      Link link;
      link.name = name;
      model.links.push_back(link);
    }
    const Matrix3 plane =
        rotation_from_rpy(Vector3(random.number(-3, 3), random.number(-1, 1), random.number(-3, 3)));
    const RigidTransform lean{plane, Vector3(random.number(-1, 1), 0.3, 0)};
    add("a", 0, 1, lean * placed(random.number(-0.1, 0.1)), slider == 0);
    add("b", 1, 2, placed(random.number(-0.1, 0.1)), slider == 1);
    add("c", 0, 3, lean * placed(random.number(-0.1, 0.1)), slider == 2);
    driven = model.joints[static_cast<std::size_t>(random.below(3))].name;
    close(slider == 3);
  }

  // In the plane of the frame before, but for a height above it.
  RigidTransform placed(double height) {
    RigidTransform X{rotation_about(Vector3::UnitZ(), random.number(-3, 3)),
                     Vector3(random.number(-0.5, 0.5), random.number(-0.5, 0.5), height)};
    return X;
  }
  JointAxis axis(bool slides) {
    const double angle = random.number(-3, 3);
    if (slides) return {{std::cos(angle), std::sin(angle), 0.0}, {}, {}};
    return {{0.0, 0.0, random.below(2) == 0 ? 1.0 : -1.0}, {}, {}};
  }
  void add(const char* name, std::size_t parent, std::size_t child, const RigidTransform& X, bool slides) {
    Joint joint;
    joint.name = name;
    joint.type = slides ? JointType::prismatic : JointType::continuous;
    joint.parent.name = model.links[parent].name;
    joint.child.name = model.links[child].name;
    joint.origin = TransformExpr(X);
    joint.axis = axis(slides);
    model.joints.push_back(joint);
    closed.push_back(slides ? random.number(-0.3, 0.3) : random.number(-3, 3));
  }

  // The frame on the rocker is where that on the coupler is at the closed position, seen through the joint.
  void close(bool slides) {
    const auto motion = [&](std::size_t k) {
      const Joint& joint = model.joints[k];
      return joint.origin.evaluate() * joint_motion(joint, Values{closed[k]});
    };
    LoopJoint loop;
    loop.name = "pin";
    loop.type = slides ? JointType::prismatic : random.below(4) == 0 ? JointType::ball : JointType::revolute;
    loop.link1.link.name = "coupler";
    loop.link2.link.name = "rocker";
    loop.axis = axis(slides);
    const RigidTransform first = placed(random.number(-0.1, 0.1));
    Joint moving;
    moving.type = slides ? JointType::prismatic : JointType::continuous;
    moving.axis = loop.axis;
    const RigidTransform through =
        first * joint_motion(moving, Values{slides ? random.number(-0.3, 0.3) : random.number(-3, 3)});
    loop.link1.origin = TransformExpr(first);
    loop.link2.origin = TransformExpr(motion(2).inverse() * motion(0) * motion(1) * through);
    model.loop_joints.push_back(loop);
    model.rebuild_index();
    dynamics = make_dynamics_model(model, KinematicTree(model), {});
  }
};

// The kernels of a robot's loops.
struct Following {
  const DynamicsModel& dynamics;
  lowering::FoundLoops found;
  Kernel positions, G, bias, constraint, J, constraint_bias;
  std::vector<int> independent;

  Following(const Model& model, const DynamicsModel& of, const std::vector<std::string>& driven)
      : dynamics(of) {
    std::string reason;
    auto loops = lowering::find_planar_loops(model, dynamics, driven, reason);
    if (!loops) throw std::runtime_error(reason);
    found = std::move(*loops);
    positions = simplified(lowering::lower_dependent_positions(model, dynamics, found, reason).value());
    G = simplified(lowering::lower_independent_jacobian(dynamics, found));
    bias = simplified(lowering::lower_independent_bias(dynamics, found));
    constraint = simplified(lowering::lower_constraint(dynamics, lowering::forbidden_motions(dynamics)));
    J = simplified(lowering::lower_constraint_jacobian(dynamics, constraint));
    constraint_bias = simplified(lowering::lower_constraint_bias(dynamics, constraint));
    independent = lowering::independent_velocities(dynamics, found.facts);
  }

  // q with the dependent positions of a branch, as near to those in q as whole turns bring them, and the
  // least room.
  std::pair<Values, double> on_branch(Values q, double sign) const {
    const std::size_t n = found.facts.dependents.size(), loops = found.loops.size();
    const Values x = evaluate_kernel(positions, {q, Values(loops, sign)});
    for (std::size_t k = 0; k < n; ++k) {
      const auto& dependent = found.facts.dependents[k];
      double& at = q[static_cast<std::size_t>(dynamics.joints[dependent.joint].q)];
      at = dependent.slides ? x[k]
                            : at + std::remainder(std::atan2(x[k], x[n + k]) - at, 2 * std::numbers::pi);
    }
    return {q, *std::min_element(x.end() - static_cast<std::ptrdiff_t>(loops), x.end())};
  }
  double gap(const Values& q) const {
    double largest = 0;
    for (const double c : evaluate_kernel(constraint, {q})) largest = std::max(largest, std::abs(c));
    return largest;
  }
  Values times(const Kernel& kernel, const std::vector<Values>& at, const Values& x) const {
    const Values A = evaluate_kernel(kernel, at);
    Values y(A.size() / x.size());
    for (std::size_t r = 0; r < y.size(); ++r)
      for (std::size_t c = 0; c < x.size(); ++c) y[r] += A[r * x.size() + c] * x[c];
    return y;
  }
};

double distance(const Values& a, const Values& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

constexpr std::uint32_t kSeeds = 300;
// Below it both branches come together, and rounding errors are magnified.
constexpr double kRoom = 1e-3;

TEST(PlanarLoops, bothBranchesCloseAndOneIsThePosition) {
  int told = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Mechanism m(seed);
    const Following loops(m.model, m.dynamics, {m.driven});
    ASSERT_EQ(loops.independent.size(), 1U);
    EXPECT_EQ(m.model.joints[static_cast<std::size_t>(loops.independent[0])].name, m.driven);
    const auto [first, room] = loops.on_branch(m.closed, 1);
    const auto [second, same_room] = loops.on_branch(m.closed, -1);
    ASSERT_GT(room, -1e-12) << seed;
    EXPECT_EQ(room, same_room);
    if (room < kRoom) continue;
    ++told;
    EXPECT_LT(loops.gap(first), 1e-9) << seed;
    EXPECT_LT(loops.gap(second), 1e-9) << seed;
    EXPECT_GT(distance(first, second), 1e-3) << seed;
    EXPECT_LT(std::min(distance(first, m.closed), distance(second, m.closed)), 1e-9) << seed;
  }
  EXPECT_GT(told, 250);
}

// Limits of the joints that follow tell how the linkage is assembled; where the loop is closed at q = 0, that
// counts alone.
TEST(PlanarLoops, limitsTellTheBranch) {
  int told = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Mechanism m(seed);
    const Following loops(m.model, m.dynamics, {m.driven});
    const auto [first, room] = loops.on_branch(m.closed, 1);
    const auto [second, same_room] = loops.on_branch(m.closed, -1);
    if (room < 0.05 || distance(first, second) < 0.5) continue;
    const int meant = distance(first, m.closed) < distance(second, m.closed) ? 1 : -1;
    // All joints are held within 0.2 rad and 2 cm of the position.
    for (std::size_t i = 0; i < m.model.joints.size(); ++i) {
      Joint& joint = m.model.joints[i];
      const bool slides = joint.type == JointType::prismatic;
      if (!slides) joint.type = seed % 2 == 0 ? JointType::revolute : JointType::continuous;
      const double width = slides ? 0.02 : 0.2;
      joint.limit.emplace();
      joint.limit->lower = Number(m.closed[i] - width), joint.limit->upper = Number(m.closed[i] + width);
    }
    const DynamicsModel dynamics = make_dynamics_model(m.model, KinematicTree(m.model), {});
    PlanarLoops facts = loops.found.facts;
    lowering::choose_branches(m.model, dynamics, loops.positions, facts);
    EXPECT_EQ(facts.loops[0].branch, meant) << seed;
    ++told;
  }
  EXPECT_GT(told, 20);
}

// Positions that Newton's method found are on one of the branches.
TEST(PlanarLoops, numericallyClosedPositionsAreOnABranch) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Mechanism m(seed);
    const Following loops(m.model, m.dynamics, {m.driven});
    const auto closed = lowering::find_closed_positions(m.dynamics, loops.constraint, loops.J);
    for (const Values& q : closed.positions) {
      const auto [first, room] = loops.on_branch(q, 1);
      if (room < kRoom) continue;
      ++compared;
      EXPECT_LT(std::min(distance(first, q), distance(loops.on_branch(q, -1).first, q)), 1e-8) << seed;
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(PlanarLoops, motionIsThatOfFiniteDifferencesAndOfTheConstraint) {
  int tried = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Mechanism m(seed);
    const Following loops(m.model, m.dynamics, {m.driven});
    for (const double sign : {1.0, -1.0}) {
      const auto [q, room] = loops.on_branch(m.closed, sign);
      if (room < 1e-2) continue;
      ++tried;
      const std::string what = concat("seed ", seed, " branch ", sign);
      constexpr double kStep = 1e-6;
      const auto driver = static_cast<std::size_t>(loops.independent[0]);
      Values after = q, before = q;
      after[driver] += kStep;
      before[driver] -= kStep;
      after = loops.on_branch(after, sign).first;
      before = loops.on_branch(before, sign).first;
      Values rate(after.size());
      for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = (after[i] - before[i]) / (2 * kStep);
      expect_near(evaluate_kernel(loops.G, {q}), rate, 1e-5, what);

      const Values v = loops.times(loops.G, {q}, {1.7});
      for (const double opening : loops.times(loops.J, {q}, v)) EXPECT_NEAR(opening, 0, 1e-8) << what;
      const Values bias = evaluate_kernel(loops.bias, {q, v});
      EXPECT_EQ(bias[driver], 0) << what;
      Values opening = loops.times(loops.J, {q}, bias);
      const Values wanted = evaluate_kernel(loops.constraint_bias, {q, v});
      for (double& x : opening) x = -x;
      double scale = 1;
      for (const double x : bias) scale = std::max(scale, std::abs(x));
      for (std::size_t r = 0; r < wanted.size(); ++r)
        EXPECT_NEAR(opening[r], wanted[r], 1e-8 * scale) << what;
    }
  }
  EXPECT_GT(tried, 400);
}

// A crank of 0.1 at the origin, a rocker of 0.2 at x = 0.3 and a coupler, all in the plane of x and y.
std::string four_bar(double coupler, const std::string& more = "", const std::string& rocker = "continuous") {
  const auto joint = [](const char* name, const std::string& type, const char* parent, const char* child,
                        double x) {
    return concat("<joint name=\"", name, "\" type=\"", type, "\"><parent link=\"", parent,
                  "\"/><child link=\"", child, R"("/><origin xyz=")", x,
                  type == "prismatic" ? R"( 0 0"/><axis xyz="1 0 0"/>)" : R"( 0 0"/><axis xyz="0 0 1"/>)",
                  type == "prismatic" ? R"(<limit lower="-1" upper="1" effort="0" velocity="1"/>)" : "",
                  "</joint>");
  };
  return concat(
      R"(<robot name="four_bar"><link name="base"/><link name="crank"/><link name="coupler"/><link name="rocker"/>)",
      joint("a", "continuous", "base", "crank", 0), joint("b", "continuous", "crank", "coupler", 0.1),
      joint("c", rocker, "base", "rocker", 0.3),
      R"(<loop_joint name="pin" type="continuous"><link1 link="coupler" rpy="0 0 0" xyz=")", coupler,
      R"( 0 0"/><link2 link="rocker" rpy="0 0 0" xyz="0.2 0 0"/><axis xyz="0 0 1"/></loop_joint>)", more,
      "</robot>");
}

struct Reading {
  test::UrdfReading read;
  DynamicsModel dynamics;
  explicit Reading(const std::string& urdf)
      : read(urdf), dynamics(make_dynamics_model(read.model(), KinematicTree(read.model()), {})) {}
  std::string refusal(const std::vector<std::string>& driven = {}) const {
    std::string reason;
    const auto found = lowering::find_planar_loops(read.model(), dynamics, driven, reason);
    if (found) static_cast<void>(lowering::lower_dependent_positions(read.model(), dynamics, *found, reason));
    return reason;
  }
};

// The corners of coupler and rocker in a line, a crank that cannot get there, and none that can be reached.
TEST(PlanarLoops, deadCentresAndOutOfReachAreResults) {
  const Reading linkage(four_bar(0.2));
  const Following loops(linkage.read.model(), linkage.dynamics, {});
  // The crank points away from the rocker: 0.4 between its end and the rocker's centre is all they reach.
  const Values away = {std::numbers::pi, 0, 0};
  for (const double sign : {1.0, -1.0}) {
    const auto [q, room] = loops.on_branch(away, sign);
    EXPECT_NEAR(room, 0, 1e-12);
    EXPECT_LT(loops.gap(q), 1e-7);
  }
  const Reading shorter(four_bar(0.15));
  const Following unreached(shorter.read.model(), shorter.dynamics, {});
  for (const double sign : {1.0, -1.0}) {
    const auto [q, room] = unreached.on_branch(away, sign);
    EXPECT_LT(room, -1e-3);
    // Stretched towards each other, 0.05 are missing.
    EXPECT_NEAR(unreached.gap(q), 0.05, 1e-9);
  }
}

// A weld closes the loop in the place of a joint, which stands in the tree then.
TEST(PlanarLoops, aWeldClosesALoopOfFourJoints) {
  std::string text = four_bar(
      0.25,
      R"(<link name="end"/><joint name="d" type="continuous"><parent link="coupler"/><child link="end"/>
         <origin xyz="0.25 0 0"/><axis xyz="0 0 -1"/></joint>)");
  const auto replace = [&](std::string_view old, std::string_view by) {
    text.replace(text.find(old), old.size(), by);
  };
  replace(R"(pin" type="continuous")", R"(pin" type="fixed")");
  replace(R"(link="coupler" rpy="0 0 0" xyz="0.25 0 0")", R"(link="end" rpy="0 0 0.4" xyz="0 0 0")");
  const Reading reading(text);
  const Following loops(reading.read.model(), reading.dynamics, {});
  ASSERT_EQ(loops.found.facts.dependents.size(), 3U);
  for (const double sign : {1.0, -1.0}) {
    const auto [q, room] = loops.on_branch({0.7, 0, 0, 0}, sign);
    EXPECT_GT(room, 0.1);
    EXPECT_LT(loops.gap(q), 1e-12);
    for (const double opening : loops.times(loops.J, {q}, loops.times(loops.G, {q}, {1})))
      EXPECT_NEAR(opening, 0, 1e-12);
  }
}

TEST(PlanarLoops, jointsWithMotorsAreDriven) {
  const auto driver = [](const std::string& more, const std::vector<std::string>& named = {}) {
    const Reading reading(four_bar(0.25, more));
    const Following loops(reading.read.model(), reading.dynamics, named);
    return reading.read.model().joints[static_cast<std::size_t>(loops.independent.at(0))].name;
  };
  const std::string motor =
      R"(<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="c"/>
         <actuator name="m"/></transmission>)";
  EXPECT_EQ(driver(""), "a");  // the nearest to the root
  EXPECT_EQ(driver(motor), "c");
  EXPECT_EQ(driver(motor, {"b"}), "b");
}

TEST(PlanarLoops, othersAreRefusedWithTheReason) {
  EXPECT_EQ(Reading(four_bar(0.25)).refusal(), "");
  EXPECT_EQ(Reading(four_bar(0.25)).refusal({"d"}), "no joint 'd' moves by itself");
  EXPECT_EQ(Reading(four_bar(0.25)).refusal({"a", "b"}),
            "the loop of loop joint 'pin' is moved by 1 joint, and more are driven");
  EXPECT_EQ(Reading(four_bar(0)).refusal(),
            "two of the joints that follow in the loop of loop joint 'pin' turn about the same axis");
  const std::string second =
      R"(<loop_joint name="other" type="continuous"><link1 link="crank" rpy="0 0 0" xyz="0 0.1 0"/>
         <link2 link="rocker" rpy="0 0 0" xyz="0 0.1 0"/><axis xyz="0 0 1"/></loop_joint>)";
  EXPECT_EQ(Reading(four_bar(0.25, second)).refusal(), "joint 'c' is part of several loops");
  const auto with = [](std::string text, std::string_view old, std::string_view by) {
    text.replace(text.find(old), old.size(), by);
    return text;
  };
  EXPECT_EQ(Reading(with(four_bar(0.25), R"(0.1 0 0"/><axis xyz="0 0 1")", R"(0.1 0 0"/><axis xyz="0 1 0")"))
                .refusal(),
            "joint 'b' does not move in the plane of the loop of loop joint 'pin'");
  EXPECT_EQ(Reading(with(with(four_bar(0.25, "", "prismatic"), R"(pin" type="continuous")",
                              R"(pin" type="prismatic")"),
                         R"(0.2 0 0"/><axis xyz="0 0 1")", R"(0.2 0 0"/><axis xyz="1 0 0")"))
                .refusal(),
            "of the joints that follow in the loop of loop joint 'pin' more than one slides");
  EXPECT_EQ(Reading(with(four_bar(0.25), R"(pin" type="continuous")", R"(pin" type="universal")")).refusal(),
            "loop joint 'pin' is universal");
}

}  // namespace
}  // namespace romas
