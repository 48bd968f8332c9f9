#include "support/shown/diagnostic_render.h"

#include "support/bytes/hash.h"
#include "support/shown/shown_diagnostics.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The line of a finding. A very long line, as in files without line breaks, is cut to the part near the
// finding.
std::string_view text_around(const SourceManager& sources, SourceRange range) {
  constexpr std::size_t kLongest = 2000;
  const std::uint32_t number = sources.line_column(range.start()).line;
  const std::string_view line = sources.line_text(range.file, number);
  if (line.size() <= kLongest) return trim(line);
  const std::size_t at =
      std::min<std::size_t>(range.begin - sources.line_start(range.file, number), line.size());
  return line.substr(at - std::min(at, kLongest / 2), kLongest);
}

}  // namespace

std::string fingerprint(const SourceManager& sources, const Diagnostic& diagnostic, std::string_view file) {
  Hash hash;
  hash.add(rule_info(diagnostic.rule).slug);
  if (diagnostic.range.valid()) {
    hash.add(file).add(text_around(sources, diagnostic.range));
  } else {
    hash.add(diagnostic.message);
  }
  return hash.hex();
}

std::string render_github(const DiagnosticReport& report, const RenderOptions& options) {
  std::string out;
  for_each_shown(report.diagnostics, options, [&](const Diagnostic& diagnostic) {
    const RuleInfo& info = rule_info(diagnostic.rule);
    out += concat("::", diagnostic.severity == Severity::note ? "notice" : severity_name(diagnostic.severity),
                  " title=", info.id(), " ", info.slug);
    if (diagnostic.range.valid()) {
      const LineColumn at = report.sources->line_column(diagnostic.range.start());
      out += concat(",file=", escape_github(report.sources->name(diagnostic.range.file), true),
                    ",line=", at.line, ",col=", at.column);
    }
    std::string message = diagnostic.message;
    for (const DiagnosticNote& note : diagnostic.notes) {
      if (note.range == diagnostic.range) {
        message += concat("\n", note.message);
      } else if (note.step && note.range.valid()) {
        message += concat("\n", report.sources->name(note.range.file), ":",
                          report.sources->line_column(note.range.start()).line, ": ", note.message);
      }
    }
    out += concat("::", escape_github(message, false), "\n");
  });
  return out;
}

}  // namespace romas
