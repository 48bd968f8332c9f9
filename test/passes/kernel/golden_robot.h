// A robot of the corpus with the values that an independent library computes for it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "test/corpus.h"
#include "test/load_robot.h"

namespace romas::test {

// One robot of the corpus with its golden values, and where its variables are.
struct GoldenRobot {
  using json = nlohmann::json;
  using Values = std::vector<double>;

  json golden;
  std::unique_ptr<LoadedRobot> robot;
  std::unique_ptr<KinematicTree> tree;
  DynamicsModel dynamics;
  std::vector<std::size_t> variable;  // of each golden joint

  GoldenRobot(const std::filesystem::path& path, double snap_tolerance) {
    std::ifstream(path) >> golden;
    robot = load_robot(corpus_folder() / golden["file"].get<std::string>());
    tree = std::make_unique<KinematicTree>(robot->model());
    DynamicsOptions options;
    options.independent_mimics = true;
    options.snap_tolerance = snap_tolerance;
    dynamics = make_dynamics_model(robot->model(), *tree, options);
    for (const json& joint : golden["joints"]) {
      const JointId id = robot->model().find_joint(joint["name"].get<std::string>());
      for (const JointVariables& row : dynamics.joints)
        if (row.joint == id) variable.push_back(static_cast<std::size_t>(row.q));
    }
    EXPECT_EQ(variable.size(), golden["joints"].size());
  }

  Values inputs(const json& numbers) const {
    Values result(static_cast<std::size_t>(dynamics.n_q));
    for (std::size_t k = 0; k < variable.size(); ++k) result[variable[k]] = numbers[k].get<double>();
    return result;
  }
  // A vector over joints in the kernels' order.
  void expect_vector(const Values& found, const json& wanted, double tolerance, const char* what) const {
    double scale = 1e-9;
    for (const json& number : wanted) scale = std::max(scale, std::abs(number.get<double>()));
    for (std::size_t k = 0; k < variable.size(); ++k)
      EXPECT_NEAR(found[variable[k]], wanted[k].get<double>(), tolerance * scale)
          << golden["robot"] << " " << what << " " << golden["joints"][k]["name"];
  }
  // n × n over joints. `least`: what counts as the largest magnitude where all terms cancel.
  void expect_matrix(const Values& found, const json& wanted, double tolerance, const char* what,
                     double least = 1e-6) const {
    const std::size_t n = variable.size();
    const double scale = std::max(scale_of(wanted), least);
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < n; ++c)
        EXPECT_NEAR(found[variable[r] * n + variable[c]], wanted[r][c].get<double>(), tolerance * scale)
            << golden["robot"] << " " << what << " " << r << " " << c;
  }
  // Rows of their own, columns over joints.
  void expect_columns(const Values& found, const json& wanted, double tolerance, const char* what) const {
    const std::size_t n = variable.size();
    const double scale = scale_of(wanted);
    for (std::size_t r = 0; r < wanted.size(); ++r)
      for (std::size_t c = 0; c < n; ++c)
        EXPECT_NEAR(found[r * n + variable[c]], wanted[r][c].get<double>(), tolerance * scale)
            << golden["robot"] << " " << what << " " << r << " " << c;
  }

  // The largest magnitude, at least 1e-6: the reference has the rounding errors of its terms where all
  // cancel.
  static double scale_of(const json& matrix) {
    double scale = 1e-6;
    for (const json& row : matrix)
      for (const json& number : row) scale = std::max(scale, std::abs(number.get<double>()));
    return scale;
  }
};

}  // namespace romas::test
