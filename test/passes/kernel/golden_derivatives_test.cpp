// Derivatives and their kin against golden-derivatives/NAME.json: what an independent library computes for 41
// real robots.
#include <Eigen/Geometry>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/lower.h"
#include "test/passes/kernel/golden_robot.h"
#include "test/passes/kernel/random_case.h"

namespace romas {
namespace {

using nlohmann::json;
using test::part;
using test::Values;

constexpr double kTolerance = 1e-9;  // of the largest entry

bool is_finite(const json& matrix) {
  return !matrix.is_null() && std::none_of(matrix.begin(), matrix.end(), [](const json& row) {
    return row.is_null() || std::any_of(row.begin(), row.end(), [](const json& x) { return x.is_null(); });
  });
}

struct Robot : test::GoldenRobot {
  explicit Robot(const std::filesystem::path& path)
      : GoldenRobot(path, 0),
        n(variable.size()),
        plan(lowering::make_plan(dynamics, lowering::Choices(dynamics.bodies.size()))) {}
  std::size_t n;
  lowering::DynamicsPlan plan;
};

template <class Check>
std::size_t for_all_robots(const Check& check) {
  std::size_t robots = 0;
  for (const auto& path : test::corpus_files("golden-derivatives", ".json")) {
    if (path.filename().string().starts_with("bench-")) continue;
    const Robot robot(path);
    check(robot);
    ++robots;
  }
  return robots;
}

TEST(GoldenDerivatives, ofInverseDynamics) {
  ROMAS_NEEDS_CORPUS();
  const std::size_t robots = for_all_robots([](const Robot& robot) {
    const Kernel by_recursion = simplified(lower_inverse_dynamics_derivatives(robot.plan));
    const Kernel by_rule =
        simplified(differentiated(lower_inverse_dynamics(robot.plan, lowering::Dynamics::inverse),
                                  robot.plan.model, {"q", "v"}, "derivatives"));
    for (const json& sample : robot.golden["samples"])
      for (const Kernel* kernel : {&by_recursion, &by_rule}) {
        const Values found = evaluate_kernel(
            *kernel, {robot.inputs(sample["q"]), robot.inputs(sample["qd"]), robot.inputs(sample["qdd"])});
        robot.expect_matrix(part(found, 0, robot.n * robot.n), sample["dtau_dq"], kTolerance, "dtau_dq");
        robot.expect_matrix(part(found, 1, robot.n * robot.n), sample["dtau_dv"], kTolerance, "dtau_dv");
      }
  });
  EXPECT_EQ(robots, 38U);
}

TEST(GoldenDerivatives, ofForwardDynamics) {
  ROMAS_NEEDS_CORPUS();
  std::size_t regular = 0;
  for_all_robots([&](const Robot& robot) {
    const Kernel kernel = simplified(lower_forward_dynamics_derivatives(
        robot.plan, robot.plan, lower_inverse_dynamics_derivatives(robot.plan)));
    const Kernel inverse = simplified(lower_mass_matrix_inverse(robot.plan));
    for (const json& sample : robot.golden["samples"]) {
      // The reference has no finite numbers where a moving joint carries no inertia.
      if (!is_finite(sample["minv"]) || !is_finite(sample["dqdd_dq"])) continue;
      ++regular;
      const Values q = robot.inputs(sample["q"]);
      const Values found =
          evaluate_kernel(kernel, {q, robot.inputs(sample["qd"]), robot.inputs(sample["aba_tau"])});
      const std::size_t size = robot.n * robot.n;
      // An entry is a sum of products of the inverse and torques of some 1e-3 N m or more.
      const double least = 1e-3 * test::GoldenRobot::scale_of(sample["minv"]);
      robot.expect_matrix(part(found, 0, size), sample["dqdd_dq"], kTolerance, "da_dq", least);
      robot.expect_matrix(part(found, 1, size), sample["dqdd_dv"], kTolerance, "da_dv", least);
      robot.expect_matrix(part(found, 2, size), sample["minv"], kTolerance, "da_dtau");
      robot.expect_matrix(evaluate_kernel(inverse, {q}), sample["minv"], kTolerance, "minv");
    }
  });
  EXPECT_GE(regular, 56U);
}

TEST(GoldenDerivatives, coriolisMatrix) {
  ROMAS_NEEDS_CORPUS();
  for_all_robots([](const Robot& robot) {
    const Kernel kernel = simplified(lower_coriolis_matrix(robot.plan));
    for (const json& sample : robot.golden["samples"])
      robot.expect_matrix(evaluate_kernel(kernel, {robot.inputs(sample["q"]), robot.inputs(sample["qd"])}),
                          sample["coriolis"], kTolerance, "C");
  });
}

TEST(GoldenDerivatives, motionOfTheTip) {
  ROMAS_NEEDS_CORPUS();
  for_all_robots([](const Robot& robot) {
    const LinkId tip = robot.robot->model().find_link(robot.golden["tip"].get<std::string>());
    const auto at = std::find(robot.dynamics.link_order.begin(), robot.dynamics.link_order.end(), tip);
    const Placement& place =
        robot.dynamics.links[static_cast<std::size_t>(at - robot.dynamics.link_order.begin())];
    const Kernel velocity = simplified(lowering::lower_velocity(robot.dynamics, place, "velocity"));
    const Kernel acceleration =
        simplified(lowering::lower_acceleration(robot.dynamics, place, "acceleration"));
    const Kernel jacobian_dot = simplified(lowering::lower_jacobian_dot(robot.dynamics, place, "dJ"));
    for (const json& sample : robot.golden["samples"]) {
      const Values q = robot.inputs(sample["q"]);
      const Values v = robot.inputs(sample["qd"]);
      const auto expect_six = [&](const Values& found, const json& wanted, const char* what) {
        double scale = 1e-9;
        for (const json& x : wanted) scale = std::max(scale, std::abs(x.get<double>()));
        for (std::size_t k = 0; k < 6; ++k)
          EXPECT_NEAR(found[k], wanted[k].get<double>(), kTolerance * scale)
              << robot.golden["robot"] << " " << what << " " << k;
      };
      expect_six(evaluate_kernel(velocity, {q, v}), sample["tip_velocity"], "velocity");
      expect_six(evaluate_kernel(acceleration, {q, v, robot.inputs(sample["qdd"])}),
                 sample["tip_acceleration"], "acceleration");
      robot.expect_columns(evaluate_kernel(jacobian_dot, {q, v}), sample["jacobian_dot"], kTolerance, "dJ");
    }
  });
}

// The reference leaves the root link out. Our centre is that of all masses.
TEST(GoldenDerivatives, momentum) {
  ROMAS_NEEDS_CORPUS();
  for_all_robots([](const Robot& robot) {
    const Kernel center_jacobian = simplified(lowering::lower_center_of_mass_jacobian(robot.dynamics));
    const Kernel centroidal = simplified(lowering::lower_centroidal_momentum(robot.dynamics));
    const Kernel center = simplified(lowering::lower_center_of_mass(robot.dynamics));
    for (const json& sample : robot.golden["samples"]) {
      if (!is_finite(sample["com_jacobian"])) continue;
      const Values q = robot.inputs(sample["q"]);
      const Values v = robot.inputs(sample["qd"]);
      Values J = evaluate_kernel(center_jacobian, {q});
      double moving = 0;
      for (std::size_t k = 0; k < sample["pi"].size(); k += 10) moving += sample["pi"][k].get<double>();
      const double all = moving + robot.dynamics.ground.mass;
      for (double& x : J) x *= all / moving;
      robot.expect_columns(J, sample["com_jacobian"], kTolerance, "J of the centre");
      const Values found = evaluate_kernel(centroidal, {q, v});
      Values A = part(found, 0, 6 * robot.n);
      for (std::size_t r = 0; r < 6; ++r) {
        double sum = 0;
        for (std::size_t k = 0; k < robot.n; ++k) sum += A[r * robot.n + k] * v[k];
        EXPECT_NEAR(found[6 * robot.n + r], sum, 1e-9 * (1 + std::abs(sum))) << robot.golden["robot"];
      }
      const Values c = evaluate_kernel(center, {q});
      Vector3 shift;
      for (int k = 0; k < 3; ++k)
        shift[k] = c[static_cast<std::size_t>(k)] - sample["com"][static_cast<std::size_t>(k)].get<double>();
      for (std::size_t k = 0; k < robot.n; ++k) {
        const Vector3 turn = shift.cross(Vector3(A[k], A[robot.n + k], A[2 * robot.n + k]));
        for (std::size_t r = 0; r < 3; ++r) A[(3 + r) * robot.n + k] += turn[static_cast<int>(r)];
      }
      robot.expect_columns(A, sample["centroidal"], kTolerance, "A");
    }
  });
}

TEST(GoldenDerivatives, regressor) {
  ROMAS_NEEDS_CORPUS();
  for_all_robots([](const Robot& robot) {
    const Kernel kernel = simplified(lowering::lower_regressor(robot.dynamics));
    const Values pi = lowering::inertial_parameters(robot.dynamics);
    ASSERT_EQ(pi.size(), 10 * robot.n) << robot.golden["robot"];
    for (const json& sample : robot.golden["samples"]) {
      const Values Y = evaluate_kernel(
          kernel, {robot.inputs(sample["q"]), robot.inputs(sample["qd"]), robot.inputs(sample["qdd"])});
      const json& wanted = sample["regressor"];
      const double scale = test::GoldenRobot::scale_of(wanted);
      double largest = 1e-12;
      for (const json& x : sample["pi"]) largest = std::max(largest, std::abs(x.get<double>()));
      for (std::size_t c = 0; c < 10 * robot.n; ++c) {
        const std::size_t ours = 10 * robot.variable[c / 10] + c % 10;
        EXPECT_NEAR(pi[ours], sample["pi"][c].get<double>(), kTolerance * largest) << robot.golden["robot"];
        for (std::size_t r = 0; r < robot.n; ++r)
          EXPECT_NEAR(Y[robot.variable[r] * 10 * robot.n + ours], wanted[r][c].get<double>(),
                      kTolerance * scale)
              << robot.golden["robot"] << " Y " << r << " " << c;
      }
    }
  });
}

}  // namespace
}  // namespace romas
