// romasc as the strictest reader, to be held against independent ones: every defect is an error.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "driver/stages/compile.h"
#include "support/text/text.h"

namespace romas::test {

class StrictCompiler {
 public:
  // The texts are read as a file of this name.
  explicit StrictCompiler(std::string name) : name_(std::move(name)) {
    request_.severities.set_strict(true);
    request_.severities.apply("no-effort-insufficient");  // takes time, and is not about reading
    request_.severities.apply("no-mesh-missing");         // the files lie in no folder
    std::string error;
    EXPECT_TRUE(driver::make_pipelines(request_, pipelines_, error)) << error;
  }

  // Sets the folder in which models of includes are looked for.
  void set_models(const std::string& folder) {
    request_.input.frontend.places.models = {{SearchPlace::Kind::folder, folder, "--model-path"}};
  }
  void set_world(bool world) { request_.input.frontend.world = world; }

  driver::CompileResult compile_file(const std::string& path) const {
    return driver::compile(path, request_, pipelines_);
  }
  driver::CompileResult compile(const std::string& text) const {
    SourceManager::Texts texts;
    texts.emplace(SourceManager::file_key(name_), text);
    return driver::compile(name_, request_, pipelines_, &texts);
  }

  // Errors and defects: rules and messages.
  static std::set<std::string> defects(const driver::CompileResult& result) {
    std::set<std::string> defects;
    for (const Diagnostic& diagnostic : result.report.diagnostics)
      if (diagnostic.severity == Severity::error)
        defects.insert(concat(rule_info(diagnostic.rule).slug, ": ", diagnostic.message));
    return defects;
  }

 private:
  std::string name_;
  driver::CompileRequest request_;
  driver::Pipelines pipelines_;
};

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace romas::test
