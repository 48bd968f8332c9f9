// romasc: argv, files, exit code.
#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>
#include <optional>

#include "frontend/frontend.h"
#include "frontend/servo/servo_map.h"
#include "ir/analysis/compare.h"
#include "support/expected_diagnostics.h"
#include "support/json_writer.h"
#include "support/standard_streams.h"
#include "support/text.h"
#include "tools/romasc/baseline.h"
#include "tools/romasc/build_project.h"
#include "tools/romasc/compile.h"
#include "tools/romasc/compile_all.h"
#include "tools/romasc/destinations.h"
#include "tools/romasc/fixes.h"
#include "tools/romasc/invocation.h"
#include "tools/romasc/options.h"
#include "tools/romasc/process.h"

namespace romas::tool {
namespace {

enum ExitCode : int { kSuccess = 0, kErrors = 1, kUsage = 2, kFiles = 3, kInternal = 70 };

// Says something on standard error; returns the exit code, which is another one if it cannot be said. Who has
// closed it does not listen, and wants the rest of the work all the same.
int say(std::string_view text, int code) {
  const int error = write_standard_error(text);
  return error == 0 || error == EPIPE || error == EBADF ? code : std::max<int>(code, kFiles);
}

int usage_error(std::string_view message) { return say(concat("romasc: error: ", message, "\n"), kUsage); }

// A problem of the whole run, as the result of one more file.
CompileResult run_problem(Rule rule, std::string message) {
  CompileResult result;
  result.report.sources = result.sources.get();
  result.report.diagnostics.push_back({rule, Severity::error, {}, std::move(message), {}, {}});
  return result;
}

CompileResult write_problem(const OutputSet::Failure& failure) {
  return run_problem(Rule::unwritable_file, concat("cannot write '", failure.path, "': ", failure.reason));
}

// For what cannot go where diagnostics go.
int file_error(const OutputSet::Failure& failure) {
  return say(render_text(write_problem(failure).report, {}), kFiles);
}

// The result of a run that is a text on standard output.
int print(std::string text, int code) {
  OutputSet out;
  out.add("-", std::move(text));
  const auto failure = out.commit();
  return failure ? file_error(*failure) : code;
}

std::string render(const std::vector<CompileResult>& results, const Invocation& invocation) {
  const RenderOptions options = render_options(invocation);
  std::string text;
  std::vector<DiagnosticReport> reports;
  for (const CompileResult& result : results) {
    text += result.shown;
    if (result.report.sources == nullptr) continue;
    if (invocation.format == DiagnosticFormat::text) {
      text += result.pass_output;
      text += render_text(result.report, options);
    } else if (invocation.format == DiagnosticFormat::github) {
      text += render_github(result.report, options);
    } else {
      reports.push_back(result.report);
    }
  }
  if (invocation.format == DiagnosticFormat::json) return render_json(reports, options);
  if (invocation.format == DiagnosticFormat::sarif) return render_sarif(reports, ROMAS_VERSION, options);
  return text;
}

// Shows the diagnostics; returns false if they cannot be written.
bool show_diagnostics(const std::vector<CompileResult>& results, const Invocation& invocation) {
  const std::string text = render(results, invocation);
  if (invocation.diagnostics_file.empty()) return say(text, kSuccess) == kSuccess;
  OutputSet file;
  file.add(invocation.diagnostics_file, text);
  if (const auto failure = file.commit()) {
    file_error(*failure);
    return false;
  }
  return true;
}

int exit_code(const std::vector<CompileResult>& results) {
  int code = kSuccess;
  for (const CompileResult& result : results) {
    switch (result.status) {
      case CompileStatus::ok: break;
      case CompileStatus::errors: code = std::max<int>(code, kErrors); break;
      case CompileStatus::unreadable: code = std::max<int>(code, kFiles); break;
      case CompileStatus::internal_error: code = std::max<int>(code, kInternal); break;
    }
  }
  return code;
}

int verify_expectations(const std::vector<CompileResult>& results) {
  int code = kSuccess;
  for (const CompileResult& result : results) {
    std::vector<FileId> files;
    for (FileId file = 1; file <= result.sources->file_count(); ++file) {
      // Only what is part of the compilation: files of a folder that turned out to be something else say
      // nothing.
      const std::string_view name = result.sources->name(file);
      if (std::any_of(result.files_read.begin(), result.files_read.end(),
                      [&](const std::string& read) { return read == name || name == "<stdin>"; }))
        files.push_back(file);
    }
    for (const std::string& problem : check_expected_diagnostics(result.report, files))
      code = say(problem + "\n", std::max<int>(code, kErrors));
  }
  return code;
}

// What was lost in translation, for --loss-report.
std::string loss_report(const std::vector<CompileResult>& results) {
  std::vector<DiagnosticReport> losses;
  losses.reserve(results.size());
  for (const CompileResult& result : results) {
    losses.push_back({result.sources.get(), result.losses, {}});
  }
  return render_json(losses, {false, 0});
}

int show_pipeline(const Pipelines& pipelines) {
  std::string text;
  for (const Pipeline* part : {&pipelines.servos, &pipelines.checks, &pipelines.transforms})
    if (!part->empty()) text += concat(text.empty() ? "" : ",", print_pipeline(*part));
  return print(text + "\n", kSuccess);
}

// --fix and what there was before it.
struct Fixing {
  explicit Fixing(const Invocation& invocation) : fixer(invocation) {}

