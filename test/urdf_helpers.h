// Reads URDF texts in tests and lists the findings.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "support/text/text.h"

namespace romas::test {

// A URDF text read by the frontend alone: no passes.
struct UrdfReading {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  std::vector<std::string> files_read;
  FileId file = 0;
  FrontendResult result;

  explicit UrdfReading(const char* text) : UrdfReading(std::string(text)) {}
  explicit UrdfReading(std::string text) { parse(sources.add_text("test.urdf", std::move(text))); }
  explicit UrdfReading(const std::filesystem::path& path) {
    SourceManager::ReadError error;
    parse(sources.read_file(path.string(), error));
  }
  // The model, which must have been read without an error.
  const Model& model() const {
    EXPECT_FALSE(diagnostics.has_errors()) << testing::PrintToString(findings());
    EXPECT_EQ(result.models.size(), 1U);
    return result.models.front();
  }
  // "error RM1005@2:5 'x' is not a number" of every diagnostic, in order.
  std::vector<std::string> findings(Severity at_least = Severity::note) const {
    std::vector<std::string> texts;
    for (const Diagnostic& d : diagnostics.sorted()) {
      if (d.severity < at_least) continue;
      const LineColumn at = sources.line_column(d.range.start());
      texts.push_back(concat(severity_name(d.severity), ' ', rule_info(d.rule).id(), '@', at.line, ':',
                             at.column, ' ', d.message));
    }
    return texts;
  }
  // The lines of the errors, in order, each once.
  std::vector<std::uint32_t> error_lines() const {
    std::vector<std::uint32_t> lines;
    for (const Diagnostic& d : diagnostics.sorted()) {
      const std::uint32_t line = sources.line_column(d.range.start()).line;
      if (d.severity == Severity::error && (lines.empty() || lines.back() != line)) lines.push_back(line);
    }
    return lines;
  }

 private:
  void parse(FileId id) {
    file = id;
    FrontendContext context{sources, diagnostics, options, files_read};
    result = parse_urdf(file, context);
  }
};

inline std::string print_urdf(const Model& model, const TargetOptions& options = {},
                              DiagnosticEngine* diagnostics = nullptr) {
  DiagnosticEngine own;
  TargetContext context{diagnostics == nullptr ? own : *diagnostics, options};
  return emit_urdf(model, context);
}

}  // namespace romas::test
