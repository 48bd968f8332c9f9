// Fixes through the page: what `romasc --fix` writes, and every refusal.
#include <chrono>
#include <filesystem>
#include <thread>

#include "driver/several/fixes.h"
#include "support/text/text.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas::test {
namespace {

using nlohmann::json;

// Two axes that are no unit vectors, each a safe fix, and an attribute that no limit has, a guess.
constexpr const char* kMistakes = R"(<robot name="arm">
  <link name="base"/><link name="upper"/><link name="lower"/><link name="tip"/>
  <joint name="swing" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 2"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><axis xyz="0 3 0"/></joint>
  <joint name="wrist" type="revolute"><parent link="lower"/><child link="tip"/><axis xyz="1 0 0"/>
    <limit lower="-1" uper="1" effort="1" velocity="1"/></joint>
</robot>
)";

class Fixing : public testing::Test {
 protected:
  Fixing() { begin(kMistakes); }
  void begin(const std::string& text, bool read_only = false) {
    folder_.write("arm.urdf", text);
    studio::WorkspaceSettings settings;
    settings.inputs = {folder_.path("arm.urdf")};
    settings.read_only = read_only;
    studio_.emplace(std::move(settings));
  }
  studio::Response fix(json body) {
    body["revision"] = studio_->workspace().revision();
    return studio_->post("/api/fix", body);
  }
  json findings() { return json_of(studio_->get("/api/scene"))["diagnostics"]; }
  // The index of the finding that has a fix and says this.
  std::size_t finding_with(const std::string& word) {
    const json list = findings();
    for (std::size_t i = 0; i < list.size(); ++i)
      if (std::string(list[i]["message"]).find(word) != std::string::npos && !list[i]["fixes"].empty())
        return i;
    ADD_FAILURE() << "no finding with a fix says " << word << ": " << list;
    return 0;
  }
  // Returns the text after `romasc --fix`.
  std::string fixed_by_romasc(bool guesses) {
    const std::string path = folder_.path("other.urdf");
    folder_.write("other.urdf", kMistakes);
    driver::CompileRequest request;
    request.emit.targets = {"json"};
    driver::Pipelines pipelines;
    std::string error;
    EXPECT_TRUE(driver::make_pipelines(request, pipelines, error)) << error;
    const auto compile = [&](const std::vector<std::size_t>&, const SourceManager::Texts& texts) {
      std::vector<driver::CompileResult> results;
      results.push_back(driver::compile(path, request, pipelines, &texts));
      return results;
    };
    auto outcome = driver::fix({path}, compile({}, {}), guesses, compile);
    OutputSet outputs;
    std::string clash;
    EXPECT_TRUE(outcome.texts.place(outputs, clash));
    EXPECT_FALSE(outputs.commit());
    return folder_.read("other.urdf");
  }

  Folder folder_;
  std::optional<Studio> studio_;
};

TEST_F(Fixing, WhatIsAskedForIsNotYetDone) {
  const json answer = json_of(fix({}));
  EXPECT_EQ(answer["fixes"], 2);
  EXPECT_FALSE(answer["applied"]);
  const std::string diff = answer["diff"];
  EXPECT_NE(diff.find("-  <joint name=\"swing\""), std::string::npos) << diff;
  EXPECT_NE(diff.find("<axis xyz=\"0 0 1\"/>"), std::string::npos) << diff;
  EXPECT_EQ(folder_.read("arm.urdf"), kMistakes);
}

TEST_F(Fixing, WritesWhatRomascWrites) {
  const json answer = json_of(fix({{"apply", true}}));
  EXPECT_TRUE(answer["applied"]);
  EXPECT_EQ(folder_.read("arm.urdf"), fixed_by_romasc(false));
  EXPECT_NE(folder_.read("arm.urdf"), kMistakes);
}

TEST_F(Fixing, GuessesAreAppliedWhenAskedFor) {
  ASSERT_EQ(fix({{"apply", true}, {"unsafe", true}}).status, 200);
  EXPECT_EQ(folder_.read("arm.urdf"), fixed_by_romasc(true));
  EXPECT_NE(folder_.read("arm.urdf"), fixed_by_romasc(false));
}

TEST_F(Fixing, OneFindingIsFixedAlone) {
  ASSERT_EQ(fix({{"apply", true}, {"finding", finding_with("elbow")}}).status, 200);
  std::string expected = kMistakes;
  expected.replace(expected.find("0 3 0"), 5, "0 1 0");
  EXPECT_EQ(folder_.read("arm.urdf"), expected);
}

TEST_F(Fixing, OneGuessIsAppliedAlone) {
  const json answer = json_of(fix({{"finding", finding_with("uper")}}));
  EXPECT_EQ(answer["fixes"], 1);
  EXPECT_NE(std::string(answer["diff"]).find("+    <limit lower=\"-1\" upper=\"1\""), std::string::npos)
      << answer["diff"];
}