  void restore(std::vector<CompileResult>& results) {
    for (auto& [input, result] : before) results[input] = std::move(result);
    before.clear();
  }

  Fixer fixer;
  std::map<std::size_t, CompileResult> before;  // the results of inputs that were compiled again
};

// Shows the diagnostics and writes the outputs; returns the exit code. That something cannot be written is a
// diagnostic too: people read it behind the others, a program gets all of them as one document. What --fix
// leaves is true only when the files are written.
int write_outputs(OutputSet& outputs, std::vector<CompileResult>& results, const Invocation& invocation,
                  int code, Fixing* fixing = nullptr) {
  const bool one_document =
      invocation.format == DiagnosticFormat::json || invocation.format == DiagnosticFormat::sarif;
  const bool at_the_end = fixing != nullptr || (one_document && invocation.diagnostics_file.empty());
  if (!at_the_end && !show_diagnostics(results, invocation)) return kFiles;
  if (const auto failure = outputs.commit()) {
    code = std::max<int>(code, kFiles);
    if (fixing != nullptr) fixing->restore(results);
    if (!at_the_end && !one_document && invocation.diagnostics_file.empty()) results.clear();
    results.push_back(write_problem(*failure));
    show_diagnostics(results, invocation);
    return code;
  }
  if (at_the_end && !show_diagnostics(results, invocation)) return kFiles;
  if (fixing != nullptr && (!one_document || !invocation.diagnostics_file.empty()))
    code = say(fixing->fixer.summary(), code);
  return code;
}

// Of a run with several files: a servo map that is malformed is reported once, and so is a joint that none of
// the files has (those of `results`, where they are there already). Nothing if there is nothing to say.
std::optional<CompileResult> check_servo_map(const Invocation& invocation,
                                             const std::vector<CompileResult>& results) {
  if (invocation.servo_map.empty() || invocation.inputs.size() == 1) return std::nullopt;
  CompileResult result;
  DiagnosticEngine diagnostics(invocation.severities);
  FrontendContext context{*result.sources, diagnostics, invocation.frontend, result.files_read};
  const auto map = read_servo_map(invocation.servo_map, context);
  if (!map) {
    result.status =
        diagnostics.reported(Rule::unreadable_file) > 0 ? CompileStatus::unreadable : CompileStatus::errors;
  } else if (!results.empty()) {
    // What went wrong before its robots were known has been said, and says nothing of joints.
    const bool all_read = std::none_of(results.begin(), results.end(),
                                       [](const CompileResult& other) { return other.models.empty(); });
    std::vector<std::size_t> unknown = results.front().unknown_servo_joints;
    std::vector<Model> models;
    for (const CompileResult& other : results) {
      std::erase_if(unknown, [&](std::size_t entry) {
        return std::find(other.unknown_servo_joints.begin(), other.unknown_servo_joints.end(), entry) ==
               other.unknown_servo_joints.end();
      });
      models.insert(models.end(), other.models.begin(), other.models.end());
    }
    if (all_read) report_unknown_servo_joints(*map, unknown, models, diagnostics);
  }
  if (diagnostics.has_errors() && result.status == CompileStatus::ok) result.status = CompileStatus::errors;
  result.report = {result.sources.get(), diagnostics.sorted(), diagnostics.omitted()};
  return result.status == CompileStatus::ok ? std::nullopt : std::optional(std::move(result));
}

int compile(const Invocation& given) {
  std::optional<Baseline> baseline;
  Invocation invocation = given;
  if (!given.baseline.empty()) baseline = Baseline::read(given.baseline);
  if (baseline || !given.write_baseline.empty())
    invocation.severities = Baseline::undecided(given.severities);
  Pipelines pipelines;
  Destinations destinations;
  std::string error;
  if (!make_pipelines(invocation, pipelines, error) || !Destinations::make(invocation, destinations, error))
    return usage_error(error);
  if (invocation.show_pipeline) return show_pipeline(pipelines);

  std::vector<CompileResult> results;
  if (auto wrong = check_servo_map(invocation, {})) {
    results.push_back(std::move(*wrong));
    return show_diagnostics(results, invocation) ? exit_code(results) : kFiles;
  }
  results = compile_all(invocation, pipelines, destinations.folder());
  std::optional<Fixing> fixing;
  if (invocation.fix != FixMode::none) {
    fixing.emplace(invocation);
    fixing->fixer.run(
        results, [&](const std::vector<std::size_t>& inputs, std::vector<CompileResult>& fixed) {
          for (const std::size_t input : inputs) fixing->before.try_emplace(input, std::move(fixed[input]));
          compile_inputs(invocation, pipelines, destinations.folder(), &fixing->fixer.texts(), inputs, fixed);
        });
    if (invocation.fix == FixMode::dry_run) fixing->restore(results);
  }
  if (auto wrong = check_servo_map(invocation, results)) results.push_back(std::move(*wrong));
  std::string known;  // what --write-baseline writes
  std::string stale;  // what is said of entries of a baseline that no longer occur
  if (!given.write_baseline.empty()) {
    baseline = Baseline::of(given.write_baseline, results);
    known = baseline->text();
  }
  if (baseline) {
    for (CompileResult& result : results) baseline->apply(result, given.severities);
    stale = baseline->summary();
    if (fixing)
      for (auto& [input, result] : fixing->before) baseline->apply(result, given.severities);
  }
  if (invocation.verify_diagnostics) return verify_expectations(results);

  // With several summaries on the screen the good ones are shown; files are written only if everything is
  // sound.
  int code = exit_code(results);
  OutputSet outputs;
  if (code == kSuccess || (destinations.standard_output() && invocation.default_target)) {
    if (!destinations.place(results, outputs, error)) {
      results.push_back(run_problem(Rule::name_clash, error));
      return show_diagnostics(results, invocation) ? kErrors : kFiles;
    }
    if (code == kSuccess) destinations.place_dependencies(invocation, results, outputs);
  }
  if (!invocation.loss_report.empty()) outputs.add(invocation.loss_report, loss_report(results));
  if (!known.empty()) outputs.add(invocation.write_baseline, std::move(known));
  if (invocation.fix == FixMode::apply && !fixing->fixer.place(outputs, error)) {
    fixing->restore(results);
    results.push_back(run_problem(
        Rule::name_clash,
        concat("'", error, "' would be fixed and written by --emit; give the output another place")));
    return show_diagnostics(results, invocation) ? kErrors : kFiles;
  }
  if (invocation.fix == FixMode::dry_run) outputs.add("-", fixing->fixer.diff());
  code = write_outputs(outputs, results, invocation, code, fixing ? &*fixing : nullptr);
  if (invocation.format == DiagnosticFormat::text) code = say(stale, code);
  if (code != kSuccess || !invocation.build) return code;
  std::string program;
  if (!build_project(invocation.output, program, error))
    return say(concat("romasc: error: ", error, "\n"), kErrors);
  return print(program + "\n", kSuccess);
}

// --compare A B: 0 the same robot, 1 not.
int compare(const Invocation& invocation) {
  Invocation plain = invocation;
  plain.targets.clear();
  Pipelines pipelines;
  std::string error;
  if (!make_pipelines(plain, pipelines, error)) return usage_error(error);
  const std::vector<CompileResult> results = compile_all(plain, pipelines, "");
  const int code = exit_code(results);
  if (code != kSuccess) return show_diagnostics(results, invocation) ? code : kFiles;
  for (std::size_t i = 0; i < 2; ++i)
    if (results[i].models.size() != 1)
      return usage_error(concat("'", invocation.inputs[i], "' has ", results[i].models.size(),
                                " robots; choose one with --robot"));
  const auto differences = compare_models(results[0].models[0], results[1].models[0], {invocation.tolerance});
  std::string text;
  for (const ModelDifference& difference : differences) {
    text += concat(difference.message, "\n");
    const auto place = [&](std::size_t i, SourceRange range) {
      if (!range.valid()) return;
      const LineColumn at = results[i].sources->line_column(range.start());
      text += concat("  ", results[i].sources->name(range.file), ":", at.line, ":", at.column, "\n");
    };
    place(0, difference.a);
    place(1, difference.b);
  }
  if (differences.empty()) text = "the same robot\n";
  return print(text, differences.empty() ? kSuccess : kErrors);
}

// --reformat FILE…: in place, or to -o; standard input goes to standard output.
int reformat(const Invocation& invocation) {
  if (!invocation.output.empty() && invocation.inputs.size() > 1)
    return usage_error("--reformat writes one file with -o");
  std::vector<CompileResult> results;
  OutputSet outputs;
  for (const std::string& input : invocation.inputs) {
    CompileResult& result = results.emplace_back();
    DiagnosticEngine diagnostics(invocation.severities);
    SourceManager::ReadError problem;
    const FileId file = result.sources->read_file(input, problem, invocation.frontend.max_input,
                                                  SourceManager::Kinds::streams);
    if (file == 0) {
      diagnostics.report(Rule::unreadable_file, {}, concat("cannot read '", input, "': ", problem.reason));
      result.status = CompileStatus::unreadable;
    } else if (const auto text = reformat_romas(file, *result.sources, diagnostics)) {
      const std::string output = invocation.output.empty() ? input : invocation.output;
      if (output != input || input == "-")
        outputs.add(output, *text);
      else if (*text != result.sources->text(file))
        outputs.replace(output, *text);
    } else {
      result.status = CompileStatus::errors;
    }
    result.report = {result.sources.get(), diagnostics.sorted(), diagnostics.omitted()};
  }
  const int code = exit_code(results);
  OutputSet nothing;
  return write_outputs(code == kSuccess ? outputs : nothing, results, invocation, code);
}

int run(int argc, char** argv) {
  std::string error;
  const auto invocation = parse_command_line(argc, argv, error);
  if (!invocation) return usage_error(error);
  switch (invocation->action) {
    case Action::print: return print(invocation->print, kSuccess);
    case Action::compare: return compare(*invocation);
    case Action::reformat: return reformat(*invocation);
    case Action::compile: break;
  }
  try {
    return compile(*invocation);
  } catch (const UsageError& problem) {
    return usage_error(problem.message);
  }
}

}  // namespace
}  // namespace romas::tool

int main(int argc, char** argv) {
  romas::tool::prepare_process();
  try {
    return romas::tool::run(argc, argv);
  } catch (const std::bad_alloc&) {
    romas::write_standard_error(
        "romasc: error: the memory that this process may have is not enough; 'ulimit -v' tells its limit\n");
    return romas::tool::kFiles;
  } catch (const std::exception& problem) {
    for (const std::string_view part : {"romasc: internal error: ", problem.what(), "\n"})
      romas::write_standard_error(part);
    return romas::tool::kInternal;
  }
}
