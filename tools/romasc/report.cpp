#include "tools/romasc/report.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

#include "support/process/standard_streams.h"
#include "support/process/version.h"
#include "support/shown/render_services.h"
#include "support/text/text.h"
#include "tools/romasc/console.h"

namespace romas::tool {

namespace {

bool use_color(const Invocation& invocation) {
  if (invocation.color != ColorMode::automatic) return invocation.color == ColorMode::always;
  const char* no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return (no_color == nullptr || *no_color == '\0') && invocation.diagnostics_file.empty() &&
         shows_standard_error();
}

RenderOptions render_options(const Invocation& invocation) {
  RenderOptions options{use_color(invocation), invocation.error_limit, invocation.expand};
  winsize terminal{};
  if (invocation.diagnostics_file.empty() && shows_standard_error() &&
      ::ioctl(STDERR_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 0)
    options.columns = terminal.ws_col;
  return options;
}

// A document of all findings of a run.
std::string render_document(std::span<const CompileResult> results, const Invocation& invocation) {
  std::vector<DiagnosticReport> reports;
  std::vector<CheckedInput> inputs;
  std::size_t input = 0;
  for (const CompileResult& result : results) {
    const bool is_input = result.of_an_input && input < invocation.inputs.size();
    const driver::Input* given = is_input ? &invocation.inputs[input++] : nullptr;
    const std::string_view file = given != nullptr ? std::string_view(given->file) : "romasc";
    const bool says = result.report.sources != nullptr;
    if (says) reports.push_back(result.report);
    inputs.push_back({given != nullptr ? driver::label(*given) : std::string(file), file,
                      says ? &result.report : nullptr, result.shown});
  }
  const RenderOptions options = render_options(invocation);
  switch (invocation.format) {
    case DiagnosticFormat::sarif: return render_sarif(reports, version(), options);
    case DiagnosticFormat::gitlab: return render_gitlab(inputs, options);
    case DiagnosticFormat::junit: return render_junit(inputs, options);
    case DiagnosticFormat::rdjson: return render_rdjson(inputs, options);
    default: return render_json(reports, options);
  }
}

std::string render_lines(const CompileResult& result, const Invocation& invocation) {
  if (invocation.statistics && result.of_an_input) return result.printed;
  if (result.report.diagnostics.empty() && result.report.omitted.empty())
    return invocation.format == DiagnosticFormat::github ? std::string() : result.printed;
  const RenderOptions options = render_options(invocation);
  if (invocation.format == DiagnosticFormat::github) return render_github(result.report, options);
  return concat(result.printed, invocation.format == DiagnosticFormat::concise
                                    ? render_concise(result.report, options)
                                    : render_text(result.report, options));
}

Tally tally_of(std::span<const CompileResult> results) {
  Tally all;
  for (const CompileResult& result : results) {
    all.add(result.tally);
    if (result.counted) continue;
    if (result.of_an_input)
      all.add(result.report);
    else
      all.add_run_problem(result.report);
  }
  return all;
}

// GitHub shows the first annotations of a step alone. Says how many stand in the log only; empty if none
// does.
std::string beyond_github(const Tally& tally) {
  constexpr std::size_t kShown = 10;  // of each kind
  std::vector<std::string> parts;
  for (const auto& [severity, one] :
       {std::pair(Severity::error, "error"), {Severity::warning, "warning"}, {Severity::note, "notice"}}) {
    const std::size_t count = tally.count(severity);
    if (count > kShown) parts.push_back(concat(count - kShown, " of ", count, " ", one, "s"));
  }
  if (parts.empty()) return {};
  return concat("::notice title=romasc::GitHub shows the first ", kShown,
                " annotations of each kind in a step; only the log shows ", join_last(parts, " and "),
                ". --format=sarif has all of them for the security tab\n");
}

// The roots of one file are one file.
std::size_t count_files(const Invocation& invocation) {
  const auto has_arguments = [](const driver::Input& input) {
    return !input.project_file.empty() || !input.arguments.empty();
  };
  std::set<std::string_view> with_arguments;
  for (const driver::Input& input : invocation.inputs)
    if (has_arguments(input)) with_arguments.insert(input.file);
  // A file that is named twice without them is read twice.
  const auto others = std::ranges::count_if(
      invocation.inputs, [&](const driver::Input& input) { return !with_arguments.contains(input.file); });
  return with_arguments.size() + static_cast<std::size_t>(others);
}

int exit_code_of(CompileStatus status) {
  switch (status) {
    case CompileStatus::ok: return kSuccess;
    case CompileStatus::errors: return kErrors;
    case CompileStatus::unreadable: return kFiles;
    case CompileStatus::internal_error: return kInternal;
  }
  return kInternal;
}

}  // namespace

std::string render_findings(std::span<const CompileResult> results, const Invocation& invocation) {
  if (invocation.statistics && is_document(invocation.format)) return statistics_json(tally_of(results));
  if (is_document(invocation.format)) return render_document(results, invocation);
  std::string text;
  for (const CompileResult& result : results) {
    text += result.shown;
    if (result.report.sources != nullptr) text += render_lines(result, invocation);
  }
  return text;
}

std::string render_closing(std::span<const CompileResult> results, const Invocation& invocation) {
  if (invocation.format == DiagnosticFormat::github) return beyond_github(tally_of(results));
  if (!is_for_people(invocation.format)) return {};
  const Tally tally = tally_of(results);
  // The number of files in a folder is unknown, so silence could also mean that none was checked.
  const bool only_checks = invocation.request.emit.targets.empty() && invocation.fix == FixMode::none &&
                           invocation.write_baseline.empty();
  const std::size_t files = count_files(invocation);
  if (invocation.of_folder && tally.empty() && only_checks)
    return concat(invocation.baseline.empty() ? "nothing found in " : "nothing new found in ", files,
                  files == 1 ? " file\n" : " files\n");
  return concat(invocation.statistics ? statistics_table(tally) : std::string(), counts_line(tally, files));
}

CompileResult run_problem(Rule rule, std::string message) {
  CompileResult result;
  result.of_an_input = false;
  result.report.sources = result.sources.get();
  result.report.diagnostics.push_back({rule, Severity::error, {}, std::move(message), {}, {}});
  return result;
}

CompileResult run_warning(Rule rule, std::string message) {
  CompileResult result = run_problem(rule, std::move(message));
  result.report.diagnostics.front().severity = Severity::warning;
  return result;
}

CompileResult write_problem(const OutputSet::Failure& failure) {
  return run_problem(Rule::unwritable_file, concat("cannot write '", failure.path, "': ", failure.reason));
}

std::optional<CompileResult> unreached_files(const std::vector<std::string>& files,
                                             const Invocation& invocation) {
  SeverityPolicy severities = invocation.request.severities;
  severities.raise(Rule::xacro_unreached, Severity::note);  // on for folders
  const Severity severity = severities.severity(Rule::xacro_unreached);
  if (files.empty() || severity == Severity::ignored) return std::nullopt;
  constexpr std::size_t kMost = 5;
  std::vector<std::string> named;
  for (const std::string& file : files)
    if (named.size() < kMost) named.push_back(in_quotes(file));
  if (files.size() > kMost) named.push_back(concat(files.size() - kMost, " more"));
  CompileResult result = run_problem(
      Rule::xacro_unreached,
      concat(files.size() == 1 ? std::string("a xacro file is") : concat(files.size(), " xacro files are"),
             " not read by any robot of these folders, so no rule checks ",
             files.size() == 1 ? "it: " : "them: ", join_last(named, " and ")));
  result.report.diagnostics.front().severity = severity;
  if (severity == Severity::error) result.status = CompileStatus::errors;
  return result;
}

CompileResult uncalled_files(const UncalledFiles& files) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string> named;
  for (const auto& [file, arguments] : files)
    if (named.size() < kMost) named.push_back(concat(in_quotes(file), " (", join(arguments, ", "), ")"));
  if (files.size() > kMost) named.push_back(concat(files.size() - kMost, " more"));
  CompileResult result = run_problem(
      Rule::xacro_argument,
      concat(
          files.size() == 1
              ? std::string("a xacro file gets arguments only from its callers, so no rule checks it: ")
              : concat(files.size(),
                       " xacro files get arguments only from their callers, so no rule checks them: "),
          join_last(named, " and "),
          "; name the calls with 'roots:' in .romas.yaml, which 'romasc --init' writes from launch files"));
  result.status = CompileStatus::errors;
  return result;
}

void add_unreadable(const Invocation& invocation, std::vector<CompileResult>& results) {
  for (const std::string& folder : invocation.unreadable) {
    results.push_back(run_problem(Rule::unreadable_file, folder));
    results.back().status = CompileStatus::unreadable;
  }
}

int exit_code(const std::vector<CompileResult>& results) {
  int code = kSuccess;
  for (const CompileResult& result : results) code = std::max(code, exit_code_of(result.status));
  return code;
}

Needs::Needs(const Invocation& invocation) {
  const bool has_baseline = !invocation.baseline.empty() || !invocation.write_baseline.empty();
  // Features that use findings again after all inputs are done.
  const bool looks_again = has_baseline || invocation.fix != FixMode::none || invocation.verify_diagnostics;
  const driver::ServoRequest& servos = invocation.request.servos;
  models = !servos.map.empty() && servos.map_is_shared;
  files_read = invocation.dependencies.enabled || invocation.verify_diagnostics;
  losses = !invocation.loss_report.empty();
  findings = looks_again || (is_document(invocation.format) && !invocation.statistics);
  texts = looks_again;
  roots = invocation.inputs.size() > 1;
}

std::optional<std::string> text_alone(const CompileResult& result, const Needs& needs,
                                      const Invocation& invocation) {
  const bool is_data = needs.models || needs.files_read || needs.losses || needs.findings ||
                       (needs.roots && result.is_root) || !result.files.empty();
  return is_data ? std::nullopt : std::optional(render_lines(result, invocation));
}

std::string name_of_form(const Invocation& invocation) {
  const RenderOptions options = render_options(invocation);
  return concat(static_cast<int>(invocation.format), " ", options.color, " ", options.error_limit, " ",
                options.expand, " ", options.columns, " ", invocation.statistics);
}

void settle(CompileResult& result, const Needs& needs, const Invocation& invocation) {
  const bool root = needs.roots && result.is_root;
  if (!needs.models) std::vector<Model>().swap(result.models);
  if (!needs.files_read && !root) std::vector<std::string>().swap(result.files_read);
  if (!needs.losses) std::vector<Diagnostic>().swap(result.losses);
  if (!needs.findings && !root) {
    if (result.report.sources != nullptr) result.shown += render_lines(result, invocation);
    result.tally.add(result.report);
    result.shown.shrink_to_fit();
    std::string().swap(result.printed);
    result.report = {};
  }
  const bool says_more =
      !result.report.diagnostics.empty() || !result.report.omitted.empty() || !result.losses.empty();
  if (says_more || needs.texts || root) return;
  result.report.sources = nullptr;
  result.sources.reset();
}

bool has_more_than_text(const CompileResult& result) {
  return !result.models.empty() || !result.files.empty() || !result.copies.empty() ||
         !result.files_read.empty() || !result.losses.empty() || !result.report.diagnostics.empty() ||
         !result.report.omitted.empty();
}

bool show_diagnostics(std::span<const CompileResult> results, const Invocation& invocation) {
  const std::string text = render_findings(results, invocation) + render_closing(results, invocation);
  if (invocation.diagnostics_file.empty()) return say(text, kSuccess) == kSuccess;
  OutputSet file;
  file.add(invocation.diagnostics_file, text);
  const auto failure = file.commit();
  if (failure) file_error(*failure);
  return !failure;
}

std::string loss_report(const std::vector<CompileResult>& results) {
  std::vector<DiagnosticReport> losses;
  losses.reserve(results.size());
  for (const CompileResult& result : results) losses.push_back({result.sources.get(), result.losses, {}});
  return render_json(losses, {false, 0});
}

}  // namespace romas::tool
