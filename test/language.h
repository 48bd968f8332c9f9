// Parses texts of the Romas language in tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "support/findings/diagnostic.h"
#include "support/text/text.h"

namespace romas::test {

// All findings, in the order of their places, as "LINE:COLUMN SLUG message".
inline std::vector<std::string> messages_of(const DiagnosticEngine& diagnostics,
                                            const SourceManager& sources) {
  std::vector<std::string> out;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    const LineColumn at = sources.line_column(diagnostic.range.start());
    out.push_back(
        concat(at.line, ":", at.column, " ", rule_info(diagnostic.rule).slug, " ", diagnostic.message));
  }
  return out;
}

// A parse with all its findings, as "LINE:COLUMN SLUG message".
struct LanguageParse {
  explicit LanguageParse(std::string text) {
    const FrontendOptions options;
    std::vector<std::string> files_read;
    FrontendContext context{sources, diagnostics, options, files_read};
    file = sources.add_text("test.romas", std::move(text));
    result = parse_romas(file, context);
  }
  std::vector<std::string> messages() const { return messages_of(diagnostics, sources); }

  SourceManager sources;
  DiagnosticEngine diagnostics;
  FileId file = 0;
  FrontendResult result;
};

}  // namespace romas::test
