// Numbers of two models at random states: equal for the same robot, and each change is found where it is.
#include "ir/compare/equivalence.h"

#include <gtest/gtest.h>

#include <functional>

#include "ir/compare/declared_changes.h"
#include "passes/kernel/bodies/lower.h"
#include "test/passes/kernel/random_tree.h"

namespace romas {
namespace {

Model robot(std::uint32_t seed, bool simple = true) {
  Model model = test::RandomTree(seed).make(8, simple);
  model.gravity = Number3{Number(0.3), Number(-0.5), Number(-9.7)};
  return model;
}

std::vector<std::string> differing(const Equivalence& found) {
  std::vector<std::string> names;
  for (const MeasuredQuantity& quantity : found.quantities)
    if (!quantity.agrees()) names.emplace_back(quantity.name);
  return names;
}

const MeasuredQuantity& quantity(const Equivalence& found, std::string_view name) {
  for (const MeasuredQuantity& each : found.quantities)
    if (each.name == name) return each;
  ADD_FAILURE() << name;
  return found.quantities.front();
}

TEST(Equivalence, sameRobot) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Model model = robot(seed, seed % 2 == 0);
    const auto found = measure_equivalence(model, model);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->agrees());
    EXPECT_EQ(found->states, 100U);
    EXPECT_EQ(found->links, model.links.size());
    EXPECT_TRUE(found->unmoved.empty());
    const MeasuredQuantity& positions = quantity(*found, "positions of links");
    EXPECT_EQ(positions.compared, 100 * model.links.size());
    EXPECT_GT(positions.largest, 0);
    EXPECT_EQ(positions.largest_difference, 0);
  }
}

struct Change {
  const char* what;
  std::function<void(Model&)> make;
  std::vector<std::string> found;  // at least
  std::string where;               // of the first
};

// The last link, which nothing hangs on, and the joint that moves it.
Link& tip(Model& model) { return model.links.back(); }
Joint& last(Model& model) { return model.joints.back(); }

TEST(Equivalence, eachChangeIsFoundWhereItIs) {
  const std::vector<Change> changes = {
      {"mass",
       [](Model& m) { tip(m).inertial->mass = Number(tip(m).inertial->mass.value() * 1.001); },
       {"masses of links", "centre of mass of the robot"},
       "link 'link8'"},
      {"tensor",
       [](Model& m) { tip(m).inertial->inertia.ixx = Number(0.04); },
       {"moments of inertia of links", "moments of inertia of the robot"},
       "link 'link8'"},
      {"centre",
       [](Model& m) {
         tip(m).inertial->origin = TransformExpr(RigidTransform{Matrix3::Identity(), {9, 0, 0}});
       },
       {"centres of mass of links", "centre of mass of the robot"},
       "link 'link8'"},
      {"origin",
       [](Model& m) {
         last(m).origin = TransformExpr(RigidTransform{Matrix3::Identity(), {0, 0, 9}});
       },
       {"positions of links"},
       "link 'link8'"},
      {"lower limit",
       [](Model& m) {
         last(m).limit.emplace();
         last(m).limit->lower = Number(-0.5);
         last(m).limit->upper = Number(2);
       },
       {"limits, damping, friction and armature of joints"},
       "joint 'joint8', limit upper"},
      {"damping",
       [](Model& m) {
         if (!last(m).dynamics) last(m).dynamics.emplace();
         last(m).dynamics->damping = {Number(0.1)};
       },
       {"limits, damping, friction and armature of joints"},
       "joint 'joint8', damping"},
      {"gravity",
       [](Model& m) {
         m.gravity = Number3{Number(0.3), Number(-0.5), Number(-9.8)};
       },
       {"gravity torque of joints"},
       ""}};
  for (const Change& change : changes) {
    SCOPED_TRACE(change.what);
    Model model = robot(4);
    last(model).type = JointType::revolute;
    last(model).limit.reset();
    Model changed = model;
    change.make(changed);
    const auto found = measure_equivalence(model, changed);
    ASSERT_TRUE(found);
    const std::vector<std::string> names = differing(*found);
    for (const std::string& name : change.found)
      EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
    if (!change.where.empty()) {
      EXPECT_EQ(quantity(*found, change.found.front()).where, change.where);
    }
  }
}

