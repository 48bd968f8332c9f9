// Operation counts of the corpus's robots: a change shows here, and none may pass the limit. Default
// snapping, fixed base, followers independent.
#include <gtest/gtest.h>

#include <map>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/lanes/equal_limbs.h"
#include "passes/kernel/lanes/lanes.h"
#include "passes/kernel/lowering/make_code_model.h"
#include "passes/kernel/search/choose.h"
#include "test/corpus.h"
#include "test/load_robot.h"

namespace romas {
namespace {

struct Counts {
  const char* robot;
  std::size_t rnea, crba, fd;                    // as they are
  std::size_t rnea_lanes, crba_lanes, fd_lanes;  // with equal limbs side by side; 0 if there are none
  std::size_t rnea_limit, crba_limit, fd_limit;  // of a tracer without a search, the figures to beat
};

constexpr Counts kCounts[] = {
    {"bench/panda.urdf", 553, 318, 1056, 0, 0, 0, 605, 365, 1180},
    {"bench/ur5.urdf", 263, 103, 395, 0, 0, 0, 301, 167, 557},
    {"urdf/iiwa14-primitive-drake.urdf", 381, 198, 765, 0, 0, 0, 407, 233, 831},
    {"bench/hyq.urdf", 604, 208, 644, 158, 52, 173, 736, 224, 985},
    {"urdf/anymal-b.urdf", 588, 184, 624, 157, 46, 167, 824, 260, 1092},
    {"urdf/a1.urdf", 520, 172, 656, 135, 43, 167, 716, 196, 936},
    {"urdf/icub-genova02.urdf", 2500, 1814, 4974, 1709, 1117, 3272, 2645, 1817, 5264},
    {"urdf/atlas-gazebo.urdf", 2265, 1856, 5116, 1393, 1247, 3614, 2429, 2051, 5595},
};

TEST(KernelCounts, ofTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  for (const Counts& wanted : kCounts) {
    const auto robot = test::load_robot(test::corpus_folder() / wanted.robot);
    const KinematicTree tree(robot->model());
    DynamicsOptions options;
    options.independent_mimics = true;
    options.snap_tolerance = 1e-8;
    const DynamicsModel dynamics = make_dynamics_model(robot->model(), tree, options);
    const lowering::Plans plans = lowering::choose_plans(dynamics, lowering::SearchEffort::thorough);
    const auto count = [](const Kernel& kernel) { return count_operations(simplified(kernel)).total(); };
    const auto count_lanes = [&](const Kernel& kernel) {
      const std::optional<Kernel> lanes = with_limbs_in_lanes(simplified(kernel), limbs_by_lane(dynamics));
      return lanes ? count_operations(*lanes).total() : 0;
    };
    const Kernel inverse =
        lowering::lower_inverse_dynamics(plans.inverse_dynamics, lowering::Dynamics::inverse);
    const Kernel mass_matrix = lowering::lower_mass_matrix(plans.mass_matrix);
    const Kernel forward = lowering::lower_forward_dynamics_factorised(plans.mass_matrix, plans.bias);
    const std::size_t rnea = count(inverse);
    const std::size_t crba = count(mass_matrix);
    const std::size_t fd = count(forward);
    EXPECT_EQ(count_lanes(inverse), wanted.rnea_lanes) << wanted.robot;
    EXPECT_EQ(count_lanes(mass_matrix), wanted.crba_lanes) << wanted.robot;
    EXPECT_EQ(count_lanes(forward), wanted.fd_lanes) << wanted.robot;
    EXPECT_EQ(rnea, wanted.rnea) << wanted.robot;
    EXPECT_EQ(crba, wanted.crba) << wanted.robot;
    EXPECT_EQ(fd, wanted.fd) << wanted.robot;
    EXPECT_LE(rnea, wanted.rnea_limit) << wanted.robot;
    EXPECT_LE(crba, wanted.crba_limit) << wanted.robot;
    EXPECT_LE(fd, wanted.fd_limit) << wanted.robot;
  }
}

// Functions for optimal control and learning, as targets get them: of the robot, and in lanes (0 if that is
// no less work).
struct DerivedCounts {
  const char* robot;
  std::size_t rnea_derivatives, fd_derivatives, minverse, coriolis, regressor, base_regressor;
  std::size_t rnea_derivatives_lanes, fd_derivatives_lanes;
};

constexpr DerivedCounts kDerived[] = {
    {"bench/panda.urdf", 2659, 4657, 654, 1344, 1811, 1295, 0, 3781},
    {"bench/ur5.urdf", 721, 1584, 254, 371, 1444, 1017, 0, 0},
    {"urdf/iiwa14-primitive-drake.urdf", 1862, 3645, 506, 924, 1766, 1272, 0, 2945},
    {"bench/hyq.urdf", 944, 1736, 312, 460, 916, 752, 247, 490},
    {"urdf/a1.urdf", 792, 1508, 260, 368, 1016, 808, 203, 394},
};

TEST(KernelCounts, ofDerivativesAndRegressors) {
  ROMAS_NEEDS_CORPUS();
  for (const DerivedCounts& wanted : kDerived) {
    const auto robot = test::load_robot(test::corpus_folder() / wanted.robot);
    CodeOptions options;
    options.independent_mimics = true;
    options.one_by_one = false;
    options.kernels = {KernelKind::rnea_derivatives, KernelKind::fd_derivatives, KernelKind::minv,
                       KernelKind::coriolis,         KernelKind::regressor,      KernelKind::identification};
    DiagnosticEngine diagnostics;
    CodeModelContext context{diagnostics};
    const auto code = make_code_model(robot->model(), options, context);
    ASSERT_TRUE(code) << wanted.robot;
    std::map<std::string_view, std::size_t> counts, lanes;
    for (const CodeKernel& kernel : code->kernels) {
      counts[kernel.function->name] = count_operations(kernel.kernel).total();
      if (kernel.in_lanes) lanes[kernel.function->name] = count_operations(*kernel.in_lanes).total();
    }
    EXPECT_EQ(counts["inverse_dynamics_derivatives"], wanted.rnea_derivatives) << wanted.robot;
    EXPECT_EQ(counts["forward_dynamics_derivatives"], wanted.fd_derivatives) << wanted.robot;
    EXPECT_EQ(counts["mass_matrix_inverse"], wanted.minverse) << wanted.robot;
    EXPECT_EQ(counts["coriolis_matrix"], wanted.coriolis) << wanted.robot;
    EXPECT_EQ(counts["regressor"], wanted.regressor) << wanted.robot;
    EXPECT_EQ(counts["base_regressor"], wanted.base_regressor) << wanted.robot;
    EXPECT_EQ(lanes["inverse_dynamics_derivatives"], wanted.rnea_derivatives_lanes) << wanted.robot;
    EXPECT_EQ(lanes["forward_dynamics_derivatives"], wanted.fd_derivatives_lanes) << wanted.robot;
  }
}

}  // namespace
}  // namespace romas
