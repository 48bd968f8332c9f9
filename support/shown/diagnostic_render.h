// Diagnostics as text for people, and as JSON, SARIF 2.1.0 and GitHub annotations for programs.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas {

struct RenderOptions {
  bool color = false;
  // Upper bound of the errors shown; the others are counted. 0: no limit.
  std::size_t error_limit = 20;
  // Text: each finding by itself, however many of a kind there are.
  bool expand = false;
  // Width of what text is shown on: longer source lines are cut around the place.
  std::size_t columns = 160;
};

// All diagnostics of one compilation and the texts they point into.
struct DiagnosticReport {
  const SourceManager* sources = nullptr;
  std::vector<Diagnostic> diagnostics;
  std::map<Rule, std::size_t> omitted;
};

// A name for a finding that does not change when lines are inserted elsewhere. It is a hash of the rule,
// `file` and the text of the line (of the message, if there is no line), in 16 digits.
std::string fingerprint(const SourceManager& sources, const Diagnostic& diagnostic, std::string_view file);

// file:line:column: error: message [-Wslug], the source line, a caret range, notes, and fix-its below the
// caret. Errors come first, so that they are not looked for among warnings; otherwise in the order given.
// Many findings of a kind are one (finding_groups.h); the error limit counts it as one.
std::string render_text(const DiagnosticReport& report, const RenderOptions& options);
// One line for each diagnostic, without source lines, notes and fix-its, in the same order.
std::string render_concise(const DiagnosticReport& report, const RenderOptions& options);
// One array with an object for each diagnostic. `more` may add fields to the object of each.
class JsonWriter;
using MoreFields = std::function<void(JsonWriter&, const Diagnostic&)>;
std::string render_json(std::span<const DiagnosticReport> reports, const RenderOptions& options,
                        const MoreFields& more = {});
// One SARIF log with one run.
std::string render_sarif(std::span<const DiagnosticReport> reports, std::string_view tool_version,
                         const RenderOptions& options);
// One workflow command a line.
std::string render_github(const DiagnosticReport& report, const RenderOptions& options);

}  // namespace romas
