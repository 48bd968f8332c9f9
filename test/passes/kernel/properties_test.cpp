// What holds for every robot, on random trees of all joint types: each kernel against the others, and choices
// against no choices.
#include <gtest/gtest.h>

#include "ir/analysis/kinematics.h"
#include "passes/kernel/choose.h"
#include "passes/kernel/lower.h"
#include "passes/kernel/simplify.h"
#include "test/passes/kernel/random_tree.h"

namespace romas {
namespace {

using lowering::Choices;
using lowering::Dynamics;
using Values = std::vector<double>;

void expect_near(const Values& found, const Values& wanted, double tolerance, const std::string& what) {
  ASSERT_EQ(found.size(), wanted.size()) << what;
  double scale = 1e-3;
  for (const double x : wanted) scale = std::max(scale, std::abs(x));
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], wanted[i], tolerance * scale) << what << " " << i;
}

Values times(const Values& M, const Values& a) {
  Values b(a.size());
  for (std::size_t r = 0; r < a.size(); ++r)
    for (std::size_t c = 0; c < a.size(); ++c) b[r] += M[r * a.size() + c] * a[c];
  return b;
}
Values sum(Values a, const Values& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

struct Case {
  test::RandomTree random;
  Model model;
  KinematicTree tree;
  DynamicsModel dynamics;
  Values q, v, a;

  Case(std::uint32_t seed, int links, bool simple, bool floating_base)
      : random(seed),
        model(random.make(links, simple)),
        tree(model),
        dynamics(make_dynamics_model(model, tree, options(floating_base))) {
    q = random.position(dynamics);
    v = random.values(dynamics.n_v, 2);
    a = random.values(dynamics.n_v, 5);
  }
  static DynamicsOptions options(bool floating_base) {
    DynamicsOptions options;
    options.floating_base = floating_base;
    options.gravity = Vector3(0.3, -0.5, -9.7);
    return options;
  }
};

Choices random_choices(test::RandomTree& random, std::size_t count) {
  Choices choices(count);
  for (lowering::BodyChoice& choice : choices) {
    if (random.below(2) == 0) choice.turn = random.number(-3, 3);
    if (random.below(2) == 0) choice.slide = random.number(-0.5, 0.5);
    choice.relieve = random.below(3) - 1;
    choice.unturned = random.below(2) == 0;
    choice.axial = random.below(2) == 0;
    choice.inherit_square = random.below(2) == 0;
  }
  return choices;
}

TEST(KernelProperties, choicesChangeNothing) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Case c(seed, 7, seed % 2 == 0, seed % 5 == 0);
    const auto plain = lowering::make_plan(c.dynamics, Choices(c.dynamics.bodies.size()));
    const auto other = lowering::make_plan(c.dynamics, random_choices(c.random, c.dynamics.bodies.size()));
    const Values tau = evaluate_kernel(lower_inverse_dynamics(plain, Dynamics::inverse), {c.q, c.v, c.a});
    const std::string what = concat("seed ", seed);
    expect_near(
        evaluate_kernel(simplified(lower_inverse_dynamics(other, Dynamics::inverse)), {c.q, c.v, c.a}), tau,
        1e-11, what + " tau");
    expect_near(evaluate_kernel(lower_mass_matrix(other), {c.q}),
                evaluate_kernel(lower_mass_matrix(plain), {c.q}), 1e-11, what + " M");
  }
}

