// Texts that the studio shows: sources as they were read, and the pages of rules.
#include <gmock/gmock.h>

#include <algorithm>

#include "support/findings/diagnostic.h"
#include "support/findings/profiles.h"
#include "test/folders.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using test::code_of;
using test::Folder;
using test::json_of;
using test::Studio;

TEST(StudioSource, isTheTextAsItWasRead) {
  const Folder folder;
  studio::WorkspaceSettings settings;
  // The text turns over on a screen that does not know better.
  const std::string text = std::string("<!-- é \xE2\x80\xAE \t \x7f -->\r\n") + test::kArm;
  settings.inputs = {folder.write("arm.urdf", text)};
  Studio studio(settings);
  folder.write("arm.urdf", "");
  const json source = json_of(studio.get("/api/source/0"));
  EXPECT_EQ(source["name"], settings.inputs[0]);
  EXPECT_EQ(source["text"], text);
  EXPECT_EQ(source["revision"], 1);
  for (const char* number : {"1", "-1", "x", "", "0/0", "18446744073709551615"})
    EXPECT_EQ(code_of(studio.get(std::string("/api/source/") + number)), "no-source") << number;
  EXPECT_EQ(code_of(Studio({}).get("/api/source/0")), "no-source");
}

TEST(StudioSource, isEveryTextOfAnAssembly) {
  studio::WorkspaceSettings settings;
  settings.inputs = {test::source_path("examples/six-axis/six-axis.assembly.xml")};
  Studio studio(settings);
  const json scene = json_of(studio.get("/api/scene"));
  ASSERT_EQ(scene["sources"].size(), 2U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(json_of(studio.get("/api/source/" + std::to_string(i)))["name"], scene["sources"][i]["name"]);
}

TEST(StudioSource, isNoPicture) {
  const Folder folder;
  studio::WorkspaceSettings settings;
  settings.inputs = {
      folder.write("arm.stl", std::string(80, 'x') + std::string("\x01\0\0\0", 4) + std::string(50, '\xff'))};
  Studio studio(settings);
  EXPECT_EQ(code_of(studio.get("/api/source/0")), "no-text");
}

TEST(StudioRule, hasThePageOfEachRule) {
  Studio studio({});
  for (const RuleInfo& info : all_rules()) {
    const json rule = json_of(studio.get("/api/rule/" + info.id()));
    EXPECT_EQ(rule["id"], info.id());
    EXPECT_EQ(rule["name"], info.slug);
    EXPECT_EQ(rule["summary"], info.summary);
    std::ifstream page(test::source_path(concat("docs/diagnostics/", info.slug, ".md")));
    const std::string text((std::istreambuf_iterator<char>(page)), {});
    EXPECT_EQ(rule["page"], text) << info.slug;
    EXPECT_FALSE(text.empty()) << info.slug;
  }
  for (const char* name : {"RM0000", "", "RM", "../RM1404", "inertia-triangle/x"})
    EXPECT_EQ(code_of(studio.get(std::string("/api/rule/") + name)), "no-rule") << name;
}

TEST(StudioProfiles, areThoseOfTheCommandLine) {
  Studio studio({});
  const json answer = json_of(studio.get("/api/profiles"));
  ASSERT_EQ(answer["profiles"].size(), all_profiles().size());
  std::size_t consequences = 0;
  for (std::size_t i = 0; i < all_profiles().size(); ++i) {
    const json& profile = answer["profiles"][i];
    EXPECT_EQ(profile["name"], all_profiles()[i].name);
    EXPECT_EQ(profile["title"], all_profiles()[i].title);
    for (const Consequence& row : all_consequences())
      if (row.profile == all_profiles()[i].profile) {
        EXPECT_EQ(profile["rules"][rule_info(row.rule).id()], row.text);
      }
    consequences += profile["rules"].size();
  }
  EXPECT_EQ(consequences, all_consequences().size());
  for (const RuleInfo& rule : all_rules()) {
    const auto& everywhere = answer["everywhere"];
    EXPECT_EQ(std::count(everywhere.begin(), everywhere.end(), rule.id()), matters_everywhere(rule.rule))
        << rule.id();
  }
}

TEST(StudioRule, countsAsTheCommandLineSays) {
  studio::WorkspaceSettings settings;
  Studio plain(settings);
  EXPECT_EQ(json_of(plain.get("/api/rule/inertia-triangle"))["severity"], "warning");
  settings.request.severities.set_strict(true);
  Studio strict(settings);
  EXPECT_EQ(json_of(strict.get("/api/rule/RM1404"))["severity"], "error");
}

}  // namespace
}  // namespace romas
