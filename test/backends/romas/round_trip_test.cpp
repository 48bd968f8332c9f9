// Protects the promise of the core form: parsing what was printed gives an equal model, and printing it again
// the same text.
#include "test/corpus.h"
#include "test/language.h"
#include "test/load_robot.h"
#include "test/random_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/target.h"
#include "ir/model/verify.h"

namespace romas {
namespace {

using test::LanguageParse;

void expect_round_trip(const Model& model) {
  const std::string text = print_romas(model);
  const LanguageParse parse(text);
  ASSERT_THAT(parse.messages(), testing::IsEmpty()) << text;
  ASSERT_EQ(parse.result.models.size(), 1U);
  const Model& again = parse.result.models.front();
  EXPECT_EQ(print_romas(again), text);
  EXPECT_TRUE(again == model) << text;
  EXPECT_EQ(verify_model(again), verify_model(model));
}

TEST(RoundTrip, keepsEveryFieldOfEveryEntity) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    expect_round_trip(test::RandomModel(seed, 1).make());
  }
}

TEST(RoundTrip, keepsModelsInWhichAnythingIsAbsent) {
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    expect_round_trip(test::RandomModel(1000 + seed, seed % 3 == 0 ? 0.2 : 0.6).make());
    if (testing::Test::HasFailure()) return;
  }
}

TEST(RoundTrip, keepsTheEmptyRobot) {
  Model model;
  expect_round_trip(model);
  EXPECT_EQ(print_romas(model), "robot \"\" {\n}\n");
}

// A product of a bare xyz(…) and a bare rpy(…) is another expression than one pose of both.
TEST(RoundTrip, keepsTheStructureOfPoses) {
  using XyzRpy = TransformExpr::XyzRpy;
  const XyzRpy xyz{Number3{1, 2, 3}, std::nullopt};
  const XyzRpy rpy{std::nullopt, Number3{0, 0, 90}, TransformExpr::AngleUnit::degree};
  const XyzRpy both{xyz.xyz, rpy.rpy, rpy.unit};
  const std::vector<std::pair<TransformExpr, std::string>> poses = {
      {both, "xyz(1 m, 2 m, 3 m) * rpy(0, 0, 90 deg)"},
      {TransformExpr::compose({xyz, rpy}), "(xyz(1 m, 2 m, 3 m)) * rpy(0, 0, 90 deg)"},
      {TransformExpr::compose({xyz, both}), "(xyz(1 m, 2 m, 3 m)) * xyz(1 m, 2 m, 3 m) * rpy(0, 0, 90 deg)"},
      {TransformExpr::compose({TransformExpr::compose({xyz, xyz}), rpy}),
       "((xyz(1 m, 2 m, 3 m)) * xyz(1 m, 2 m, 3 m)) * rpy(0, 0, 90 deg)"},
      {TransformExpr::inverse(TransformExpr::compose({both, xyz})),
       "inverse(xyz(1 m, 2 m, 3 m) * rpy(0, 0, 90 deg) * xyz(1 m, 2 m, 3 m))"},
      {XyzRpy{std::nullopt, Number3{0, 0, 0}, TransformExpr::AngleUnit::degree}, "rpy(0 deg, 0, 0)"},
      {TransformExpr::AxisAlignment{SignedAxis::minus_z, SignedAxis::plus_x, SignedAxis::plus_y,
                                    SignedAxis::plus_z},
       "align(y -> -z, z -> x)"},
  };
  for (const auto& [pose, text] : poses) {
    Model model;
    model.name = "r";
    model.frames.push_back({"f", {"l", {}, {}}, pose, Frame::Origin::written, {}, {}});
    model.rebuild_index();
    EXPECT_THAT(print_romas(model), testing::HasSubstr("at " + text + ";"));
    expect_round_trip(model);
  }
}

TEST(RoundTrip, keepsTheRobotsOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  test::for_each_corpus_robot(expect_round_trip);
}

}  // namespace
}  // namespace romas