TEST(KernelProperties, dynamicsAgreeWithEachOther) {
  for (std::uint32_t seed = 100; seed < 160; ++seed) {
    Case c(seed, seed % 10 == 0 ? 30 : 6, seed % 2 == 0, seed % 4 == 0);
    const std::string what = concat("seed ", seed);
    const auto plan = lowering::make_plan(c.dynamics, random_choices(c.random, c.dynamics.bodies.size()));
    const Values tau = evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::inverse), {c.q, c.v, c.a});
    const Values M = evaluate_kernel(lower_mass_matrix(plan), {c.q});
    const Values bias = evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::bias), {c.q, c.v});
    expect_near(sum(times(M, c.a), bias), tau, 1e-10, what + " M a + bias");
    for (std::size_t r = 0; r < c.a.size(); ++r)
      for (std::size_t k = 0; k < c.a.size(); ++k)
        EXPECT_NEAR(M[r * c.a.size() + k], M[k * c.a.size() + r], 1e-11) << what;
    const Values still(c.v.size());
    expect_near(evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::gravity), {c.q}),
                evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::bias), {c.q, still}), 1e-11,
                what + " gravity");
    expect_near(evaluate_kernel(lower_forward_dynamics_factorised(plan, plan), {c.q, c.v, tau}), c.a, 1e-7,
                what + " factorised");
    expect_near(evaluate_kernel(lower_forward_dynamics_articulated(plan), {c.q, c.v, tau}), c.a, 1e-7,
                what + " articulated");
  }
}

// Moves q by v dt: the quaternions by the angular velocity in the body's frame.
Values moved(const DynamicsModel& model, Values q, const Values& v, double dt) {
  const auto turn = [&](double* x, const double* w) {
    const Values old(x, x + 4);
    x[0] += dt / 2 * (old[3] * w[0] + old[1] * w[2] - old[2] * w[1]);
    x[1] += dt / 2 * (old[3] * w[1] + old[2] * w[0] - old[0] * w[2]);
    x[2] += dt / 2 * (old[3] * w[2] + old[0] * w[1] - old[1] * w[0]);
    x[3] -= dt / 2 * (old[0] * w[0] + old[1] * w[1] + old[2] * w[2]);
  };
  for (const Body& body : model.bodies) {
    double* x = &q[static_cast<std::size_t>(body.q)];
    const double* w = &v[static_cast<std::size_t>(body.v)];
    if (body.motion == Motion::ball) {
      turn(x, w);
    } else if (body.motion == Motion::floating) {
      const Matrix3 R = rotation_from_quaternion(x[3], x[4], x[5], x[6]);
      const Vector3 step = dt * (R * Vector3(w[0], w[1], w[2]));
      for (int k = 0; k < 3; ++k) x[k] += step[k];
      turn(x + 3, w + 3);
    } else {
      x[0] += dt * w[0];
    }
  }
  return q;
}

TEST(KernelProperties, jacobianIsTheRateOfThePose) {
  for (std::uint32_t seed = 200; seed < 240; ++seed) {
    Case c(seed, 6, false, seed % 3 == 0);
    const Placement tip = c.dynamics.links.back();
    const Kernel pose = simplified(lowering::lower_poses(c.dynamics, {tip}, "pose", "pose"));
    const Values J =
        evaluate_kernel(simplified(lowering::lower_jacobian(c.dynamics, tip, "jacobian")), {c.q});
    constexpr double kStep = 1e-6;
    const Values before = evaluate_kernel(pose, {moved(c.dynamics, c.q, c.v, -kStep)});
    const Values here = evaluate_kernel(pose, {c.q});
    const Values after = evaluate_kernel(pose, {moved(c.dynamics, c.q, c.v, kStep)});
    const auto rate = [&](std::size_t k) { return (after[k] - before[k]) / (2 * kStep); };
    const std::size_t n = c.v.size();
    Values twist(6);
    for (std::size_t r = 0; r < 6; ++r)
      for (std::size_t k = 0; k < n; ++k) twist[r] += J[r * n + k] * c.v[k];
    for (std::size_t r = 0; r < 3; ++r) EXPECT_NEAR(twist[r], rate(4 * r + 3), 1e-6) << seed;
    // [w]× = Ṙ Rᵀ
    const auto spin = [&](std::size_t r, std::size_t s) {
      double x = 0;
      for (std::size_t k = 0; k < 3; ++k) x += rate(4 * r + k) * here[4 * s + k];
      return x;
    };
    EXPECT_NEAR(twist[3], spin(2, 1), 1e-6) << seed;
    EXPECT_NEAR(twist[4], spin(0, 2), 1e-6) << seed;
    EXPECT_NEAR(twist[5], spin(1, 0), 1e-6) << seed;
  }
}

