// Every pass handles chains, stars and bushes of 100,000 links, with a stack that does not grow with the
// robot. test/tools/scaling.test covers how work grows with the robot, and bench/ (./x bench scale) how long
// it takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/compare/compare.h"
#include "ir/model/verify.h"
#include "support/text/text.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::ModelMaker;

constexpr int kLinks = 100'000;

enum class Form { chain, star, bush };

// Every other joint is fixed; every third link is massless and every fifth tensor wrong; names are nearly
// equal; every fourth link has a shape with several faults.
Model large(Form form) {
  ModelMaker maker;
  for (int i = 0; i < kLinks; ++i) {
    if (i % 3 == 0) {
      maker.link(concat("link_", i));
    } else {
      maker.link(concat("link_", i), 1, 0.02, 0.03, i % 5 == 0 ? 0.08 : 0.04).inertial->origin =
          ModelMaker::at(0, 0.1, 0, 0.1, 0, 0);
    }
    if (i % 4 == 1) {
      Visual visual;
      visual.geometry.shape = i % 8 == 1 ? Shape(Box{{0.1, 0.1, 0.1 * i}})
                                         : Shape(Mesh{concat("/meshes/", i, ".ply"), Number3{1, -1, 1}, {}});
      visual.origin = ModelMaker::at(0.1, 0, 1e3 * (i % 7), 0, 1.57, 90);
      maker.model().links.back().visuals.push_back(visual);
    }
    if (i == 0) continue;
    const int parent = form == Form::chain ? i - 1 : form == Form::star ? 0 : (i - 1) / 7;
    Joint& joint = maker.joint(concat("joint_", i), i % 2 == 0 ? JointType::fixed : JointType::revolute,
                               concat("link_", parent), concat("link_", i));
    joint.origin =
        TransformExpr::compose({ModelMaker::at(0, 0, 1e-3), ModelMaker::at(0, 0, 0, 1e-6 * i, 0, 0)});
    if (joint.axis) joint.axis = maker.axis(0, 0.1, 2);
    if (i > 10 && joint.axis) joint.mimic = maker.mimic(concat("joint_", i - 2));
  }
  return maker.done();
}

class Scale : public ::testing::TestWithParam<Form> {};

TEST_P(Scale, everyPassTakesLargeModels) {
  Model model = large(GetParam());
  const Model before = model;
  for (const PassInfo& pass : all_passes()) test::run_pass(pass, model);
  EXPECT_THAT(verify_model(model), ::testing::IsEmpty());
  EXPECT_THAT(compare_models(before, before).differences, ::testing::IsEmpty());
  compare_models(before, model);
}

TEST_P(Scale, everyPassTakesLargeBrokenModels) {
  Model model = large(GetParam());
  // No reference resolves, or every one goes in circles.
  for (Joint& joint : model.joints) joint.parent.name += "x";
  model.rebuild_index();
  for (const PassInfo& pass : all_passes()) test::run_pass(pass, model);
  Model circle = large(GetParam());
  circle.joints.push_back(circle.joints.back());
  circle.joints.back().parent.name = concat("link_", kLinks - 1);
  circle.joints.back().child.name = "link_0";
  for (Joint& joint : circle.joints) joint.mimic = JointMimic{{"joint_1", {}, {}}, {}, {}, {}};
  circle.rebuild_index();
  for (const PassInfo& pass : all_passes()) test::run_pass(pass, circle);
}

INSTANTIATE_TEST_SUITE_P(Forms, Scale, ::testing::Values(Form::chain, Form::star, Form::bush));

}  // namespace
}  // namespace romas
