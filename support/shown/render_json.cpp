// Diagnostics for programs: JSON and SARIF 2.1.0.
#include <algorithm>
#include <cstdint>

#include "support/shown/diagnostic_render.h"
#include "support/shown/shown_diagnostics.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas {

namespace {

void json_range(JsonWriter& json, const SourceManager& sources, SourceRange range) {
  if (!range.valid()) return;
  const LineColumn begin = sources.line_column(range.start());
  const LineColumn end = sources.line_column({range.file, range.end});
  json.field("file", sources.name(range.file));
  json.field("line", begin.line);
  json.field("column", begin.column);
  json.field("end_line", end.line);
  json.field("end_column", end.column);
  json.field("offset", range.begin);
  json.field("end_offset", range.end);
}

void json_diagnostic(JsonWriter& json, const SourceManager& sources, const Diagnostic& diagnostic,
                     const MoreFields& more) {
  const RuleInfo& info = rule_info(diagnostic.rule);
  json.begin_object();
  json.field("id", info.id());
  json.field("rule", info.slug);
  json.field("severity", severity_name(diagnostic.severity));
  json.field("message", diagnostic.message);
  json_range(json, sources, diagnostic.range);
  json.key("notes");
  json.begin_array();
  for (const DiagnosticNote& note : diagnostic.notes) {
    json.begin_object();
    json.field("message", note.message);
    json_range(json, sources, note.range);
    json.end_object();
  }
  json.end_array();
  json.key("fixes");
  json.begin_array();
  for (const FixIt& fix : diagnostic.fixes) {
    json.begin_object();
    json_range(json, sources, fix.range);
    json.field("replacement", fix.replacement);
    json.field("safe", !fix.guess);
    json.end_object();
  }
  json.end_array();
  if (more) more(json, diagnostic);
  json.end_object();
}

void sarif_region(JsonWriter& json, const SourceManager& sources, SourceRange range) {
  const LineColumn begin = sources.line_column(range.start());
  const LineColumn end = sources.line_column({range.file, range.end});
  json.begin_object(JsonWriter::Style::inline_);
  json.field("startLine", begin.line);
  json.field("startColumn", begin.column);
  json.field("endLine", end.line);
  json.field("endColumn", end.column);
  json.end_object();
}

// A path as a URI reference (RFC 3986): reserved characters and bytes that are not ASCII as %XX.
std::string uri_reference(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kUnescaped = "/-._~!$&'()*+,;=@";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (alphanumeric || kUnescaped.find(c) != std::string_view::npos)
      out.push_back(c);
    else
      out += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
  }
  return out;
}

void sarif_location(JsonWriter& json, const SourceManager& sources, SourceRange range,
                    std::string_view message) {
  json.begin_object();
  json.key("physicalLocation");
  json.begin_object();
  json.key("artifactLocation");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("uri", uri_reference(sources.name(range.file)));
  json.end_object();
  json.key("region");
  sarif_region(json, sources, range);
  json.end_object();
  if (!message.empty()) {
    json.key("message");
    json.begin_object(JsonWriter::Style::inline_);
    json.field("text", message);
    json.end_object();
  }
  json.end_object();
}

void sarif_replacement(JsonWriter& json, const SourceManager& sources, const FixIt& fix) {
  json.begin_object();
  json.key("deletedRegion");
  sarif_region(json, sources, fix.range);
  json.key("insertedContent");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("text", fix.replacement);
  json.end_object();
  json.end_object();
}