// Along a motion, energy changes by the power of the joints; and the centre of mass is where potential energy
// says.
TEST(KernelProperties, energyIsThePowerOfTheJoints) {
  for (std::uint32_t seed = 300; seed < 330; ++seed) {
    Case c(seed, 5, false, seed % 3 == 0);
    const auto plan = lowering::make_plan(c.dynamics, Choices(c.dynamics.bodies.size()));
    const Kernel energy = simplified(lowering::lower_energy(c.dynamics));
    constexpr double kStep = 1e-6;
    const auto total = [&](double dt) {
      Values v = c.v;
      for (std::size_t k = 0; k < v.size(); ++k) v[k] += dt * c.a[k];
      const Values e = evaluate_kernel(energy, {moved(c.dynamics, c.q, c.v, dt), v});
      return e[0] + e[1];
    };
    const Values tau = evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::inverse), {c.q, c.v, c.a});
    double power = 0;
    double size = 1;
    for (std::size_t k = 0; k < tau.size(); ++k) {
      power += tau[k] * c.v[k];
      size += std::abs(tau[k] * c.v[k]);
    }
    EXPECT_NEAR((total(kStep) - total(-kStep)) / (2 * kStep), power, 1e-5 * size) << seed;
    const Values e = evaluate_kernel(energy, {c.q, c.v});
    const Values M = evaluate_kernel(lower_mass_matrix(plan), {c.q});
    const Values Mv = times(M, c.v);
    double kinetic = 0;
    for (std::size_t k = 0; k < Mv.size(); ++k) kinetic += 0.5 * Mv[k] * c.v[k];
    EXPECT_NEAR(e[0], kinetic, 1e-10 * (1 + std::abs(kinetic))) << seed;
    const Values center = evaluate_kernel(lowering::lower_center_of_mass(c.dynamics), {c.q});
    double mass = c.dynamics.ground.mass;
    for (const Body& body : c.dynamics.bodies) mass += body.inertia.mass;
    double potential = 0;
    for (int k = 0; k < 3; ++k)
      potential -= mass * c.dynamics.gravity[k] * center[static_cast<std::size_t>(k)];
    EXPECT_NEAR(e[1], potential, 1e-9 * (1 + std::abs(potential))) << seed;
  }
}

