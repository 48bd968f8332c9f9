// The runtime's reference implementation against golden values: 41 real robots at three random configurations
// each.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "test/corpus.h"
#include "test/load_robot.h"
#include "test/runtime/with_compiler/reference_of.h"

namespace romas {
namespace {

using nlohmann::json;

// Relative to the largest magnitude of the same output.
constexpr double kTolerance = 1e-11;

void expect_close(const std::vector<double>& got, const std::vector<double>& wanted, const char* what,
                  double tolerance = kTolerance) {
  ASSERT_EQ(got.size(), wanted.size()) << what;
  double largest = 0, error = 0;
  for (const double number : wanted) largest = std::max(largest, std::abs(number));
  for (std::size_t i = 0; i < got.size(); ++i)
    error = std::max(error, std::isfinite(got[i]) ? std::abs(got[i] - wanted[i]) : INFINITY);
  EXPECT_LE(error, tolerance * largest) << what;
}

class GoldenRobot {
 public:
  GoldenRobot(const Model& model, const json& golden) : model_(model), golden_(golden), tree_(model) {
    reference_ = test::reference_of(model, tree_, {.independent_mimics = true});
    EXPECT_TRUE(reference_.ok);
    for (const json& joint : golden["joints"]) {
      const JointId id = model.find_joint(joint["name"].get<std::string>());
      EXPECT_TRUE(id) << joint["name"];
      variable_.push_back(static_cast<std::size_t>(
          reference_.model->body(reference_.index_of(model.joint(id).child.id)).v_start));
    }
    EXPECT_EQ(static_cast<std::size_t>(reference_.model->n_v()), variable_.size());
  }

  // From the golden order of joints into ours, and back.
  std::vector<double> ours(const json& values) const {
    std::vector<double> result(variable_.size());
    for (std::size_t i = 0; i < variable_.size(); ++i) result[variable_[i]] = values[i].get<double>();
    return result;
  }
  std::vector<double> ours(const json& rows, bool both) const {
    const std::size_t n = variable_.size();
    std::vector<double> result(rows.size() * n);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < n; ++j)
        result[(both ? variable_[i] : i) * n + variable_[j]] = rows[i][j].get<double>();
    return result;
  }

  void compare(const json& sample) {
    const std::vector<double> q = ours(sample["q"]), v = ours(sample["qd"]), a = ours(sample["qdd"]);
    const auto n = variable_.size();
    const test::ReferenceModel& robot = *reference_.model;
    test::ReferenceData& data = *reference_.data;
    std::vector<double> tau(n), M(n * n), J(6 * n), rate(n);
    reference::inverse_dynamics(robot, data, q.data(), v.data(), a.data(), tau.data());
    expect_close(tau, ours(sample["tau"]), "inverse dynamics");
    reference::mass_matrix(robot, data, q.data(), M.data());
    expect_close(M, ours(sample["mass_matrix"], true), "mass matrix");
    reference::jacobian(robot, data, reference_.index_of(model_.find_link(golden_["tip"].get<std::string>())),
                        q.data(), J.data());
    expect_close(J, ours(sample["jacobian"], false), "Jacobian");
    std::vector<double> poses(12 * reference_.links.size());
    reference::forward_kinematics(robot, data, q.data(), poses.data());
    for (const auto& [name, numbers] : sample["pose"].items()) {
      const auto at = 12 * static_cast<std::ptrdiff_t>(reference_.index_of(model_.find_link(name)));
      expect_close({poses.begin() + at, poses.begin() + at + 12}, numbers.get<std::vector<double>>(),
                   name.c_str());
    }
    // A singular mass matrix leaves accelerations undetermined.
    for (const json& number : sample["aba_qdd"])
      if (number.is_null()) return;
    const std::vector<double> torque = ours(sample["aba_tau"]), wanted = ours(sample["aba_qdd"]);
    ASSERT_TRUE(reference::forward_dynamics(robot, data, q.data(), v.data(), torque.data(), rate.data()));
    expect_close(rate, wanted, "forward dynamics");
    ASSERT_TRUE(reference::forward_dynamics_by_mass_matrix(robot, data, q.data(), v.data(), torque.data(),
                                                           rate.data()));
    expect_close(rate, wanted, "forward dynamics");
    ++accelerations;
  }

  int accelerations = 0;

 private:
  const Model& model_;
  const json& golden_;
  KinematicTree tree_;
  test::Reference reference_;
  std::vector<std::size_t> variable_;
};

TEST(ReferenceGolden, everyFunctionOnTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  int robots = 0, accelerations = 0;
  for (const auto& path : test::corpus_files("golden", ".json")) {
    SCOPED_TRACE(path.filename());
    const json golden = json::parse(std::ifstream(path));
    const auto file = golden["file"].get<std::string>();
    const auto robot = test::load_robot(test::corpus_folder() /
                                        (file.find('/') == std::string::npos ? "bench/" + file : file));
    ASSERT_EQ(robot->result.models.size(), 1U);
    GoldenRobot compared(robot->model(), golden);
    for (const json& sample : golden["samples"]) compared.compare(sample);
    ++robots;
    accelerations += compared.accelerations;
  }
  EXPECT_GE(robots, 41);
  EXPECT_GE(accelerations, 31 * 3);
}

}  // namespace
}  // namespace romas