TEST(Equivalence, anotherAxisAndAnotherTypeAreFound) {
  Model model = robot(5);
  last(model).type = JointType::revolute;
  last(model).axis = JointAxis{{Number(0), Number(0), Number(1)}, {}, {}};
  Model turned = model;
  last(turned).axis = JointAxis{{Number(0), Number(0.6), Number(0.8)}, {}, {}};
  const auto found = measure_equivalence(model, turned);
  ASSERT_TRUE(found);
  EXPECT_EQ(quantity(*found, "rotations of links").where, "link 'link8'");
  EXPECT_GT(*quantity(*found, "rotations of links").state, 0U);
  Model sliding = model;
  last(sliding).type = JointType::prismatic;
  const auto other = measure_equivalence(model, sliding);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->unmoved, std::vector<std::string>{"joint8"});
  EXPECT_TRUE(other->agrees());  // at rest they stand alike
}

TEST(Equivalence, linksOfOneAloneAreTold) {
  Model model = robot(6);
  Model shorter = model;
  shorter.links.pop_back();
  std::erase_if(shorter.joints, [](const Joint& joint) { return joint.child.name == "link8"; });
  shorter.rebuild_index();
  const auto found = measure_equivalence(model, shorter);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first_only, std::vector<std::string>{"link8"});
  const auto back = measure_equivalence(shorter, model);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->second_only, std::vector<std::string>{"link8"});
  Model strange = model;
  for (Link& link : strange.links) link.name += "x";
  for (Joint& joint : strange.joints) joint.parent.name += "x", joint.child.name += "x";
  strange.rebuild_index();
  EXPECT_FALSE(measure_equivalence(model, strange));
}

TEST(Equivalence, followersMoveWithTheirLeaders) {
  Model model = robot(7);
  for (Joint& joint : model.joints) joint.type = JointType::revolute;
  model.joints[3].mimic.emplace();
  model.joints[3].mimic->joint.name = "joint1";
  model.joints[3].mimic->multiplier = Number(-2);
  model.rebuild_index();
  Model free = model;
  free.joints[3].mimic.reset();
  free.rebuild_index();
  EXPECT_TRUE(measure_equivalence(model, free)->agrees());
}

// The loads of joints against the kernels, at the neutral position.
TEST(Equivalence, loadsAreThoseOfTheKernels) {
  for (std::uint32_t seed = 30; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Model model = robot(seed);
    for (Joint& joint : model.joints)
      if (joint.type != JointType::prismatic) joint.type = JointType::revolute;
    const KinematicTree tree(model);
    DynamicsOptions options;
    options.gravity = model.gravity_or_default();
    const DynamicsModel dynamics = make_dynamics_model(model, tree, options);
    const auto plan = lowering::make_plan(dynamics, lowering::Choices(dynamics.bodies.size()));
    const auto n = static_cast<std::size_t>(dynamics.n_v);
    const std::vector<double> q(n);
    const auto tau =
        evaluate_kernel(lowering::lower_inverse_dynamics(plan, lowering::Dynamics::gravity), {q});
    const auto M = evaluate_kernel(lowering::lower_mass_matrix(plan), {q});
    double torque = 0, force = 0, inertia = 0, mass = 0;
    for (const JointVariables& row : dynamics.joints) {
      const auto v = static_cast<std::size_t>(row.v);
      const bool slides = model.joint(row.joint).type == JointType::prismatic;
      (slides ? force : torque) = std::max(slides ? force : torque, std::abs(tau[v]));
      (slides ? mass : inertia) = std::max(slides ? mass : inertia, M[v * (n + 1)]);
    }
    EquivalenceOptions one;
    one.states = 1;
    const auto found = measure_equivalence(model, model, one);
    ASSERT_TRUE(found);
    if (torque > 0) {
      EXPECT_NEAR(quantity(*found, "gravity torque of joints").largest, torque, 1e-10);
    }
    if (inertia > 0) {
      EXPECT_NEAR(quantity(*found, "inertia about axes of joints").largest, inertia, 1e-10);
    }
    if (force > 0) {
      EXPECT_NEAR(quantity(*found, "gravity force of joints").largest, force, 1e-10);
    }
    if (mass > 0) {
      EXPECT_NEAR(quantity(*found, "mass moved along axes of joints").largest, mass, 1e-10);
    }
  }
}

}  // namespace
}  // namespace romas