// A free base is six virtual joints: three along, three about the axes. Their torques are the base wrench
// seen from them.
TEST(KernelProperties, floatingBaseIsSixJoints) {
  for (std::uint32_t seed = 400; seed < 420; ++seed) {
    Case c(seed, 5, true, true);
    Model model = c.model;
    // world -x-> -y-> -z-> -yaw-> -pitch-> -roll-> link0, in front of the others.
    std::vector<Joint> joints;
    for (int k = 0; k < 6; ++k) {
      Joint joint;
      joint.name = concat("virtual", k);
      joint.type = k < 3 ? JointType::prismatic : JointType::continuous;
      joint.parent.name = concat("part", k);
      joint.child.name = k == 5 ? "link0" : concat("part", k + 1);
      const Vector3 axis = Vector3::Unit(k < 3 ? k : 5 - k);
      joint.axis = JointAxis{{axis.x(), axis.y(), axis.z()}, {}, {}};
      joints.push_back(joint);
      Link link;
      link.name = concat("part", k);
      model.links.push_back(link);
    }
    joints.insert(joints.end(), model.joints.begin(), model.joints.end());
    model.joints = joints;
    model.rebuild_index();
    const KinematicTree tree(model);
    const DynamicsModel fixed = make_dynamics_model(model, tree, Case::options(false));
    ASSERT_EQ(fixed.n_v, c.dynamics.n_v);

    // The virtual joints' rates and accelerations from the base's: by the Jacobian of the base link, and its
    // rate.
    Values angles = c.random.values(6, 1);
    Values q6(angles);
    const Matrix3 R = rotation_about(Vector3::UnitZ(), angles[3]) *
                      rotation_about(Vector3::UnitY(), angles[4]) *
                      rotation_about(Vector3::UnitX(), angles[5]);
    const double w = std::sqrt(1 + R.trace()) / 2;
    const Values base = {angles[0],
                         angles[1],
                         angles[2],
                         (R(2, 1) - R(1, 2)) / (4 * w),
                         (R(0, 2) - R(2, 0)) / (4 * w),
                         (R(1, 0) - R(0, 1)) / (4 * w),
                         w};
    for (std::size_t k = 0; k < 7; ++k) c.q[k] = base[k];
    q6.insert(q6.end(), c.q.begin() + 7, c.q.end());

    // Gravity torques need no rates: tau6 = Jᵀ wrench, with J of the base link, axes of {W} turned into the
    // base's.
    const auto plan_free = lowering::make_plan(c.dynamics, Choices(c.dynamics.bodies.size()));
    const auto plan_fixed = lowering::make_plan(fixed, Choices(fixed.bodies.size()));
    const Values free_tau = evaluate_kernel(lower_inverse_dynamics(plan_free, Dynamics::gravity), {c.q});
    const Values fixed_tau = evaluate_kernel(lower_inverse_dynamics(plan_fixed, Dynamics::gravity), {q6});
    Placement link0;
    for (std::size_t k = 0; k < fixed.link_order.size(); ++k)
      if (model.link(fixed.link_order[k]).name == "link0") link0 = fixed.links[k];
    const Values J = evaluate_kernel(lowering::lower_jacobian(fixed, link0, "j"), {q6});
    const std::size_t n = c.v.size();
    // T maps virtual rates to the base's velocity in its own axes.
    const auto T = [&](std::size_t r, std::size_t k) {
      double x = 0;
      for (std::size_t m = 0; m < 3; ++m)
        x += R(static_cast<int>(m), static_cast<int>(r % 3)) * J[(r / 3 * 3 + m) * n + k];
      return x;
    };
    Values mapped(6);
    for (std::size_t k = 0; k < 6; ++k)
      for (std::size_t r = 0; r < 6; ++r) mapped[k] += T(r, k) * free_tau[r];
    mapped.insert(mapped.end(), free_tau.begin() + 6, free_tau.end());
    expect_near(fixed_tau, mapped, 1e-10, concat("gravity, seed ", seed));

    // Mass matrices: M6 = Tᵀ M T.
    const Values M_free = evaluate_kernel(lower_mass_matrix(plan_free), {c.q});
    const Values M_fixed = evaluate_kernel(lower_mass_matrix(plan_fixed), {q6});
    const auto full = [&](std::size_t r, std::size_t k) {
      return r < 6 ? (k < 6 ? T(r, k) : 0.0) : (r == k ? 1.0 : 0.0);
    };
    Values wanted(n * n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t r = 0; r < n; ++r)
          for (std::size_t s = 0; s < n; ++s)
            wanted[i * n + j] += full(r, i) * M_free[r * n + s] * full(s, j);
    expect_near(M_fixed, wanted, 1e-10, concat("M, seed ", seed));
  }
}

// The same poses as straight from the description, for every joint type.
TEST(KernelProperties, posesAreTheDescriptions) {
  for (std::uint32_t seed = 500; seed < 560; ++seed) {
    Case c(seed, 8, false, false);
    const Values poses = evaluate_kernel(
        simplified(lowering::lower_poses(c.dynamics, c.dynamics.links, "fk", "poses")), {c.q});
    const std::vector<RigidTransform> wanted = link_poses(c.model, c.tree, c.q);
    for (std::size_t k = 0; k < c.dynamics.link_order.size(); ++k) {
      const RigidTransform& X = wanted[c.dynamics.link_order[k].index()];
      const Values one =
          evaluate_kernel(lowering::lower_pose(c.dynamics, c.dynamics.links[k], "pose"), {c.q});
      for (std::size_t e = 0; e < 12; ++e) {
        const double number =
            e % 4 == 3 ? X.p[static_cast<int>(e / 4)] : X.R(static_cast<int>(e / 4), static_cast<int>(e % 4));
        EXPECT_NEAR(poses[12 * k + e], number, 1e-11) << seed << " link " << k;
        EXPECT_NEAR(one[e], number, 1e-11) << seed << " link " << k;
      }
    }
  }
}

