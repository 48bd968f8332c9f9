// Functions from results to results: fixes, baselines, comparisons, places of outputs.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "driver/project/project_file.h"
#include "driver/several/baseline.h"
#include "driver/several/compare.h"
#include "driver/several/compile_inputs.h"
#include "driver/several/destinations.h"
#include "driver/several/fixes.h"
#include "test/driver/driver_helpers.h"

namespace romas {
namespace {

using driver::CompileRequest;
using driver::CompileResult;
using test::compile_text;
using test::emitting;
using test::kPendulum;
using test::texts;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// An axis that is not a unit vector, which has a safe fix.
std::string with_long_axis() {
  std::string text = kPendulum;
  text.replace(text.find("0 1 0"), 5, "0 2 0");
  return text;
}

std::vector<CompileResult> one(CompileResult result) {
  std::vector<CompileResult> results;
  results.push_back(std::move(result));
  return results;
}

TEST(Fix, worksOnTextsThatAreOnlyInMemory) {
  const CompileRequest request = emitting({});
  const auto files = texts({{"p.urdf", with_long_axis()}});
  const std::vector<std::string> inputs = {"p.urdf"};
  driver::FixOutcome outcome =
      driver::fix(inputs, one(compile_text("p.urdf", files, request)), false,
                  [&](const std::vector<std::size_t>& again, const SourceManager::Texts& fixed) {
                    EXPECT_THAT(again, SizeIs(1));
                    return one(compile_text("p.urdf", fixed, request));
                  });
  ASSERT_THAT(outcome.results, SizeIs(1));
  EXPECT_THAT(outcome.results[0].report.diagnostics, IsEmpty());
  EXPECT_THAT(outcome.texts.unified_diffs(), HasSubstr("+  <joint name=\"hinge\" type=\"revolute\">"));
  EXPECT_THAT(outcome.texts.summary(true), HasSubstr("1 fix applied in 1 file"));
  EXPECT_THAT(outcome.texts.summary(false), HasSubstr("1 fix would be applied in 1 file"));
  restore(std::move(outcome.before), outcome.results);
  EXPECT_THAT(outcome.results[0].report.diagnostics, SizeIs(1));
}

TEST(Baseline, leavesOutWhatItKnows) {
  const auto files = texts({{"p.urdf", with_long_axis()}});
  const CompileRequest request = emitting({});
  std::vector<CompileResult> results = one(compile_text("p.urdf", files, request));
  ASSERT_THAT(results[0].report.diagnostics, SizeIs(1));
  driver::Baseline known = driver::Baseline::of("known.json", results);
  EXPECT_THAT(known.text(), HasSubstr("\"axis-not-unit\""));
  const CompileResult result = known.without_known(std::move(results[0]), request.severities);
  EXPECT_THAT(result.report.diagnostics, IsEmpty());
  EXPECT_EQ(known.summary(), "");
}

TEST(Baseline, acceptsOneMore) {
  const auto files = texts({{"p.urdf", with_long_axis()}});
  const CompileRequest request = emitting({});
  std::vector<CompileResult> results = one(compile_text("p.urdf", files, request));
  ASSERT_THAT(results[0].report.diagnostics, SizeIs(1));
  driver::Baseline known = driver::Baseline::of("known.json", {});
  known.accept(results[0], results[0].report.diagnostics[0]);
  EXPECT_EQ(known.text(), driver::Baseline::of("known.json", results).text());
  const CompileResult result = known.without_known(std::move(results[0]), request.severities);
  EXPECT_THAT(result.report.diagnostics, IsEmpty());
}

TEST(Baseline, tellsWhatIsWrongWithItsFile) {
  std::string problem;
  EXPECT_FALSE(driver::Baseline::read("no/such.json", problem));
  EXPECT_THAT(problem, HasSubstr("cannot read the baseline 'no/such.json'"));
}

TEST(ProjectFiles, areThoseOfTheFolders) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "romas-project-files";
  fs::remove_all(folder);
  fs::create_directories(folder / "a" / "b");
  for (const char* project : {"a/.romas.yaml", "a/b/.romas.yaml"}) std::ofstream(folder / project) << "{}";
  driver::ProjectFiles files;
  for (const char* name : {"a/x.urdf", "a/y.urdf", "a/b/x.urdf", "a/x.urdf", "x.urdf"}) {
    const std::string input = (folder / name).string();
    EXPECT_EQ(files.of(input), driver::find_project_file(input)) << input;
  }
  EXPECT_TRUE(files.of((folder / "a/b/x.urdf").string()).ends_with("a/b/.romas.yaml"));
  // The disk is asked once about a folder.
  fs::remove(folder / "a/b/.romas.yaml");
  EXPECT_TRUE(files.of((folder / "a/b/z.urdf").string()).ends_with("a/b/.romas.yaml"));
  fs::remove_all(folder);
}

// Links are followed to where the folder is, whatever was asked of other folders before.
TEST(ProjectFiles, areThoseAboveTheRealFolder) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::canonical(::testing::TempDir()) / "romas-project-links";
  fs::remove_all(folder);
  fs::create_directories(folder / "a" / "b" / "c");
  fs::create_directories(folder / "other" / ".git");
  fs::create_directories(folder / "other" / "deep");
  std::ofstream(folder / ".romas.yaml") << "{}";
  std::ofstream(folder / "a" / ".romas.yaml") << "{}";
  fs::create_directory_symlink(folder / "a" / "b", folder / "other" / "link");
  const std::string inner = (folder / "a/.romas.yaml").string(), outer = (folder / ".romas.yaml").string();
  driver::ProjectFiles files;
  for (const auto& [name, wanted] :
       std::vector<std::pair<const char*, std::string>>{{"x.urdf", outer},
                                                        {"other/x.urdf", ""},
                                                        {"other/deep/x.urdf", ""},
                                                        {"other/link/x.urdf", inner},
                                                        {"other/link/c/x.urdf", inner},
                                                        {"other/link/../x.urdf", inner},
                                                        {"other/../a/./b/x.urdf", inner},
                                                        {"a/b/none/x.urdf", inner},
                                                        {"x.urdf", outer}})
    EXPECT_EQ(files.of((folder / name).string()), wanted) << name;
  fs::remove_all(folder);
}

