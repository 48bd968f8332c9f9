// Robots from files, for tests of the stages after the frontends.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "passes/pass/pass.h"
#include "support/findings/diagnostic.h"
#include "test/corpus.h"

namespace romas::test {

// The robot that a frontend reads from a file, and all findings of the frontend and the check passes.
struct LoadedRobot {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendResult result;

  Model& model() { return result.models.front(); }
};

// `warnings`: a -W option.
inline std::unique_ptr<LoadedRobot> load_robot(const std::filesystem::path& path, bool check = false,
                                               std::string_view warnings = "all") {
  auto robot = std::make_unique<LoadedRobot>();
  EXPECT_FALSE(robot->diagnostics.policy().apply(warnings));
  const FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendContext context{robot->sources, robot->diagnostics, options, files_read};
  SourceManager::ReadError error;
  const FileId file = robot->sources.read_file(path.string(), error);
  EXPECT_NE(file, 0U) << path << ": " << error.reason;
  const FrontendInfo* frontend = detect_frontend(path.string(), robot->sources.text(file));
  EXPECT_NE(frontend, nullptr) << path;
  if (frontend != nullptr) robot->result = frontend->parse(file, context);
  if (!check || robot->result.malformed) return robot;
  Pipeline pipeline;
  std::string problem;
  EXPECT_TRUE(parse_pipeline(check_pipeline(), pipeline, problem)) << problem;
  for (Model& model : robot->result.models) run_pipeline(model, pipeline, robot->diagnostics);
  return robot;
}

// Calls visit(model) for every URDF robot of the corpus, with its path as the trace of the test.
template <class Visit>
void for_each_corpus_robot(Visit visit) {
  for (const auto& path : corpus_files("urdf", ".urdf")) {
    SCOPED_TRACE(path);
    const auto robot = load_robot(path);
    for (const Model& model : robot->result.models) visit(model);
  }
}

}  // namespace romas::test