TEST_F(Fixing, TheFixedFileIsReadAgain) {
  const auto before = findings().size();
  ASSERT_EQ(fix({{"apply", true}}).status, 200);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  for (int tries = 0; tries < 100 && !studio_->follow_files(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(findings().size(), before - 2);
}

TEST_F(Fixing, NothingToFixIsNoError) {
  begin("<robot name=\"r\"><link name=\"a\"/></robot>\n");
  const json answer = json_of(fix({{"apply", true}}));
  EXPECT_EQ(answer["fixes"], 0);
  EXPECT_EQ(answer["diff"], "");
  EXPECT_FALSE(answer["applied"]);
}

TEST_F(Fixing, RefusesWhatItCannotDo) {
  EXPECT_EQ(code_of(studio_->post("/api/fix", {{"revision", 77}})), "stale");
  EXPECT_EQ(code_of(studio_->post("/api/fix", json::object())), "bad-request");
  EXPECT_EQ(code_of(fix({{"finding", "first"}})), "bad-request");
  EXPECT_EQ(code_of(fix({{"finding", -1}})), "bad-request");
  const auto none = fix({{"finding", 1000}});
  EXPECT_EQ(none.status, 404);
  EXPECT_EQ(code_of(none), "no-finding");
  begin("<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/></robot>\n");
  EXPECT_EQ(code_of(fix({{"finding", 0}})), "no-fix");
  Studio empty{studio::WorkspaceSettings()};
  EXPECT_EQ(code_of(empty.post("/api/fix", {{"revision", empty.workspace().revision()}})), "nothing-open");
}

TEST_F(Fixing, NothingIsWrittenWithReadOnly) {
  begin(kMistakes, true);
  EXPECT_EQ(json_of(fix({}))["fixes"], 2);
  const auto refused = fix({{"apply", true}});
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(code_of(refused), "read-only");
  EXPECT_EQ(folder_.read("arm.urdf"), kMistakes);
}

TEST_F(Fixing, AFileThatChangedMeanwhileIsLeftAlone) {
  const std::string newer = concat(kMistakes, "<!-- newer -->\n");
  folder_.write("arm.urdf", newer);
  EXPECT_EQ(code_of(fix({{"apply", true}})), "stale");
  EXPECT_EQ(folder_.read("arm.urdf"), newer);
}

TEST_F(Fixing, AFileThatChangesWhileItIsFixedIsLeftAlone) {
  studio::Workspace::Fixing fixing;
  ASSERT_FALSE(studio_->workspace().begin_fixing({}, false, fixing));
  fixing.work();
  const std::string newer = concat(kMistakes, "<!-- newer -->\n");
  folder_.write("arm.urdf", newer);
  const auto refusal = studio_->workspace().write_fixes(fixing);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->code, "stale");
  EXPECT_EQ(folder_.read("arm.urdf"), newer);
}

TEST_F(Fixing, ALinkThatLeadsOutOfTheFoldersIsRefused) {
  Folder elsewhere;
  elsewhere.write("arm.urdf", kMistakes);
  std::filesystem::create_symlink(elsewhere.path("arm.urdf"), folder_.path("link.urdf"));
  studio::WorkspaceSettings settings;
  settings.inputs = {folder_.path("link.urdf")};
  studio_.emplace(std::move(settings));
  const auto refused = fix({{"apply", true}});
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(code_of(refused), "outside");
  EXPECT_EQ(elsewhere.read("arm.urdf"), kMistakes);
}

TEST_F(Fixing, AFindingInAnotherFileIsRefused) {
  folder_.write("whole.romas", "import \"arm.urdf\" as arm;\nrobot whole { use arm; }\n");
  studio::WorkspaceSettings settings;
  settings.inputs = {folder_.path("whole.romas")};
  studio_.emplace(std::move(settings));
  const auto refused = fix({{"apply", true}, {"finding", finding_with("elbow")}});
  EXPECT_EQ(code_of(refused), "other-file");
  EXPECT_NE(refused.body.find("arm.urdf'; open that file"), std::string::npos) << refused.body;
  EXPECT_FALSE(json_of(fix({{"apply", true}}))["applied"]);
  EXPECT_EQ(folder_.read("arm.urdf"), kMistakes);
}

TEST_F(Fixing, AFileThatIsNotUtf8IsRefused) {
  std::string text = kMistakes;
  text.insert(0, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!-- caf\xe9 -->\n");
  begin(text);
  EXPECT_EQ(code_of(fix({{"apply", true}, {"finding", finding_with("elbow")}})), "not-utf-8");
  EXPECT_EQ(json_of(fix({{"apply", true}}))["fixes"], 0);
  EXPECT_EQ(folder_.read("arm.urdf"), text);
}

TEST_F(Fixing, AnAssemblyThatIsNotSavedIsRefused) {
  studio_->workspace().begin_assembly();
  EXPECT_EQ(code_of(fix({{"apply", true}})), "not-saved");
}

}  // namespace
}  // namespace romas::test
