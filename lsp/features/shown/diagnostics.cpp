#include "lsp/features/shown/diagnostics.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "driver/project/project_file.h"
#include "driver/several/root_findings.h"
#include "lsp/yaml/yaml_documents.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

DiagnosticSeverity severity_of(Severity severity) {
  switch (severity) {
    case Severity::error: return DiagnosticSeverity::Error;
    case Severity::warning: return DiagnosticSeverity::Warning;
    case Severity::note: return DiagnosticSeverity::Information;
    case Severity::ignored: break;
  }
  return DiagnosticSeverity::Hint;
}

// Returns the tags with which editors show a finding dim or struck out.
std::vector<DiagnosticTag> tags_of(const romas::Diagnostic& found) {
  const bool is_unused = found.rule == Rule::unused_suppression ||
                         found.rule == Rule::xacro_unused_argument || found.rule == Rule::unused_name ||
                         found.rule == Rule::unreachable_code || found.mark == FindingMark::unused;
  if (is_unused) return {DiagnosticTag::Unnecessary};
  if (found.mark == FindingMark::deprecated) return {DiagnosticTag::Deprecated};
  return {};
}

// Whether the finding only says that the file has no robot. A file that others include needs none.
bool is_only_a_part(const Reading& reading, const romas::Diagnostic& diagnostic) {
  return diagnostic.rule == Rule::no_robot && reading.result().format == "xacro";
}

}  // namespace

std::map<std::string, std::vector<Finding>> findings_by_file(
    const std::vector<std::shared_ptr<const Reading>>& readings) {
  std::map<std::string, std::vector<Finding>> files;
  std::set<std::tuple<std::string, Rule, std::uint32_t, std::uint32_t, std::string>> seen;
  for (const auto& robot : readings)
    for (const auto& [of, finding] : robot->shown_findings()) {
      const romas::Diagnostic& diagnostic = *finding;
      const auto& reading = of == robot.get() ? robot : robot->before_mistakes();
      if (is_only_a_part(*reading, diagnostic)) continue;
      const std::string& written = reading->key(reading->sources().written(diagnostic.range).file);
      // Findings in the robot itself are reported by the reading without the map.
      if (!reading->servo_map().empty() && written != reading->servo_map()) continue;
      const std::string key = written.empty() ? SourceManager::file_key(reading->input().file) : written;
      if (seen.emplace(key, diagnostic.rule, diagnostic.range.begin, diagnostic.range.end, diagnostic.message)
              .second)
        files[key].push_back({reading, &diagnostic});
    }
  return files;
}

Diagnostic diagnostic_of(const Workspace& workspace, const Finding& finding) {
  const romas::Diagnostic& found = *finding.diagnostic;
  const RuleInfo& rule = rule_info(found.rule);
  Diagnostic shown;
  if (found.range.valid()) shown.range = workspace.location(*finding.reading, found.range).range;
  shown.severity = severity_of(found.severity);
  shown.code = std::string(rule.slug);
  if (!workspace.rule_pages().empty())
    shown.codeDescription =
        CodeDescription{uri_of_path(concat(workspace.rule_pages(), "/", rule.slug, ".md"))};
  shown.source = "romasc";
  shown.message = found.message;
  if (auto tags = tags_of(found); !tags.empty()) shown.tags = std::move(tags);
  std::vector<DiagnosticRelatedInformation> related;
  for (const DiagnosticNote& note : found.notes) {
    if (note.range.valid() && finding.reading->sources().written(note.range) != found.range)
      related.push_back({workspace.location(*finding.reading, note.range), note.message});
    else
      shown.message += concat("\nnote: ", note.message);
  }
  if (!related.empty()) shown.relatedInformation = std::move(related);
  shown.data = {{"rule", rule.id()}};
  return shown;
}

