// Protects the parts of a single finding: "did you mean" and the suggestion that goes with it.
#include "support/findings/diagnostic.h"

#include <gtest/gtest.h>

#include <array>

namespace romas {
namespace {

constexpr std::array<std::string_view, 2> kNames = {"mass", "inertia"};
constexpr SourceRange kPlace = {1, 4, 8};

Diagnostic report_nearest(SourceRange range, std::string_view word) {
  DiagnosticEngine engine;
  engine.report(Rule::unknown_property, range, concat("there is no '", word, "'")).nearest(word, kNames);
  return engine.sorted().at(0);
}

TEST(DiagnosticBuilder, namesAndSuggestsWhatIsNearest) {
  const Diagnostic diagnostic = report_nearest(kPlace, "mas");
  EXPECT_EQ(diagnostic.message, "there is no 'mas'; did you mean 'mass'?");
  ASSERT_EQ(diagnostic.fixes.size(), 1U);
  EXPECT_EQ(diagnostic.fixes[0].range, kPlace);
  EXPECT_EQ(diagnostic.fixes[0].replacement, "mass");
  EXPECT_TRUE(diagnostic.fixes[0].guess);
}

TEST(DiagnosticBuilder, saysNothingWhereNothingIsNear) {
  const Diagnostic diagnostic = report_nearest(kPlace, "colour");
  EXPECT_EQ(diagnostic.message, "there is no 'colour'");
  EXPECT_TRUE(diagnostic.fixes.empty());
}

TEST(DiagnosticBuilder, suggestsNothingWithoutAPlace) {
  const Diagnostic diagnostic = report_nearest({}, "mas");
  EXPECT_EQ(diagnostic.message, "there is no 'mas'; did you mean 'mass'?");
  EXPECT_TRUE(diagnostic.fixes.empty());
}

}  // namespace
}  // namespace romas
