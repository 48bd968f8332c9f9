#include "frontend/airfoil/xfoil_polar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "test/folders.h"

namespace romas {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

std::string file_text(const std::string& name) {
  std::ifstream file(test::source_path("test/frontend/airfoil/Inputs/" + name));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<AirfoilPolar> polars_of(const std::string& text) {
  SourceManager sources;
  const auto read = read_xfoil_polars(sources.add_text("a.polar", text), sources);
  if (const auto* problem = std::get_if<PolarProblem>(&read)) {
    ADD_FAILURE() << problem->reason;
    return {{}};
  }
  return std::get<std::vector<AirfoilPolar>>(read);
}

// The reason, and the text at which it is seen.
std::pair<std::string, std::string> problem_of(const std::string& text) {
  SourceManager sources;
  const FileId file = sources.add_text("a.polar", text);
  const auto read = read_xfoil_polars(file, sources);
  const auto* problem = std::get_if<PolarProblem>(&read);
  if (problem == nullptr) return {"none", ""};
  EXPECT_EQ(problem->range.file, file);
  return {problem->reason, text.substr(problem->range.begin, problem->range.end - problem->range.begin)};
}

const std::string kHead = "  alpha CL CD CDp CM\n ---- ----\n";

TEST(XfoilPolars, haveRowsByRisingAngle) {
  const auto polars = polars_of(file_text("example.polar"));
  ASSERT_EQ(polars.size(), 1);
  EXPECT_DOUBLE_EQ(polars[0].reynolds, 2e5);
  ASSERT_EQ(polars[0].points.size(), 21);
  for (std::size_t k = 0; k < 21; ++k)
    EXPECT_DOUBLE_EQ(polars[0].points[k].alpha, (static_cast<double>(k) - 6) * kDegree);
  EXPECT_DOUBLE_EQ(polars[0].points[8].lift, 0.4130);
  EXPECT_DOUBLE_EQ(polars[0].points[8].drag, 0.01035);
  EXPECT_DOUBLE_EQ(polars[0].points[8].moment, -0.0484);
}

TEST(XfoilPolars, areOfSeveralReynoldsNumbers) {
  const auto polars = polars_of(file_text("two-numbers.polar"));
  ASSERT_EQ(polars.size(), 2);
  EXPECT_DOUBLE_EQ(polars[0].reynolds, 2e5);
  EXPECT_DOUBLE_EQ(polars[1].reynolds, 6e5);
  EXPECT_EQ(polars[1].points.size(), 22);
}

TEST(XfoilPolars, columnsStandAnywhereAndTheLastOfEqualRowsCounts) {
  const auto polars =
      polars_of("alpha Cm other CD cl\r\n2 -0.1 9 0.02 0.5\r\n\r\n1 -0.2 9 0.01 0.3\r\n2 -0.3 9 0.03 0.6");
  ASSERT_EQ(polars.size(), 1);
  EXPECT_EQ(polars[0].reynolds, 0);
  ASSERT_EQ(polars[0].points.size(), 2);
  EXPECT_EQ(polars[0].points[1].lift, 0.6);
  EXPECT_EQ(polars[0].points[1].drag, 0.03);
  EXPECT_EQ(polars[0].points[1].moment, -0.3);
}

TEST(XfoilPolars, problemsStandWhereTheyAre) {
  using P = std::pair<std::string, std::string>;
  const std::string none = "it has no table with the columns alpha, CL, CD and CM, as Xfoil writes a polar";
  EXPECT_EQ(problem_of(""), P(none, ""));
  EXPECT_EQ(problem_of("1.0 0.0\n0.5 0.1\n"), P(none, ""));  // the coordinates of a profile
  EXPECT_EQ(problem_of("alpha CL CD\n0 1 2\n"), P("the table has no column CM", "alpha CL CD"));
  EXPECT_EQ(problem_of(kHead + "0 1 x 0 0\n"),
            P("this is neither an angle in degrees nor a coefficient", "x"));
  EXPECT_EQ(problem_of(kHead + "0 1 nan 0 0\n"),
            P("this is neither an angle in degrees nor a coefficient", "nan"));
  EXPECT_EQ(problem_of(kHead + "0 1 0.1 0\n"), P("the row ends before its last column", "0 1 0.1 0"));
  EXPECT_EQ(problem_of("Re = much\n" + kHead), P("this is not a Reynolds number", "much"));
  EXPECT_EQ(problem_of(kHead + "0 1 0.1 0 0\n0 1 0.1 0 0\n").second, "alpha");
  EXPECT_EQ(problem_of(kHead).second, "alpha");
  std::string rows = kHead;
  for (int k = 0; k <= 1000; ++k) rows += std::to_string(k * 0.01) + " 0 0 0 0\n";
  EXPECT_EQ(problem_of(rows).first, "the polar has more than 1000 angles of attack");
  std::string tables;
  for (int k = 0; k <= 100; ++k) tables += kHead + "0 0 0 0 0\n1 0 0 0 0\n";
  EXPECT_EQ(problem_of(tables).first, "the file has more than 100 polars");
}

}  // namespace
}  // namespace romas
