#include "support/findings/profiles.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace romas {
namespace {

TEST(Profiles, areFoundByName) {
  for (const ProfileInfo& info : all_profiles()) EXPECT_EQ(find_profile(info.name), &info);
  EXPECT_EQ(find_profile("Gazebo"), nullptr);
  EXPECT_EQ(find_profile(""), nullptr);
}

TEST(Profiles, everyRowSpeaksOfItsConsumerOnce) {
  std::map<Profile, std::size_t> rows;
  std::set<std::tuple<Profile, Rule>> seen;
  for (const Consequence& row : all_consequences()) {
    SCOPED_TRACE(row.text);
    const ProfileInfo& info = all_profiles()[static_cast<std::size_t>(row.profile)];
    ++rows[row.profile];
    EXPECT_TRUE(seen.emplace(row.profile, row.rule).second) << rule_info(row.rule).slug << " stands twice";
    EXPECT_TRUE(row.profile == Profile::firmware || row.text.find(info.title) != std::string_view::npos);
    EXPECT_FALSE(row.text.ends_with('.'));
  }
  for (const ProfileInfo& info : all_profiles()) EXPECT_GT(rows[info.profile], 5U) << info.name;
}

TEST(Profiles, notesBecomeWarningsAndOptionsCountMore) {
  SeverityPolicy policy;
  EXPECT_EQ(policy.severity(Rule::zero_outside_limits), Severity::ignored);
  apply_profiles(std::vector<std::string>{"moveit"}, policy);
  EXPECT_EQ(policy.severity(Rule::zero_outside_limits), Severity::warning);
  EXPECT_EQ(policy.severity(Rule::limit_missing), Severity::warning);  // a defect stays one
  EXPECT_EQ(policy.severity(Rule::axis_missing), Severity::ignored);   // nobody asked
  EXPECT_FALSE(policy.apply("no-zero-outside-limits"));
  EXPECT_EQ(policy.severity(Rule::zero_outside_limits), Severity::ignored);
  policy.set_strict(true);
  EXPECT_EQ(policy.severity(Rule::limit_missing), Severity::error);
}

Severity severity_under(std::vector<std::string> words, Rule rule,
                        const std::vector<std::string>& options = {}) {
  SeverityPolicy policy;
  apply_profiles(words, policy);
  for (const std::string& option : options) EXPECT_FALSE(policy.apply(option)) << option;
  return policy.severity(rule);
}

TEST(Profiles, whatSaysNothingToThemIsOff) {
  EXPECT_EQ(severity_under({}, Rule::material_undefined), Severity::warning);
  EXPECT_EQ(severity_under({"mujoco"}, Rule::material_undefined), Severity::ignored);
  EXPECT_EQ(severity_under({"mujoco", "gazebo"}, Rule::material_undefined), Severity::warning);
  EXPECT_EQ(severity_under({"kdl"}, Rule::size_nonpositive), Severity::ignored);  // a defect
  EXPECT_EQ(severity_under({"kdl"}, Rule::unknown_element), Severity::warning);
  EXPECT_EQ(severity_under({"firmware"}, Rule::limit_inverted), Severity::warning);  // to every reader
  EXPECT_EQ(severity_under({"firmware"}, Rule::root_count), Severity::error);
}

TEST(Profiles, withAPlusTheyOnlyAdd) {
  EXPECT_EQ(severity_under({"+mujoco"}, Rule::material_undefined), Severity::warning);
  EXPECT_EQ(severity_under({"+mujoco"}, Rule::contact_point), Severity::warning);
  EXPECT_EQ(severity_under({"+gazebo", "mujoco"}, Rule::material_undefined), Severity::warning);
  EXPECT_EQ(severity_under({"+drake", "mujoco"}, Rule::material_undefined), Severity::ignored);
  EXPECT_FALSE(unknown_profile("+mujoco"));
  EXPECT_TRUE(unknown_profile("++mujoco"));
}

TEST(Profiles, optionsAskForWhatIsOff) {
  using Options = std::vector<std::string>;
  const auto under_mujoco = [](const Options& options) {
    return severity_under({"mujoco"}, Rule::material_undefined, options);
  };
  EXPECT_EQ(under_mujoco({"material-undefined"}), Severity::warning);
  EXPECT_EQ(under_mujoco({"error=material-undefined"}), Severity::error);
  EXPECT_EQ(under_mujoco({"no-error=material-undefined"}), Severity::ignored);
  EXPECT_EQ(under_mujoco({"error"}), Severity::ignored);
  EXPECT_EQ(under_mujoco({"all"}), Severity::warning);
  EXPECT_EQ(under_mujoco({"pedantic"}), Severity::warning);
}

// No warning is lost under every profile. The exception is an axis that is not a unit vector: the programs of
// all profiles normalise it in silence.
TEST(Profiles, everyWarningMattersToSomeone) {
  std::set<Rule> named;
  for (const Consequence& row : all_consequences()) {
    named.insert(row.rule);
    EXPECT_FALSE(row.text.empty());
  }
  for (const RuleInfo& info : all_rules()) {
    if (info.cls == RuleClass::note || info.rule == Rule::axis_not_unit) continue;
    EXPECT_TRUE(matters_everywhere(info.rule) || named.contains(info.rule)) << info.slug;
  }
}

TEST(Profiles, findingsSayWhatTheyMean) {
  SeverityPolicy policy;
  apply_profiles(std::vector<std::string>{"gazebo", "+gazebo", "mujoco"}, policy);  // twice is once
  DiagnosticEngine diagnostics(policy);
  diagnostics.report(Rule::mass_nonpositive, {1, 2, 3}, "m").note({1, 7, 8}, "own");
  diagnostics.report(Rule::origin_millimetres, {1, 4, 5}, "a");
  const auto found = diagnostics.sorted();
  ASSERT_EQ(found.size(), 2U);
  ASSERT_EQ(found[0].notes.size(), 3U);
  EXPECT_EQ(found[0].notes[0].message, "own");
  EXPECT_EQ(found[0].notes[1].message,
            "Gazebo drops this link and what hangs on it, as if it had no inertial");
  EXPECT_EQ(found[0].notes[1].range, found[0].range);
  EXPECT_EQ(found[0].notes[2].message, "MuJoCo refuses the model");
  EXPECT_TRUE(found[1].notes.empty());
}

}  // namespace
}  // namespace romas