// With followers q_full = G q + offset: tau = Gᵀ tau_full, M = Gᵀ M_full G.
TEST(KernelProperties, followersAreAMapOfTheirLeaders) {
  for (std::uint32_t seed = 600; seed < 630; ++seed) {
    Case c(seed, 7, true, false);
    Model model = c.model;
    // Of the joints that move, every third follows the first one, or the follower before it.
    JointId leader;
    int count = 0;
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
      if (dof(model.joints[k].type) != 1) continue;
      if (!leader) {
        leader = JointId(k);
      } else if (++count % 3 == 1) {
        JointMimic mimic;
        mimic.joint.name = model.joint(leader).name;
        mimic.multiplier = Number(c.random.number(-2, 2));
        mimic.offset = Number(c.random.number(-1, 1));
        model.joints[k].mimic = mimic;
        leader = JointId(k);
      }
    }
    model.rebuild_index();
    const KinematicTree tree(model);
    DynamicsOptions options = Case::options(false);
    const DynamicsModel coupled = make_dynamics_model(model, tree, options);
    options.independent_mimics = true;
    const DynamicsModel full = make_dynamics_model(model, tree, options);
    ASSERT_EQ(coupled.bodies.size(), full.bodies.size());
    const Values q = c.random.values(coupled.n_q, 2);
    const Values v = c.random.values(coupled.n_v, 2);
    const Values a = c.random.values(coupled.n_v, 4);
    const auto rows = static_cast<std::size_t>(full.n_v);
    const auto columns = static_cast<std::size_t>(coupled.n_v);
    Values G(rows * columns);
    Values q_full(rows);
    for (std::size_t k = 0; k < full.bodies.size(); ++k) {
      const Body& body = coupled.bodies[k];
      const auto row = static_cast<std::size_t>(full.bodies[k].v);
      G[row * columns + static_cast<std::size_t>(body.v)] = body.multiplier;
      q_full[row] = body.multiplier * q[static_cast<std::size_t>(body.q)] + body.offset;
    }
    const auto up = [&](const Values& x) {
      Values result(rows);
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t k = 0; k < columns; ++k) result[r] += G[r * columns + k] * x[k];
      return result;
    };
    const auto down = [&](const Values& x) {
      Values result(columns);
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t k = 0; k < columns; ++k) result[k] += G[r * columns + k] * x[r];
      return result;
    };
    const auto plan = lowering::make_plan(coupled, random_choices(c.random, coupled.bodies.size()));
    const auto plan_full = lowering::make_plan(full, Choices(full.bodies.size()));
    const std::string what = concat("seed ", seed);
    const Values tau = evaluate_kernel(lower_inverse_dynamics(plan, Dynamics::inverse), {q, v, a});
    expect_near(
        tau,
        down(evaluate_kernel(lower_inverse_dynamics(plan_full, Dynamics::inverse), {q_full, up(v), up(a)})),
        1e-11, what + " tau");
    const Values M = evaluate_kernel(lower_mass_matrix(plan), {q});
    const Values M_full = evaluate_kernel(lower_mass_matrix(plan_full), {q_full});
    Values column(columns);
    for (std::size_t k = 0; k < columns; ++k) {
      Values unit(columns);
      unit[k] = 1;
      const Values wanted = down(times(M_full, up(unit)));
      for (std::size_t r = 0; r < columns; ++r) column[r] = M[r * columns + k];
      expect_near(column, wanted, 1e-11, what + " M");
    }
    expect_near(evaluate_kernel(lower_forward_dynamics_factorised(plan, plan), {q, v, tau}), a, 1e-7,
                what + " qdd");
  }
}

}  // namespace
}  // namespace romas
