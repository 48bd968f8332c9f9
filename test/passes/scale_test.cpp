// Every pass takes time linear in the model: chains and bushes of 100,000 links go through all of them quickly, and without a stack
// that grows with the robot. A pass that looks at everything for each thing would take minutes here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "ir/analysis/compare.h"
#include "ir/verify.h"
#include "support/text.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::ModelMaker;

constexpr int kLinks = 100'000;
// Far above what any pass needs on a slow machine, far below what a quadratic one takes.
constexpr double kSeconds = 10;

enum class Form { chain, star, bush };

// Every other joint is fixed; every third link is massless and every fifth tensor wrong; names are nearly equal; every fourth link
// has a shape with several faults.
Model large(Form form) {
  ModelMaker maker;
  for (int i = 0; i < kLinks; ++i) {
    if (i % 3 == 0) {
      maker.link(concat("link_", i));
    } else {
      maker.link(concat("link_", i), 1, 0.02, 0.03, i % 5 == 0 ? 0.08 : 0.04).inertial->origin = ModelMaker::at(0, 0.1, 0, 0.1, 0, 0);
    }
    if (i % 4 == 1) {
      Visual visual;
      visual.geometry.shape = i % 8 == 1 ? Shape(Box{{0.1, 0.1, 0.1 * i}}) : Shape(Mesh{concat("/meshes/", i, ".ply"), Number3{1, -1, 1}, {}});
      visual.origin = ModelMaker::at(0.1, 0, 1e3 * (i % 7), 0, 1.57, 90);
      maker.model().links.back().visuals.push_back(visual);
    }
    if (i == 0) continue;
    const int parent = form == Form::chain ? i - 1 : form == Form::star ? 0 : (i - 1) / 7;
    Joint& joint = maker.joint(concat("joint_", i), i % 2 == 0 ? JointType::fixed : JointType::revolute, concat("link_", parent), concat("link_", i));
    joint.origin = TransformExpr::compose({ModelMaker::at(0, 0, 1e-3), ModelMaker::at(0, 0, 0, 1e-6 * i, 0, 0)});
    if (joint.axis) joint.axis = maker.axis(0, 0.1, 2);
    if (i > 10 && joint.axis) joint.mimic = maker.mimic(concat("joint_", i - 2));
  }
  return maker.done();
}

// Runs one pass or check, and says how long it took.
template <class Run>
void expect_quick(std::string_view what, Run run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ::testing::Test::RecordProperty(std::string(what), concat(seconds));
  EXPECT_LT(seconds, kSeconds) << what;
  const bool show = std::getenv("ROMAS_SHOW_TIMES") != nullptr;  // NOLINT(concurrency-mt-unsafe): the tests run in one thread
  if (show) std::printf("%-20s %6.0f ms\n", std::string(what).c_str(), seconds * 1e3);
}

class Scale : public ::testing::TestWithParam<Form> {};

TEST_P(Scale, everyPassIsQuick) {
  Model model = large(GetParam());
  const Model before = model;
  for (const PassInfo& pass : all_passes()) {
    expect_quick(pass.name, [&] { test::run_pass(pass.run, model, {}); });
  }
  expect_quick("verify", [&] { EXPECT_THAT(verify_model(model), ::testing::IsEmpty()); });
  expect_quick("compare", [&] { compare_models(before, model); });
}

TEST_P(Scale, brokenModelsAreQuickToo) {
  Model model = large(GetParam());
  // No reference resolves, or every one goes in circles.
  for (Joint& joint : model.joints) joint.parent.name += "x";
  model.rebuild_index();
  for (const PassInfo& pass : all_passes()) expect_quick(pass.name, [&] { test::run_pass(pass.run, model, {}); });
  Model circle = large(GetParam());
  circle.joints.push_back(circle.joints.back());
  circle.joints.back().parent.name = concat("link_", kLinks - 1);
  circle.joints.back().child.name = "link_0";
  for (Joint& joint : circle.joints) joint.mimic = JointMimic{{"joint_1", {}, {}}, {}, {}, {}};
  circle.rebuild_index();
  for (const PassInfo& pass : all_passes()) expect_quick(pass.name, [&] { test::run_pass(pass.run, circle, {}); });
}

INSTANTIATE_TEST_SUITE_P(Forms, Scale, ::testing::Values(Form::chain, Form::star, Form::bush));

}  // namespace
}  // namespace romas
