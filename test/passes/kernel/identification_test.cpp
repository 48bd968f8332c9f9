// Base parameters: they say all that torques tell, and nothing twice.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/base_parameters.h"
#include "passes/kernel/bodies/lower.h"
#include "test/corpus.h"
#include "test/load_robot.h"
#include "test/passes/kernel/random_case.h"

namespace romas {
namespace {

using lowering::BaseParameters;
using test::Values;

struct Identification : test::RandomCase {
  explicit Identification(std::uint32_t seed)
      : RandomCase(seed, 5, seed % 2 == 0, seed % 4 == 0), what(concat("seed ", seed)) {
    if (seed % 3 == 0) follow();
    Y = lowering::lower_regressor(dynamics);
    base = lowering::find_base_parameters(Y, dynamics);
    Yb = lowering::lower_base_regressor(Y, base);
  }
  // Draws another motion.
  std::vector<Values> motion() {
    return {random.position(dynamics), random.values(dynamics.n_v, 2), random.values(dynamics.n_v, 5)};
  }
  // A kernel's matrix at other motions than those of the pass, row below row, each column of length 1.
  Eigen::MatrixXd stacked(const Kernel& kernel, std::size_t columns) {
    const auto rows = static_cast<Eigen::Index>(dynamics.n_v);
    const Eigen::Index samples = 3 * static_cast<Eigen::Index>(columns) / rows + 3;
    Eigen::MatrixXd all(samples * rows, static_cast<Eigen::Index>(columns));
    for (Eigen::Index s = 0; s < samples; ++s) {
      const Values values = evaluate_kernel(kernel, motion());
      for (Eigen::Index r = 0; r < rows; ++r)
        for (Eigen::Index c = 0; c < all.cols(); ++c)
          all(s * rows + r, c) = values[static_cast<std::size_t>(r * all.cols() + c)];
    }
    for (Eigen::Index c = 0; c < all.cols(); ++c)
      if (all.col(c).norm() > 1e-12) all.col(c) /= all.col(c).norm();
    return all;
  }
  std::string what;
  Kernel Y, Yb;
  BaseParameters base;
};

// Not those of the robot alone: for any masses, also impossible ones.
TEST(Identification, baseParametersGiveTheTorquesOfAllParameters) {
  for (std::uint32_t seed = 500; seed < 560; ++seed) {
    Identification c(seed);
    const Kernel combine = simplified(lowering::lower_base_parameters(c.base));
    EXPECT_EQ(verify_kernel(combine), "") << c.what;
    EXPECT_EQ(verify_kernel(c.Yb), "") << c.what;
    const Kernel Yb = simplified(c.Yb);
    for (int round = 0; round < 3; ++round) {
      const Values pi = c.random.values(static_cast<int>(c.base.all), 3);
      const Values beta = evaluate_kernel(combine, {pi});
      const std::vector<Values> motion = c.motion();
      const auto torque = [&](const Kernel& kernel, const Values& parameters) {
        const Values matrix = evaluate_kernel(kernel, motion);
        Values tau(static_cast<std::size_t>(c.dynamics.n_v));
        for (std::size_t r = 0; r < tau.size(); ++r)
          for (std::size_t k = 0; k < parameters.size(); ++k)
            tau[r] += matrix[r * parameters.size() + k] * parameters[k];
        return tau;
      };
      test::expect_near(torque(Yb, beta), torque(c.Y, pi), 1e-9, c.what);
    }
  }
}

TEST(Identification, columnsAreIndependentAndAllThatThereAre) {
  for (std::uint32_t seed = 600; seed < 630; ++seed) {
    Identification c(seed);
    const auto rank = [](const Eigen::MatrixXd& matrix) {
      Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix);
      const Eigen::VectorXd& values = svd.singularValues();
      return static_cast<std::size_t>((values.array() > 1e-9 * values[0]).count());
    };
    EXPECT_EQ(rank(c.stacked(c.Yb, c.base.columns.size())), c.base.columns.size()) << c.what;
    EXPECT_EQ(rank(c.stacked(c.Y, c.base.all)), c.base.columns.size()) << c.what;
    EXPECT_EQ(c.base.others.size(), c.base.columns.size()) << c.what;
  }
}

// Real robots, whose lengths and masses differ by orders of magnitude.
TEST(Identification, ofTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  for (const auto& [path, wanted] : {std::pair{"bench/panda.urdf", 43U},
                                     {"bench/ur5.urdf", 36U},
                                     {"bench/hyq.urdf", 68U},
                                     {"urdf/iiwa14-primitive-drake.urdf", 43U},
                                     {"urdf/atlas-drake.urdf", 192U}}) {
    const auto robot = test::load_robot(test::corpus_folder() / path);
    DynamicsOptions options;
    options.snap_tolerance = 1e-8;
    const DynamicsModel model = make_dynamics_model(robot->model(), KinematicTree(robot->model()), options);
    const Kernel Y = lowering::lower_regressor(model);
    const BaseParameters base = lowering::find_base_parameters(Y, model);
    EXPECT_EQ(base.columns.size(), wanted) << path;
    const auto rows = static_cast<Eigen::Index>(model.n_v), columns = static_cast<Eigen::Index>(base.all);
    Eigen::MatrixXd all(rows * (3 * columns / rows), columns);
    test::RandomTree random(7);
    for (Eigen::Index top = 0; top + rows <= all.rows(); top += rows) {
      const Values values = evaluate_kernel(
          Y, {random.position(model), random.values(model.n_v, 2), random.values(model.n_v, 5)});
      for (Eigen::Index r = 0; r < rows; ++r)
        for (Eigen::Index c = 0; c < columns; ++c)
          all(top + r, c) = values[static_cast<std::size_t>(r * columns + c)];
    }
    for (Eigen::Index c = 0; c < columns; ++c)
      if (all.col(c).norm() > 1e-10) all.col(c) /= all.col(c).norm();
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solved;
    solved.setThreshold(1e-9);
    EXPECT_EQ(solved.compute(all).rank(), static_cast<Eigen::Index>(wanted)) << path;
  }
}

// A pendulum about z with gravity along -y: its torque tells of mx, my and Izz alone.
TEST(Identification, pendulum) {
  DynamicsModel model;
  model.n_q = model.n_v = 1;
  model.gravity = Vector3(0, -9.81, 0);
  model.link_order = {LinkId(0), LinkId(1)};
  model.links = {{-1, {}}, {0, {}}};
  Body body;
  body.parent = -1;
  body.motion = Motion::revolute;
  body.link = LinkId(1);
  body.q = body.v = 0;
  model.bodies = {body};
  const BaseParameters base = lowering::find_base_parameters(lowering::lower_regressor(model), model);
  EXPECT_EQ(base.columns, (std::vector<std::size_t>{1, 2, 9}));
  EXPECT_EQ(base.without_effect, (std::vector<std::size_t>{0, 3, 4, 5, 6, 7, 8}));
  for (const auto& others : base.others) EXPECT_TRUE(others.empty());
}

}  // namespace
}  // namespace romas