// One fix, whose replacements belong together.
void sarif_fixes(JsonWriter& json, const SourceManager& sources, const Diagnostic& diagnostic) {
  const bool guess = std::any_of(diagnostic.fixes.begin(), diagnostic.fixes.end(),
                                 [](const FixIt& fix) { return fix.guess; });
  std::vector<FileId> files;
  for (const FixIt& fix : diagnostic.fixes)
    if (std::find(files.begin(), files.end(), fix.range.file) == files.end()) files.push_back(fix.range.file);
  json.key("fixes");
  json.begin_array();
  json.begin_object();
  json.key("description");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("text", guess ? "a guess: romasc --fix=unsafe applies it" : "safe: romasc --fix applies it");
  json.end_object();
  json.key("artifactChanges");
  json.begin_array();
  for (const FileId file : files) {
    json.begin_object();
    json.key("artifactLocation");
    json.begin_object(JsonWriter::Style::inline_);
    json.field("uri", uri_reference(sources.name(file)));
    json.end_object();
    json.key("replacements");
    json.begin_array();
    for (const FixIt& fix : diagnostic.fixes)
      if (fix.range.file == file) sarif_replacement(json, sources, fix);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_array();
}

// The chain of expansions that leads to a finding, from the inside out.
void sarif_stack(JsonWriter& json, const SourceManager& sources, const Diagnostic& diagnostic) {
  const auto frame = [&](SourceRange range, std::string_view message) {
    json.begin_object();
    json.key("location");
    sarif_location(json, sources, range, message);
    json.end_object();
  };
  json.key("stacks");
  json.begin_array();
  json.begin_object();
  json.key("frames");
  json.begin_array();
  frame(diagnostic.range, diagnostic.message);
  for (const DiagnosticNote& note : diagnostic.notes)
    if (note.step && note.range.valid()) frame(note.range, note.message);
  json.end_array();
  json.end_object();
  json.end_array();
}

void sarif_result(JsonWriter& json, const SourceManager& sources, const Diagnostic& diagnostic) {
  const RuleInfo& info = rule_info(diagnostic.rule);
  json.begin_object();
  json.field("ruleId", info.id());
  json.field("ruleIndex", static_cast<int>(info.rule));
  json.field("level", severity_name(diagnostic.severity));
  json.key("message");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("text", diagnostic.message);
  json.end_object();
  if (diagnostic.range.valid()) {
    json.key("locations");
    json.begin_array();
    sarif_location(json, sources, diagnostic.range, "");
    json.end_array();
  }
  if (!diagnostic.notes.empty()) {
    json.key("relatedLocations");
    json.begin_array();
    for (const DiagnosticNote& note : diagnostic.notes)
      if (note.range.valid()) sarif_location(json, sources, note.range, note.message);
    json.end_array();
  }
  if (std::any_of(diagnostic.notes.begin(), diagnostic.notes.end(),
                  [](const DiagnosticNote& note) { return note.step; }))
    sarif_stack(json, sources, diagnostic);
  json.key("partialFingerprints");
  json.begin_object(JsonWriter::Style::inline_);
  json.field(
      "ruleAndLine/v1",
      fingerprint(sources, diagnostic, diagnostic.range.valid() ? sources.name(diagnostic.range.file) : ""));
  json.end_object();
  if (!diagnostic.fixes.empty()) sarif_fixes(json, sources, diagnostic);
  json.end_object();
}

}  // namespace

std::string render_json(std::span<const DiagnosticReport> reports, const RenderOptions& options,
                        const MoreFields& more) {
  JsonWriter json;
  json.begin_array();
  for (const DiagnosticReport& report : reports)
    for_each_shown(report.diagnostics, options, [&](const Diagnostic& diagnostic) {
      json_diagnostic(json, *report.sources, diagnostic, more);
    });
  json.end_array();
  return json.take();
}

std::string render_sarif(std::span<const DiagnosticReport> reports, std::string_view tool_version,
                         const RenderOptions& options) {
  JsonWriter json;
  json.begin_object();
  json.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json.field("version", "2.1.0");
  json.key("runs");
  json.begin_array();
  json.begin_object();
  json.key("tool");
  json.begin_object();
  json.key("driver");
  json.begin_object();
  json.field("name", "romasc");
  json.field("version", tool_version);
  json.key("rules");
  json.begin_array();
  for (const RuleInfo& info : all_rules()) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("id", info.id());
    json.field("name", info.slug);
    json.key("shortDescription");
    json.begin_object();
    json.field("text", info.summary);
    json.end_object();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_object();
  json.field("columnKind", "unicodeCodePoints");
  json.key("results");
  json.begin_array();
  for (const DiagnosticReport& report : reports)
    for_each_shown(report.diagnostics, options,
                   [&](const Diagnostic& diagnostic) { sarif_result(json, *report.sources, diagnostic); });
  json.end_array();
  json.end_object();
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace romas