TEST(ProjectFile, isNotNeeded) { EXPECT_EQ(driver::find_project_file("/no/such/folder/arm.urdf"), ""); }

TEST(Destinations, namesAFileForEachOutputOfAFolder) {
  driver::Destinations destinations;
  std::string error;
  ASSERT_TRUE(driver::Destinations::make("out/", 1, {"urdf", "sdf"}, false, destinations, error)) << error;
  EXPECT_EQ(destinations.folder(), "out/");
  std::vector<CompileResult> results =
      one(compile_text("p.urdf", texts({{"p.urdf", kPendulum}}), emitting({"urdf", "sdf"})));
  OutputSet outputs;
  ASSERT_TRUE(destinations.place(results, outputs, error)) << error;
  EXPECT_FALSE(outputs.add("out/pendulum.urdf", "taken"));
  EXPECT_FALSE(outputs.add("out/pendulum.sdf", "taken"));
  EXPECT_TRUE(outputs.add("out/pendulum.json", "free"));
}

// Every target that writes a folder is told apart by its row, whatever else it needs.
TEST(Destinations, needAFolderForEveryTargetThatWritesOne) {
  for (const TargetInfo& target : all_targets()) {
    driver::Destinations destinations;
    std::string error;
    EXPECT_EQ(driver::Destinations::make("-", 1, {std::string(target.name)}, false, destinations, error),
              !target.writes_folder())
        << target.name;
    EXPECT_EQ(error.empty(), !target.writes_folder()) << error;
  }
}

}  // namespace
}  // namespace romas
