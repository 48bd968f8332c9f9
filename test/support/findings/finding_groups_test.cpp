// Protects that findings of one kind are one for people, and that two different faults never are.
#include "support/findings/finding_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace romas {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Diagnostic finding(std::string message, Rule rule = Rule::velocity_zero) {
  Diagnostic diagnostic;
  diagnostic.rule = rule;
  diagnostic.severity = rule_info(rule).cls == RuleClass::error ? Severity::error : Severity::warning;
  diagnostic.message = std::move(message);
  return diagnostic;
}

std::string warning_kind(std::string message) { return finding_kind(finding(std::move(message)), ""); }

std::string reference_kind(const std::string& joint, const std::string& link, std::string_view at_place) {
  return finding_kind(finding(concat("joint '", joint, "' refers to link '", link, "', which does not exist"),
                              Rule::unresolved_link),
                      at_place);
}

std::vector<FindingGroup> groups(const std::vector<Diagnostic>& findings) {
  return group_findings(findings, SourceManager());
}

TEST(FindingGroups, kindsHaveNeitherNamesOfElementsNorNumbers) {
  EXPECT_EQ(warning_kind("the velocity limit of joint 'a' is 0.25e-3"),
            warning_kind("the velocity limit of joint 'it's odd (4)' is 12"));
  EXPECT_EQ(warning_kind("(joint 'a')"), "(joint '')");
  EXPECT_NE(warning_kind("<slip1> of <ode>"), warning_kind("<slip2> of <ode>"));
  EXPECT_EQ(warning_kind("an open 'quote"), "an open 'quote");
  EXPECT_EQ(warning_kind(""), "");
  EXPECT_EQ(warning_kind("'"), "'");
}

TEST(FindingGroups, whatIsWrongIsPartOfTheKind) {
  EXPECT_NE(warning_kind("<limit> has no attribute 'uper'"),
            warning_kind("<limit> has no attribute 'efort'"));
  EXPECT_NE(warning_kind("the package 'a' of the mesh 'm.stl' was not found"),
            warning_kind("the package 'b' of the mesh 'm.stl' was not found"));
  EXPECT_EQ(warning_kind("the package 'a' of the mesh 'm.stl' was not found"),
            warning_kind("the package 'a' of the mesh 'n.stl' was not found"));
}

TEST(FindingGroups, anErrorHidesNoOtherCause) {
  EXPECT_EQ(reference_kind("j1", "base", "base"), reference_kind("j2", "base", "base"));
  EXPECT_NE(reference_kind("j1", "base", "base"), reference_kind("j1", "bsae", "bsae"));
  EXPECT_NE(reference_kind("j1", "arm1", "\"arm{i}\""), reference_kind("j2", "arm2", "\"arm{i}\""))
      << "a computed name does not tell what is the cause";
  const auto twice = [](const std::string& link) {
    return finding_kind(finding(concat("link '", link, "' is defined twice"), Rule::duplicate_name), link);
  };
  EXPECT_NE(twice("arm"), twice("leg"));
  const auto count = [](int values) {
    return finding_kind(finding(concat("'xyz' takes 3 values, not ", values), Rule::wrong_count), "0 0");
  };
  EXPECT_NE(count(2), count(4));
}

TEST(FindingGroups, threeAreShownOneByOne) {
  const std::vector<Diagnostic> three(3, finding("of joint 'a'"));
  EXPECT_THAT(groups(three), SizeIs(3));
  for (const FindingGroup& group : groups(three)) EXPECT_THAT(group.further, IsEmpty());
}

TEST(FindingGroups, fourAreOneAtThePlaceOfTheFirst) {
  std::vector<Diagnostic> findings = {finding("of joint 'a'"), finding("another"), finding("of joint 'b'"),
                                      finding("of joint 'c'"), finding("of joint 'd'")};
  const auto found = groups(findings);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].first, &findings[0]);
  EXPECT_THAT(found[0].further, ElementsAre(&findings[2], &findings[3], &findings[4]));
  EXPECT_EQ(found[1].first->message, "another");
}

TEST(FindingGroups, rulesAndSeveritiesStayApart) {
  std::vector<Diagnostic> findings(4, finding("of joint 'a'"));
  findings[1].rule = Rule::effort_zero;
  EXPECT_THAT(groups(findings), SizeIs(4));
  findings[1] = findings[0];
  findings[1].severity = Severity::error;
  EXPECT_THAT(groups(findings), SizeIs(4));
  findings[1].severity = Severity::warning;
  EXPECT_THAT(groups(findings), SizeIs(1));
}

}  // namespace
}  // namespace romas
