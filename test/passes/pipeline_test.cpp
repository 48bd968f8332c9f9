#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/text/text.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using ::testing::HasSubstr;

std::string error_of(std::string_view text) {
  Pipeline pipeline;
  std::string error;
  EXPECT_FALSE(parse_pipeline(text, pipeline, error)) << text;
  return error;
}

TEST(PipelineText, isReadAndPrintedBack) {
  for (const char* text : {"", "check-tree", "check-tree,lump-fixed-joints(mode=massless),sort-tree"}) {
    Pipeline pipeline;
    std::string error;
    ASSERT_TRUE(parse_pipeline(text, pipeline, error)) << error;
    EXPECT_EQ(print_pipeline(pipeline), text);
  }
  Pipeline pipeline;
  std::string error;
  ASSERT_TRUE(parse_pipeline(" sort-tree , lump-fixed-joints( mode = all ) ", pipeline, error)) << error;
  EXPECT_EQ(print_pipeline(pipeline), "sort-tree,lump-fixed-joints(mode=all)");
}

TEST(PipelineText, faultsAreNamedWithASuggestion) {
  EXPECT_EQ(error_of("check-tre"), "unknown pass 'check-tre'; did you mean 'check-tree'?");
  EXPECT_EQ(error_of("sort-tree,,check-tree"), "a pass name is empty");
  EXPECT_EQ(error_of("sort-tree,"), "a pass name is empty");
  EXPECT_EQ(error_of("sort-tree(mode=all)"), "pass 'sort-tree' takes no options");
  EXPECT_EQ(error_of("lump-fixed-joints(mod=all)"),
            "pass 'lump-fixed-joints' has no option 'mod'; did you mean 'mode'?");
  EXPECT_EQ(error_of("lump-fixed-joints(mode=some)"),
            "option 'mode' of pass 'lump-fixed-joints' cannot be 'some', only 'all', 'massless', 'none'");
  EXPECT_EQ(error_of("lump-fixed-joints(mode)"),
            "option 'mode' of pass 'lump-fixed-joints' needs a value: 'all', 'massless', 'none'");
  EXPECT_EQ(error_of("lump-fixed-joints(mode=all,mode=none)"),
            "option 'mode' of pass 'lump-fixed-joints' is given twice");
  EXPECT_EQ(error_of("lump-fixed-joints(mode=all"),
            "pass 'lump-fixed-joints': the parenthesis is not closed");
}

TEST(PipelineText, theBuiltInPipelinesExist) {
  for (const std::string_view text : {check_pipeline(), optimization_pipeline(0), optimization_pipeline(1)}) {
    Pipeline pipeline;
    std::string error;
    EXPECT_TRUE(parse_pipeline(text, pipeline, error)) << error;
  }
}

TEST(PipelineText, everyCheckIsInTheCheckPipeline) {
  Pipeline pipeline;
  std::string error;
  ASSERT_TRUE(parse_pipeline(check_pipeline(), pipeline, error));
  std::size_t checks = 0;
  for (const PassInfo& info : all_passes()) checks += info.kind() == PassKind::check ? 1 : 0;
  EXPECT_EQ(pipeline.size(), checks);
}

// Runs a pipeline and collects what it prints.
std::string output_of(std::string_view text, Model& model, PipelineOptions options) {
  Pipeline pipeline;
  std::string error, output;
  EXPECT_TRUE(parse_pipeline(text, pipeline, error)) << error;
  options.output = [&](std::string_view piece) { output += piece; };
  options.print_model = [](const Model& printed) { return concat(printed.links.size(), " links\n"); };
  DiagnosticEngine diagnostics;
  run_pipeline(model, pipeline, diagnostics, options);
  return output;
}

TEST(RunPipeline, printsTheModelWhereAsked) {
  auto maker = test::two_links(JointType::fixed);
  PipelineOptions options;
  options.print_after = {"lump-fixed-joints"};
  EXPECT_EQ(output_of("check-tree,lump-fixed-joints", maker.model(), options),
            "// after lump-fixed-joints:\n1 links\n");
}

TEST(RunPipeline, printsWhatChanged) {
  auto maker = test::two_links(JointType::fixed);
  PipelineOptions options;
  options.print_changed = true;
  EXPECT_EQ(output_of("check-tree,lump-fixed-joints", maker.model(), options),
            "// after check-tree: no change\n// after lump-fixed-joints:\n1 links\n");
}

TEST(RunPipeline, printsStatisticsAndTimes) {
  auto maker = test::two_links(JointType::fixed);
  PipelineOptions options;
  options.statistics = true;
  EXPECT_EQ(output_of("lump-fixed-joints", maker.model(), options),
            "statistics:\n           1  lump-fixed-joints: links lumped\n");
  options = {};
  options.time_passes = true;
  EXPECT_THAT(output_of("check-tree", maker.model(), options),
              ::testing::MatchesRegex(
                  "pass times \\(ms\\):\n +[0-9]+\\.[0-9]+  check-tree\n +[0-9]+\\.[0-9]+  total\n"));
}

TEST(RunPipeline, theVerifierStopsABrokenModel) {
  auto maker = test::two_links();
  maker.model().joints[0].parent.id = LinkId(7);
  PipelineOptions options;
  options.verify_each = true;
  EXPECT_THAT(output_of("check-geometry", maker.model(), options),
              HasSubstr("internal error: the frontend left a broken model"));
}

}  // namespace
}  // namespace romas
