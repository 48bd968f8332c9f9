// The arithmetic of the kernels against golden/NAME.json: what an independent library computes for 41 real
// robots.
#include <gtest/gtest.h>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/search/choose.h"
#include "test/passes/kernel/golden_robot.h"

namespace romas {
namespace {

using nlohmann::json;
using test::GoldenRobot;
using Values = std::vector<double>;

class KernelGolden : public testing::TestWithParam<double> {};

double tolerance_of(double snap) { return snap == 0 ? 1e-11 : 1e-7; }

TEST_P(KernelGolden, dynamicsOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  const double tolerance = tolerance_of(GetParam());
  std::size_t robots = 0;
  std::size_t regular = 0;
  for (const auto& path : test::corpus_files("golden", ".json")) {
    if (path.filename().string().starts_with("bench-")) continue;
    GoldenRobot robot(path, GetParam());
    ++robots;
    // Large robots are searched once, which is what takes time.
    const bool search = GetParam() == 0 || robot.dynamics.bodies.size() <= 12;
    const lowering::Plans plans = lowering::choose_plans(
        robot.dynamics, search ? lowering::SearchEffort::thorough : lowering::SearchEffort::none);
    const Kernel rnea =
        simplified(lowering::lower_inverse_dynamics(plans.inverse_dynamics, lowering::Dynamics::inverse));
    const Kernel crba = simplified(lowering::lower_mass_matrix(plans.mass_matrix));
    const Kernel fd = simplified(lowering::lower_forward_dynamics_factorised(plans.mass_matrix, plans.bias));
    // The reference has no finite accelerations where a moving joint carries no inertia.
    const json& reference = robot.golden["samples"][0]["aba_qdd"];
    const bool acceleration = !reference.is_null() && std::none_of(reference.begin(), reference.end(),
                                                                   [](const json& x) { return x.is_null(); });
    regular += acceleration ? 1 : 0;
    for (const json& sample : robot.golden["samples"]) {
      const Values q = robot.inputs(sample["q"]);
      const Values v = robot.inputs(sample["qd"]);
      robot.expect_vector(evaluate_kernel(rnea, {q, v, robot.inputs(sample["qdd"])}), sample["tau"],
                          tolerance, "tau");
      robot.expect_matrix(evaluate_kernel(crba, {q}), sample["mass_matrix"], tolerance, "M");
      if (acceleration)
        robot.expect_vector(evaluate_kernel(fd, {q, v, robot.inputs(sample["aba_tau"])}), sample["aba_qdd"],
                            GetParam() == 0 ? 1e-11 : 1e-5, "qdd");
    }
  }
  EXPECT_EQ(robots, 41U);
  EXPECT_EQ(regular, 31U);
}

TEST_P(KernelGolden, kinematicsOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  const double tolerance = tolerance_of(GetParam());
  for (const auto& path : test::corpus_files("golden", ".json")) {
    if (path.filename().string().starts_with("bench-")) continue;
    GoldenRobot robot(path, GetParam());
    const Kernel fk = simplified(
        lowering::lower_poses(robot.dynamics, robot.dynamics.links, "forward_kinematics", "poses"));
    const LinkId tip = robot.robot->model().find_link(robot.golden["tip"].get<std::string>());
    Kernel jacobian;
    for (std::size_t k = 0; k < robot.dynamics.link_order.size(); ++k)
      if (robot.dynamics.link_order[k] == tip)
        jacobian = simplified(lowering::lower_jacobian(robot.dynamics, robot.dynamics.links[k], "jacobian"));
    for (const json& sample : robot.golden["samples"]) {
      const Values q = robot.inputs(sample["q"]);
      const Values poses = evaluate_kernel(fk, {q});
      double size = 1;
      for (const double x : poses) size = std::max(size, std::abs(x));
      for (std::size_t k = 0; k < robot.dynamics.link_order.size(); ++k) {
        const std::string& name = robot.robot->model().link(robot.dynamics.link_order[k]).name;
        const json& wanted = sample["pose"][name];
        for (std::size_t e = 0; e < 12; ++e)
          EXPECT_NEAR(poses[12 * k + e], wanted[e].get<double>(), tolerance * size) << path << " " << name;
      }
      const Values J = evaluate_kernel(jacobian, {q});
      const std::size_t n = robot.variable.size();
      for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < n; ++c)
          EXPECT_NEAR(J[r * n + robot.variable[c]], sample["jacobian"][r][c].get<double>(), tolerance * size)
              << path << " J " << r << " " << c;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Snap, KernelGolden, testing::Values(0.0, 1e-8));

}  // namespace
}  // namespace romas
