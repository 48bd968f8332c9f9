#include <algorithm>

#include "tools/romasc/read_options.h"

namespace romas::tool {

namespace {

void exclude(const OptionValues& values, const std::string& option, const Strings& others) {
  for (const std::string& other : others)
    if (values.on(other.c_str())) throw UsageError{concat("--", option, " excludes --", other)};
}

void read_baselines(const OptionValues& values, const driver::ProjectSettings& project, Invocation& to) {
  to.baseline = values.text("baseline", project.baseline);
  to.write_baseline = values.text("write-baseline");
  for (const char* name : {"baseline", "write-baseline"}) {
    if (!values.given(name)) continue;
    if (values.text(name).empty() || values.text(name) == "-")
      throw UsageError{concat("--", name, " needs a file")};
    exclude(values, name, {"compare", "reformat", "verify-diagnostics"});
  }
  if (to.verify_diagnostics || !to.write_baseline.empty()) to.baseline.clear();
}

// Fixing prints no summaries of robots.
void leave_out_summary(const std::string& option, Invocation& to) {
  if (!to.default_target) return;
  if (!to.output.empty())
    throw UsageError{concat("--", option,
                            to.fix == FixMode::apply ? " changes the files themselves" : " prints a diff",
                            "; -o goes with --emit")};
  to.request.emit.targets.clear();
  to.default_target = false;
}

void read_fixes(const OptionValues& values, Invocation& to) {
  for (const char* name : {"fix", "fix-dry-run"})
    if (values.given(name) && values.choice(name) == 1) to.fix_unsafe = true;
  if (values.given("fix")) to.fix = FixMode::apply;
  if (values.given("fix-dry-run")) to.fix = FixMode::dry_run;
  if (to.fix == FixMode::none) return;
  const std::string option = to.fix == FixMode::apply ? "fix" : "fix-dry-run";
  exclude(values, option, {"compare", "reformat", "verify-diagnostics", "print-pipeline"});
  leave_out_summary(option, to);
  if (to.request.emit.targets.empty()) return;
  if (to.fix == FixMode::dry_run) throw UsageError{"--fix-dry-run writes no files; leave --emit out"};
  const bool prints = to.output.empty() || to.output == "-";
  if (prints && std::ranges::count(to.inputs, "-", &driver::Input::file) != 0)
    throw UsageError{
        "--fix writes the fixed text of standard input to standard output; name the place of --emit with -o"};
}

}  // namespace

void read_diagnostic_options(const OptionValues& values, const driver::ProjectSettings& project,
                             Invocation& to) {
  // Losses in a target are of interest only if there is a target.
  const bool translates = !to.default_target && !to.request.emit.targets.empty();
  if (!translates && !values.given("loss-report")) to.request.severities.quiet(Rule::feature_dropped);
  read_severities(values, project, to.request.severities);
  to.request.ignores = project.ignores;
  to.format = static_cast<DiagnosticFormat>(values.choice("format"));
  if (values.concise() && !values.given("format")) to.format = DiagnosticFormat::concise;
  // Programs get all findings, unless an option or the project limits them.
  const bool for_people = is_for_people(to.format);
  to.error_limit = values.count("error-limit", project.error_limit.value_or(for_people ? 20 : 0));
  to.expand = values.on("expand");
  to.statistics = values.on("statistics");
  if (to.statistics && !for_people && to.format != DiagnosticFormat::json)
    throw UsageError{"--statistics has the formats text and json"};
  to.color = static_cast<ColorMode>(values.choice("color"));
  to.diagnostics_file = values.text("diagnostics-file");
  to.verify_diagnostics = values.on("verify-diagnostics");
  read_fixes(values, to);
  read_baselines(values, project, to);
}

}  // namespace romas::tool
