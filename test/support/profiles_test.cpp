#include "support/profiles.h"

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
  apply_profile(Profile::moveit, policy);
  EXPECT_EQ(policy.severity(Rule::zero_outside_limits), Severity::warning);
  EXPECT_EQ(policy.severity(Rule::limit_missing), Severity::warning);  // a defect stays one
  EXPECT_EQ(policy.severity(Rule::axis_missing), Severity::ignored);   // nobody asked
  EXPECT_FALSE(policy.apply("no-zero-outside-limits"));
  EXPECT_EQ(policy.severity(Rule::zero_outside_limits), Severity::ignored);
  policy.set_strict(true);
  EXPECT_EQ(policy.severity(Rule::limit_missing), Severity::error);
}

TEST(Profiles, findingsSayWhatTheyMean) {
  SeverityPolicy policy;
  apply_profile(Profile::gazebo, policy);
  apply_profile(Profile::gazebo, policy);  // twice is once
  apply_profile(Profile::mujoco, policy);
  DiagnosticEngine diagnostics(policy);
  diagnostics.report(Rule::mass_nonpositive, {1, 2, 3}, "m").note({1, 7, 8}, "own");
  diagnostics.report(Rule::axis_not_unit, {1, 4, 5}, "a");
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
