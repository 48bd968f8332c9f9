// One mistake gives one finding: what was not understood hides what would follow from it, and errors are
// shown before the rest.
#include <gmock/gmock.h>

#include "support/text/text.h"
#include "test/driver/driver_helpers.h"

namespace romas {
namespace {

using test::compile_text;
using test::emitting;
using test::texts;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A sound robot, with every note on; `from` replaced by `to`.
std::vector<std::string> findings_after(std::string_view from, std::string_view to) {
  constexpr std::string_view kRobot = R"(<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><mass value="2"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.025"/></inertial>
  </link>
  <link name="fore">
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.025"/></inertial>
  </link>
  <link name="tool"/>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.1"/><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="10" velocity="2"/>
  </joint>
  <joint name="elbow" type="revolute">
    <origin xyz="0 0 0.2"/><parent link="upper"/><child link="fore"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="8" velocity="2"/>
  </joint>
  <joint name="flange" type="fixed"><parent link="fore"/><child link="tool"/></joint>
</robot>
)";
  std::string text(kRobot);
  if (!from.empty()) {
    EXPECT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
  }
  driver::CompileRequest request = emitting({});
  EXPECT_FALSE(request.severities.apply("pedantic"));
  const auto result = compile_text("arm.urdf", texts({{"arm.urdf", text}}), request);
  std::vector<std::string> slugs;
  for (const Diagnostic& diagnostic : result.report.diagnostics)
    slugs.emplace_back(rule_info(diagnostic.rule).slug);
  return slugs;
}

TEST(OneMistake, theRobotItselfHasNone) { EXPECT_THAT(findings_after("", ""), IsEmpty()); }

TEST(OneMistake, aMisspeltTypeMovesNothing) {
  EXPECT_THAT(findings_after(R"(type="fixed")", R"(type="Fixed")"), ElementsAre("bad-value"));
}

TEST(OneMistake, aNumberThatIsNoneIsNotMissing) {
  EXPECT_THAT(findings_after(R"(mass value="1")", R"(mass value="2kg")"), ElementsAre("bad-number"));
  EXPECT_THAT(findings_after(R"(ixx="0.01")", R"(ixx="0,01")"), ElementsAre("bad-number"));
  EXPECT_THAT(findings_after(R"(effort="10")", R"(effort="l0")"), ElementsAre("bad-number"));
  EXPECT_THAT(findings_after(R"(upper="1")", R"(upper="I")"), ElementsAre("bad-number"));
  EXPECT_THAT(findings_after(R"(axis xyz="0 0 1")", R"(axis xyz="0 0 z")"), ElementsAre("bad-number"));
  EXPECT_THAT(findings_after(R"(axis xyz="0 0 1")", R"(axis xyz="0 1")"), ElementsAre("wrong-count"));
}

TEST(OneMistake, oneNameForTwoLinksMakesNoSecondTree) {
  EXPECT_THAT(findings_after(R"(<link name="tool")", R"(<link name="upper")"),
              ElementsAre("duplicate-name", "unresolved-link"));
  // The link and its joint were copied, and nothing was renamed.
  EXPECT_THAT(findings_after("</robot>", R"(<link name="tool"/>
      <joint name="flange2" type="fixed"><parent link="fore"/><child link="tool"/></joint></robot>)"),
              ElementsAre("duplicate-name"));
  EXPECT_THAT(findings_after("</robot>", R"(<link name="base"/><link name="lost"/></robot>)"),
              ElementsAre("duplicate-name"));
}

TEST(OneMistake, ofADefinitionIsOneMessage) {
  const auto files = texts({{"r.romas", R"(param reach = 400 mm;
robot r {
  link base; link tip; link end;
  joint a : fixed base -> tip { at xyz(reach, 0, 0); }
  joint b : fixed tip -> end { at xyz(reach + 10 mm, 0, 0); }
}
)"}});
  const auto slugs = [&](const std::string& value) {
    driver::CompileRequest request = emitting({});
    request.input.frontend.definitions = {{"reach", value}};
    std::vector<std::string> found;
    for (const Diagnostic& diagnostic : compile_text("r.romas", files, request).report.diagnostics)
      found.push_back(concat(rule_info(diagnostic.rule).slug, " ", diagnostic.message));
    return found;
  };
  EXPECT_THAT(slugs("400"), ElementsAre("dimension-mismatch '400' is a plain number, but parameter 'reach' "
                                        "takes a length; write '400 mm', '400 cm' or '400 m'"));
  EXPECT_THAT(slugs("90 deg"),
              ElementsAre("dimension-mismatch '90 deg' is an angle, but parameter 'reach' takes a length"));
  EXPECT_THAT(slugs("0.4 m"), IsEmpty());
  EXPECT_THAT(slugs("0"), IsEmpty());
}

// By line the warning would come first.
TEST(OneMistake, errorsComeFirstInText) {
  const auto result = compile_text("a.urdf", texts({{"a.urdf", R"(<robot name="a"><link name="b c"/>
<link name="d"><inertial/></link>
<joint name="e" type="fixed"><parent link="b c"/><child link="d"/></joint></robot>)"}}),
                                   emitting({}));
  ASSERT_GE(result.report.diagnostics.size(), 2U);
  EXPECT_EQ(result.report.diagnostics.front().severity, Severity::warning);
  const std::string text = render_text(result.report, {});
  EXPECT_LT(text.rfind("error:"), text.find("warning:")) << text;
}

}  // namespace
}  // namespace romas
