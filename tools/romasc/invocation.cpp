#include "tools/romasc/invocation.h"

#include <algorithm>

#include "tools/explanations/explanations.h"
#include "tools/romasc/options.h"
#include "tools/romasc/read_options.h"
#include "tools/romasc/tables.h"

namespace romas::tool {

namespace po = boost::program_options;

namespace {

// The text of an option that prints something and ends, if one is given.
std::optional<std::string> information(const OptionValues& values) {
  if (auto text = requested_text(romasc_info(), values)) return text;
  if (values.on("print-diagnostics")) return diagnostics_table();
  if (values.on("print-passes")) return passes_table();
  if (values.on("print-targets")) return targets_table();
  if (values.on("print-formats")) return formats_table();
  if (!values.given("explain")) return std::nullopt;
  const std::string rule = values.text("explain");
  auto page = explain_rule(rule);
  if (page) return page;
  const std::string_view near = nearest_name(rule, all_rules(), &RuleInfo::slug);
  throw UsageError{concat("--explain=", rule, ": there is no such rule",
                          near.empty() ? "; --print-diagnostics lists them" : did_you_mean(near))};
}

void check_consistency(const Invocation& invocation) {
  if (invocation.inputs.empty() && invocation.unreadable.empty())
    throw UsageError{"no input file; romasc --help shows how to call it"};
  const bool compares = invocation.action == Action::compare;
  const bool two = compares && invocation.comparison.revision.empty();
  if (compares && !two && invocation.format == DiagnosticFormat::json)
    throw UsageError{"--compare REV has the formats text and github; --compare REV:FILE has json, too"};
  if (two && invocation.inputs.size() != 2) throw UsageError{"--compare takes exactly two files"};
  const auto compare_formats = {DiagnosticFormat::text, DiagnosticFormat::json, DiagnosticFormat::github};
  if (compares &&
      std::find(compare_formats.begin(), compare_formats.end(), invocation.format) == compare_formats.end())
    throw UsageError{"--compare has the formats text, json and github"};
  const driver::PassRequest& passes = invocation.request.passes;
  if (passes.passes && (passes.optimization || !passes.lump.empty()))
    throw UsageError{"--passes gives the whole pipeline; it excludes -O and --lump"};
  if (std::ranges::count(invocation.inputs, "-", &driver::Input::file) > 1)
    throw UsageError{"standard input can be read once"};
}

// --init reads no robots.
Invocation read_init(const OptionValues& values) {
  for (const char* other : {"compare", "emit", "reformat", "test", "fix", "fix-dry-run", "baseline",
                            "write-baseline", "project", "print-pipeline", "list-outputs"})
    if (values.on(other)) throw UsageError{concat("--init excludes --", other)};
  Invocation invocation;
  invocation.action = Action::init;
  for (const std::string& folder : values.list("input")) invocation.inputs.emplace_back(folder);
  invocation.request.input = read_input_request(values, {});
  invocation.output = values.output();
  return invocation;
}

Invocation read_invocation(const OptionValues& values) {
  if (values.on("init")) return read_init(values);
  Invocation invocation;
  const driver::ProjectSettings project = read_inputs(values, invocation);
  invocation.request.input = read_input_request(values, project);
  invocation.jobs = static_cast<unsigned>(std::min<unsigned long long>(values.count("jobs", 0), 256));
  read_output_options(values, invocation);
  read_pass_options(values, invocation);
  read_code_options(values, invocation);
  read_servo_options(values, invocation);
  read_diagnostic_options(values, project, invocation);
  read_cache_options(values, project, invocation);
  check_consistency(invocation);
  // Settings that depend on several options.
  driver::CompileRequest& request = invocation.request;
  const bool several = invocation.inputs.size() > 1 || invocation.of_folder;
  request.servos.map_is_shared = several;
  request.emit.separate_meshes = several;
  request.emit.robots_optional = invocation.default_target || request.emit.targets.empty();
  invocation.dependencies.settings = {project.path, invocation.baseline};
  return invocation;
}

}  // namespace

std::optional<Invocation> parse_command_line(int argc, char** argv, std::string& error) {
  // The other arguments are romas-studio's, which has options of its own.
  if (std::find(argv + 1, argv + argc, std::string_view("--view")) != argv + argc) {
    Invocation invocation;
    invocation.action = Action::view;
    return invocation;
  }
  try {
    const po::variables_map given = split_command_line(argc, argv);
    const OptionValues values(given);
    if (values.on("view")) throw UsageError{"--view must be on the command line, not in a response file"};
    if (auto text = information(values)) {
      Invocation invocation;
      invocation.action = Action::print;
      invocation.print = std::move(*text);
      return invocation;
    }
    return read_invocation(values);
  } catch (const UsageError& usage) {
    error = usage.message;
  } catch (const po::error& problem) {
    error = problem.what();
  }
  return std::nullopt;
}

}  // namespace romas::tool
