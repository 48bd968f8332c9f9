// The driver as a library: texts in memory, targets with their options, one input after the other.
#include "driver/stages/compile.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "driver/several/compare.h"
#include "driver/several/compile_inputs.h"
#include "driver/several/reformat.h"
#include "test/driver/driver_helpers.h"

namespace romas {
namespace {

using driver::CompileRequest;
using driver::CompileResult;
using driver::CompileStatus;
using test::compile_text;
using test::emitting;
using test::kPendulum;
using test::pipelines_of;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> paths(const CompileResult& result) {
  std::vector<std::string> paths;
  for (const OutputFile& file : result.files) paths.push_back(file.path);
  return paths;
}

TEST(Compile, makesFilesOfATextInMemory) {
  const CompileResult result = compile_text("nowhere/p.urdf", texts({{"nowhere/p.urdf", kPendulum}}),
                                            emitting({"sdf", "json", "cpp"}));
  EXPECT_EQ(result.status, CompileStatus::ok);
  EXPECT_THAT(paths(result), ElementsAre("pendulum.sdf", "pendulum.json", "pendulum.hpp"));
  EXPECT_THAT(result.files[0].text, HasSubstr("<joint name=\"hinge\" type=\"revolute\">"));
  ASSERT_EQ(result.models.size(), 1U);
  EXPECT_EQ(result.models[0].joints.size(), 1U);
}

TEST(Compile, readsImportsAndLibrariesFromMemoryToo) {
  const auto files = texts({{"cell.romas",
                             "import \"p.urdf\" as p;\nrobot cell { link floor; use p as pole; "
                             "joint fix : fixed floor -> pole.base; }\n"},
                            {"p.urdf", kPendulum}});
  const CompileResult result = compile_text("cell.romas", files, emitting({"urdf"}));
  EXPECT_EQ(render_text(result.report, {}), "");
  EXPECT_THAT(result.files_read, ElementsAre("cell.romas", "p.urdf"));
  EXPECT_THAT(paths(result), ElementsAre("cell.urdf"));
}

TEST(Compile, emitsNothingWhereThereAreErrors) {
  const auto files = texts({{"p.urdf", "<robot name=\"p\"><link name=\"a\"/><link name=\"a\"/></robot>"}});
  const CompileResult result = compile_text("p.urdf", files, emitting({"urdf", "controller"}));
  EXPECT_EQ(result.status, CompileStatus::errors);
  EXPECT_THAT(result.files, IsEmpty());
  EXPECT_THAT(render_text(result.report, {}), HasSubstr("p.urdf:1:45: error: "));
}

TEST(Compile, tellsAFileThatIsNotThere) {
  const CompileResult result = compile_text("no/such.urdf", {}, emitting({}));
  EXPECT_EQ(result.status, CompileStatus::unreadable);
  EXPECT_THAT(render_text(result.report, {}), HasSubstr("cannot read 'no/such.urdf'"));
}

TEST(Compile, givesTargetsTheOptionsThatTheirRowsName) {
  CompileRequest request = emitting({"sdf", "urdf"});
  request.emit.words[TargetOption::sdf_version] = {"1.10"};
  request.emit.words[TargetOption::control] = {"pd"};  // of another target
  const CompileResult result = compile_text("p.urdf", texts({{"p.urdf", kPendulum}}), request);
  ASSERT_EQ(result.files.size(), 2U);
  EXPECT_THAT(result.files[0].text, HasSubstr("<sdf version=\"1.10\">"));
}

// Every row of targets.def through the same call: one file of the target's extension, or a folder.
TEST(Compile, emitsEveryTarget) {
  for (const TargetInfo& target : all_targets()) {
    const CompileResult result =
        compile_text("p.urdf", texts({{"p.urdf", kPendulum}}), emitting({std::string(target.name)}));
    // Need other inputs.
    if (target.servos || target.name == "block" || target.name == "assembly" || target.name == "srdf" ||
        target.name == "doc")
      continue;
    EXPECT_EQ(result.status, CompileStatus::ok) << target.name;
    for (const OutputFile& file : result.files) EXPECT_FALSE(file.path.empty()) << target.name;
    if (target.writes_folder()) {
      EXPECT_GT(result.files.size(), 1U) << target.name;
      continue;
    }
    // A file made from the text alone has the name of the input; further files have that of the first.
    ASSERT_FALSE(result.files.empty()) << target.name;
    const std::string stem = target.emit == nullptr ? "p" : "pendulum";
    EXPECT_EQ(result.files[0].path, target.emit == nullptr ? "p.urdf" : stem + std::string(target.extension));
    for (const OutputFile& file : result.files)
      EXPECT_EQ(std::filesystem::path(file.path).stem(), stem) << target.name;
    EXPECT_EQ(result.files.size(), target.name == "c" ? 2U : 1U) << target.name;
  }
}

// The page of a file of the language, with robots or without; beside other targets, too.
TEST(Compile, emitsThePageOfAFile) {
  const auto files = texts({{"a/parts.romas", "/// How long.\nlet long = 2 m;\n"},
                            {"arm.romas", "/// Reaches.\nrobot arm { link base; }\n"},
                            {"p.urdf", kPendulum}});
  const CompileResult library = compile_text("a/parts.romas", files, emitting({"doc"}));
  ASSERT_EQ(library.status, CompileStatus::ok);
  ASSERT_EQ(library.files.size(), 1U);
  EXPECT_EQ(library.files[0].path, "parts.html");
  EXPECT_THAT(library.files[0].text, HasSubstr("How long."));
  CompileRequest request = emitting({"urdf", "doc"});
  request.emit.words[TargetOption::doc_format] = {"markdown"};
  const CompileResult arm = compile_text("arm.romas", files, request);
  ASSERT_EQ(arm.files.size(), 2U);
  EXPECT_EQ(arm.files[0].path, "arm.urdf");
  EXPECT_EQ(arm.files[1].path, "arm.md");
  EXPECT_THAT(arm.files[1].text, HasSubstr("### arm\n\nReaches.\n"));
  EXPECT_EQ(compile_text("p.urdf", files, emitting({"doc"})).status, CompileStatus::errors);
}

TEST(Compile, saysTheSameAgainAndAgain) {
  const auto files = texts({{"p.urdf", kPendulum}});
  const CompileRequest request = emitting({"urdf", "sdf", "romas", "json", "cpp", "controller"});
  const std::string first = test::print_result(compile_text("p.urdf", files, request));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(test::print_result(compile_text("p.urdf", files, request)), first);
}

TEST(CompileInputs, givesEachResultOnceAndGoesOnAfterAFault) {
  const auto files = texts({{"a.urdf", kPendulum}, {"b.urdf", kPendulum}, {"c.urdf", kPendulum}});
  const CompileRequest request = emitting({});
  std::vector<CompileStatus> status(3, CompileStatus::unreadable);
  std::vector<int> calls(3, 0);
  std::string shown;
  driver::compile_inputs({"a.urdf", "b.urdf", "c.urdf"}, request, pipelines_of(request), &files, 2,
                         [&](std::size_t i, CompileResult result) {
                           ++calls[i];
                           if (i == 1 && calls[i] == 1) throw std::runtime_error("a fault of ours");
                           status[i] = result.status;
                           if (i == 1) shown = result.shown;
                         });
  EXPECT_THAT(status, ElementsAre(CompileStatus::ok, CompileStatus::internal_error, CompileStatus::ok));
  EXPECT_THAT(calls, ElementsAre(1, 2, 1));
  EXPECT_EQ(shown, "romasc: internal error: 'b.urdf': a fault of ours\n");
}

// Memory that does not suffice is tried again alone, and is a finding then.
TEST(CompileInputs, triesAgainWhereMemoryWasShort) {
  const auto files = texts({{"a.urdf", kPendulum}, {"b.urdf", kPendulum}});
  const CompileRequest request = emitting({});
  std::vector<int> calls(2, 0);
  std::vector<CompileResult> results(2);
  driver::compile_inputs({"a.urdf", "b.urdf"}, request, pipelines_of(request), &files, 1,
                         [&](std::size_t i, CompileResult result) {
                           ++calls[i];
                           if (calls[i] == 1 || (i == 1 && calls[i] == 2)) throw std::bad_alloc();
                           results[i] = std::move(result);
                         });
  EXPECT_THAT(calls, ElementsAre(2, 3));
  EXPECT_EQ(results[0].status, CompileStatus::ok);
  EXPECT_THAT(render_text(results[1].report, {}), HasSubstr("not enough memory for 'b.urdf'"));
}

TEST(Reformat, tellsWhetherATextChanges) {
  const driver::Reformatted missing = driver::reformat("no/such.romas", emitting({}));
  EXPECT_EQ(missing.result.status, CompileStatus::unreadable);
  EXPECT_FALSE(missing.text);
}

}  // namespace
}  // namespace romas
