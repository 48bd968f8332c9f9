#include "support/shown/render_services.h"

#include <algorithm>
#include <map>
#include <vector>

#include "support/bytes/hash.h"
#include "support/shown/shown_diagnostics.h"
#include "support/text/escape.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Services name files from the top of the repository, without "./" before them.
std::string_view plain_path(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

// "RM1404 inertia-triangle"
std::string rule_name(Rule rule) {
  const RuleInfo& info = rule_info(rule);
  return concat(info.id(), " ", info.slug);
}

// The file of a finding; of one without a place the input itself.
std::string_view file_of(const CheckedInput& input, SourceRange range) {
  return plain_path(range.valid() ? input.report->sources->name(range.file) : input.file);
}

template <class Visit>
void for_each_finding(std::span<const CheckedInput> inputs, const RenderOptions& options, Visit visit) {
  for (const CheckedInput& input : inputs)
    if (input.report != nullptr)
      for_each_shown(input.report->diagnostics, options,
                     [&](const Diagnostic& diagnostic) { visit(input, diagnostic); });
}

std::string_view gitlab_severity(Severity severity) {
  switch (severity) {
    case Severity::error: return "critical";
    case Severity::warning: return "minor";
    default: return "info";
  }
}

// A message with its notes, a line each.
std::string message_with_notes(const CheckedInput& input, const Diagnostic& diagnostic) {
  std::string text = diagnostic.message;
  for (const DiagnosticNote& note : diagnostic.notes) {
    text += "\n";
    if (note.range.valid() && note.range != diagnostic.range)
      text += concat(file_of(input, note.range), ":",
                     input.report->sources->line_column(note.range.start()).line, ": ");
    text += note.message;
  }
  return text;
}

void rdjson_position(JsonWriter& json, const char* key, const SourceManager& sources, FileId file,
                     std::uint32_t offset) {
  const std::uint32_t line = sources.line_column({file, offset}).line;
  json.key(key);
  json.begin_object(JsonWriter::Style::inline_);
  json.field("line", line);
  json.field("column", offset - sources.line_start(file, line) + 1);
  json.end_object();
}

void rdjson_range(JsonWriter& json, const SourceManager& sources, SourceRange range) {
  json.key("range");
  json.begin_object();
  rdjson_position(json, "start", sources, range.file, range.begin);
  rdjson_position(json, "end", sources, range.file, range.end);
  json.end_object();
}

void rdjson_location(JsonWriter& json, const CheckedInput& input, SourceRange range) {
  json.key("location");
  json.begin_object();
  json.field("path", file_of(input, range));
  if (range.valid()) rdjson_range(json, *input.report->sources, range);
  json.end_object();
}

std::string_view rdjson_severity(Severity severity) {
  switch (severity) {
    case Severity::error: return "ERROR";
    case Severity::warning: return "WARNING";
    default: return "INFO";
  }
}

// Suggestions replace text of the finding's file; a fix of several parts or files cannot be said.
void rdjson_suggestions(JsonWriter& json, const CheckedInput& input, const Diagnostic& diagnostic) {
  if (diagnostic.fixes.size() != 1 || diagnostic.fixes.front().range.file != diagnostic.range.file) return;
  json.key("suggestions");
  json.begin_array();
  json.begin_object();
  rdjson_range(json, *input.report->sources, diagnostic.fixes.front().range);
  json.field("text", diagnostic.fixes.front().replacement);
  json.end_object();
  json.end_array();
}

void rdjson_related(JsonWriter& json, const CheckedInput& input, const Diagnostic& diagnostic) {
  const bool any = std::any_of(diagnostic.notes.begin(), diagnostic.notes.end(),
                               [](const DiagnosticNote& note) { return note.range.valid(); });
  if (!any) return;
  json.key("related_locations");
  json.begin_array();
  for (const DiagnosticNote& note : diagnostic.notes) {
    if (!note.range.valid()) continue;
    json.begin_object();
    json.field("message", note.message);
    rdjson_location(json, input, note.range);
    json.end_object();
  }
  json.end_array();
}

// The findings of one test of JUnit, as text, and whether it passes.
struct TestOutcome {
  std::size_t errors = 0;
  std::size_t others = 0;
  std::string text;
};

TestOutcome outcome_of(const CheckedInput& input, const RenderOptions& options) {
  TestOutcome outcome;
  if (input.report == nullptr) return outcome;
  for (const Diagnostic& diagnostic : input.report->diagnostics)
    ++(diagnostic.severity == Severity::error ? outcome.errors : outcome.others);
  RenderOptions plain = options;
  plain.color = false;
  outcome.text = render_concise(*input.report, plain);
  return outcome;
}

// XML 1.0 has no control characters but tabs and line ends.
std::string without_controls(std::string_view text) {
  std::string printable;
  for (const char c : text)
    printable += static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' ? '?' : c;
  return printable;
}

std::string junit_text(std::string_view text) { return escape_xml_text(without_controls(text)); }

std::string junit_suite(std::string_view tests, std::size_t count, std::size_t failures, std::size_t faults) {
  const std::string counts =
      concat("tests=\"", count, "\" failures=\"", failures, "\" errors=\"", faults, "\" time=\"0\"");
  return concat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ", counts,
                ">\n  <testsuite name=\"romasc\" skipped=\"0\" ", counts, ">\n", tests,
                "  </testsuite>\n</testsuites>\n");
}