namespace {

Diagnostic finding_of_project(const std::string& file, const std::string& problem) {
  Diagnostic shown;
  shown.severity = DiagnosticSeverity::Error;
  shown.source = "romasc";
  shown.message = problem;
  // "FILE:LINE:COLUMN: what is wrong", as romasc prints it.
  std::string_view rest = problem;
  if (!rest.starts_with(concat(file, ":"))) return shown;
  rest.remove_prefix(file.size() + 1);
  const std::size_t first = rest.find(':');
  const std::size_t second = first == std::string_view::npos ? first : rest.find(": ", first + 1);
  if (second == std::string_view::npos) return shown;
  const auto line = parse_double(rest.substr(0, first));
  const auto column = parse_double(rest.substr(first + 1, second - first - 1));
  if (!line || !column || *line < 1 || *column < 1) return shown;
  const Position place{static_cast<std::uint32_t>(*line) - 1, static_cast<std::uint32_t>(*column) - 1};
  shown.range = {place, place};
  shown.message = std::string(rest.substr(second + 2));
  return shown;
}

// A finding for each line that begins with a place; other lines belong to the one before.
std::vector<Diagnostic> findings_of_project(const std::string& file, const std::string& problem) {
  std::vector<std::string> problems;
  for (const std::string_view line : split(problem, '\n'))
    if (problems.empty() || line.starts_with(concat(file, ":")))
      problems.emplace_back(line);
    else
      problems.back() += concat("\n", line);
  std::vector<Diagnostic> found;
  found.reserve(problems.size());
  for (const std::string& each : problems) found.push_back(finding_of_project(file, each));
  return found;
}

}  // namespace

std::map<std::string, std::vector<Diagnostic>> project_findings(const Workspace& workspace) {
  std::map<std::string, std::vector<Diagnostic>> findings;
  for (const auto& [file, project] : workspace.projects())
    if (!file.empty() && !project.problem.empty())
      findings.emplace(SourceManager::file_key(file), findings_of_project(file, project.problem));
  // An open project file is checked with the editor's text, although that text counts only once it is saved.
  for (const auto& [key, document] : workspace.documents().all()) {
    if (yaml_document(key, document.text) != YamlDocument::project) continue;
    findings.erase(key);
    std::string problem;
    if (!driver::read_project_file(document.path, problem, workspace.documents().texts().get()))
      findings.emplace(key, findings_of_project(document.path, problem));
  }
  return findings;
}

std::vector<Diagnostic> diagnostics_of(const Workspace& workspace, const std::vector<Finding>& findings,
                                       const std::vector<std::shared_ptr<const Reading>>& readings) {
  std::vector<Diagnostic> diagnostics;
  for (const Finding& finding : findings) {
    Diagnostic& shown = diagnostics.emplace_back(diagnostic_of(workspace, finding));
    // If other robots read the text and do not have the finding, a note names the robot that has it.
    const std::string& key =
        finding.reading->key(finding.reading->sources().written(finding.diagnostic->range).file);
    const auto has = [&](const Reading& reading) {
      const auto is_in = [&](const Reading& one) {
        return std::ranges::any_of(one.result().report.diagnostics, [&](const romas::Diagnostic& other) {
          return other.rule == finding.diagnostic->rule && other.message == finding.diagnostic->message &&
                 other.range.begin == finding.diagnostic->range.begin;
        });
      };
      return is_in(reading) || (reading.before_mistakes() && is_in(*reading.before_mistakes()));
    };
    const bool all_have = std::all_of(readings.begin(), readings.end(), [&](const auto& reading) {
      // An SRDF reads the robot that it is about without a word.
      const bool is_aside = reading->semantics() && !finding.reading->semantics();
      return is_aside || reading->file(key) == 0 || has(*reading);
    });
    if (!key.empty() && !all_have)
      shown.message += concat("\nnote: in the robot of ", finding.reading->result().label);
  }
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.range < b.range; });
  return diagnostics;
}

}  // namespace romas::lsp
