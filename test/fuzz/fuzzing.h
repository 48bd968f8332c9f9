// The shared parts of the fuzz targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "backends/target.h"
#include "frontend/frontend.h"

namespace romas::fuzzing {

// A text read by a frontend, and every place of its diagnostics looked up.
struct Reading {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendResult result;

  Reading(FrontendFunction parse, std::string text, FrontendOptions with = {}) : options(std::move(with)) {
    FrontendContext context{sources, diagnostics, options, files_read};
    // A folder that does not exist: nothing lies beside the file.
    result = parse(sources.add_text("/nonexistent/fuzz", std::move(text)), context);
    for (const Diagnostic& diagnostic : diagnostics.sorted())
      if (diagnostic.range.valid()) {
        sources.line_column(diagnostic.range.start());
        sources.text(diagnostic.range);
      }
  }
  bool good() const { return !diagnostics.has_errors() && !result.models.empty(); }
};

inline void require(bool condition, const char* what, const std::string& text) {
  if (condition) return;
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

// print -> parse gives the same model, and the same text again.
inline void check_core_form(const Model& model) {
  const std::string once = print_romas(model);
  const Reading again(parse_romas, once);
  require(again.good(), "what was printed cannot be read", once);
  require(again.result.models.front() == model, "what was printed is another model", once);
  require(print_romas(again.result.models.front()) == once, "printing twice changes the text", once);
}

}  // namespace romas::fuzzing