void junit_test(const CheckedInput& input, const TestOutcome& outcome, std::string& out) {
  out += concat("    <testcase classname=\"romasc\" name=\"", escape_xml_attribute(plain_path(input.name)),
                "\" file=\"", escape_xml_attribute(plain_path(input.file)), "\" time=\"0\"");
  if (outcome.errors + outcome.others == 0 && input.fault.empty()) {
    out += "/>\n";
    return;
  }
  out += ">\n";
  if (!input.fault.empty()) {
    out += concat("      <error message=\"", escape_xml_attribute(one_line(input.fault)),
                  "\" type=\"internal\"/>\n");
  } else if (outcome.errors != 0) {
    const std::string count = concat(outcome.errors, outcome.errors == 1 ? " error" : " errors");
    out += concat("      <failure message=\"", count, "\" type=\"error\">", junit_text(outcome.text),
                  "</failure>\n");
  } else {
    out += concat("      <system-out>", junit_text(outcome.text), "</system-out>\n");
  }
  out += "    </testcase>\n";
}

}  // namespace

std::string render_gitlab(std::span<const CheckedInput> inputs, const RenderOptions& options) {
  JsonWriter json;
  std::map<std::string, std::size_t> seen;
  json.begin_array();
  for_each_finding(inputs, options, [&](const CheckedInput& input, const Diagnostic& diagnostic) {
    const std::string_view path = file_of(input, diagnostic.range);
    std::string name = fingerprint(*input.report->sources, diagnostic, path);
    // GitLab takes findings with one fingerprint for one.
    if (const std::size_t earlier = seen[name]++; earlier != 0)
      name = Hash().add(name).add(concat(earlier)).hex();
    json.begin_object();
    json.field("description", message_with_notes(input, diagnostic));
    json.field("check_name", rule_name(diagnostic.rule));
    json.field("fingerprint", name);
    json.field("severity", gitlab_severity(diagnostic.severity));
    json.key("location");
    json.begin_object();
    json.field("path", path);
    json.key("lines");
    json.begin_object(JsonWriter::Style::inline_);
    json.field("begin", diagnostic.range.valid()
                            ? input.report->sources->line_column(diagnostic.range.start()).line
                            : 1U);
    json.end_object();
    json.end_object();
    json.end_object();
  });
  json.end_array();
  return json.take();
}

std::string render_rdjson(std::span<const CheckedInput> inputs, const RenderOptions& options) {
  JsonWriter json;
  json.begin_object();
  json.key("source");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("name", "romasc");
  json.end_object();
  json.key("diagnostics");
  json.begin_array();
  for_each_finding(inputs, options, [&](const CheckedInput& input, const Diagnostic& diagnostic) {
    json.begin_object();
    json.field("message", diagnostic.message);
    rdjson_location(json, input, diagnostic.range);
    json.field("severity", rdjson_severity(diagnostic.severity));
    json.key("code");
    json.begin_object(JsonWriter::Style::inline_);
    json.field("value", rule_name(diagnostic.rule));
    json.end_object();
    rdjson_suggestions(json, input, diagnostic);
    rdjson_related(json, input, diagnostic);
    json.end_object();
  });
  json.end_array();
  json.end_object();
  return json.take();
}

std::string render_junit(std::span<const CheckedInput> inputs, const RenderOptions& options) {
  std::string tests;
  std::size_t failures = 0;
  std::size_t faults = 0;
  for (const CheckedInput& input : inputs) {
    const TestOutcome outcome = outcome_of(input, options);
    if (!input.fault.empty())
      ++faults;
    else if (outcome.errors != 0)
      ++failures;
    junit_test(input, outcome, tests);
  }
  return junit_suite(tests, inputs.size(), failures, faults);
}

std::string render_junit(std::span<const TestCase> tests) {
  std::string cases;
  std::size_t failures = 0;
  for (const TestCase& test : tests) {
    cases += concat("    <testcase classname=\"", escape_xml_attribute(without_controls(test.group)),
                    "\" name=\"", escape_xml_attribute(without_controls(test.name)), "\" file=\"",
                    escape_xml_attribute(plain_path(test.file)), "\" time=\"0\"");
    if (test.failures.empty()) {
      cases += "/>\n";
      continue;
    }
    ++failures;
    cases += concat(">\n      <failure message=\"", escape_xml_attribute(one_line(test.failures.front())),
                    "\" type=\"assertion\">", junit_text(join(test.failures, "\n")),
                    "</failure>\n    </testcase>\n");
  }
  return junit_suite(cases, tests.size(), failures, 0);
}

}  // namespace romas
