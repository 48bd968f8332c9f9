// romasc: argv, files, exit code.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

#include "ir/compare.h"
#include "support/expected_diagnostics.h"
#include "support/json_writer.h"
#include "support/text.h"
#include "tools/romasc/compile.h"
#include "tools/romasc/destinations.h"
#include "tools/romasc/invocation.h"

namespace romas::tool {
namespace {

enum ExitCode : int { kSuccess = 0, kErrors = 1, kUsage = 2, kFiles = 3, kInternal = 70 };

void print(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

int usage_error(std::string_view message) {
  print(stderr, concat("romasc: error: ", message, "\n"));
  return kUsage;
}

int file_error(const OutputSet::Failure& failure) {
  print(stderr, concat("romasc: error: cannot write '", failure.path, "': ", failure.reason, " [-Wunwritable-file]\n"));
  return kFiles;
}

bool use_color(const Invocation& invocation) {
  if (invocation.color != ColorMode::automatic) return invocation.color == ColorMode::always;
  const char* no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return (no_color == nullptr || *no_color == '\0') && invocation.diagnostics_file.empty() && ::isatty(STDERR_FILENO) != 0;
}

// Compiles all inputs, several at once, and keeps the order given.
std::vector<CompileResult> compile_all(const Invocation& invocation, const Pipelines& pipelines, const std::string& output_folder) {
  std::vector<CompileResult> results(invocation.inputs.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < results.size(); i = next++)
      results[i] = compile_file(invocation.inputs[i], invocation, pipelines, output_folder);
  };
  const std::size_t cores = invocation.jobs != 0 ? invocation.jobs : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < std::min(cores, results.size()); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return results;
}

std::string render(const std::vector<CompileResult>& results, const Invocation& invocation) {
  const RenderOptions options{use_color(invocation), invocation.error_limit};
  std::string text;
  std::vector<DiagnosticReport> reports;
  for (const CompileResult& result : results) {
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

// Shows the diagnostics; returns false if their file cannot be written.
bool show_diagnostics(const std::vector<CompileResult>& results, const Invocation& invocation) {
  const std::string text = render(results, invocation);
  if (invocation.diagnostics_file.empty()) {
    print(stderr, text);
    return true;
  }
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
  bool met = true;
  for (const CompileResult& result : results) {
    std::vector<FileId> files;
    for (FileId file = 1; file <= result.sources->file_count(); ++file) {
      // Only what is part of the compilation: files of a folder that turned out to be something else say nothing.
      const std::string_view name = result.sources->name(file);
      if (std::any_of(result.files_read.begin(), result.files_read.end(), [&](const std::string& read) { return read == name || name == "<stdin>"; }))
        files.push_back(file);
    }
    for (const std::string& problem : check_expected_diagnostics(result.report, files)) {
      print(stderr, problem + "\n");
      met = false;
    }
  }
  return met ? kSuccess : kErrors;
}

// What was lost in translation, for --loss-report.
std::string loss_report(const std::vector<CompileResult>& results) {
  std::vector<DiagnosticReport> losses;
  for (const CompileResult& result : results) {
    losses.push_back({result.report.sources, result.losses, {}});
  }
  return render_json(losses, {false, 0});
}

int show_pipeline(const Pipelines& pipelines) {
  const std::string checks = print_pipeline(pipelines.checks);
  const std::string transforms = print_pipeline(pipelines.transforms);
  print(stdout, concat(checks, !checks.empty() && !transforms.empty() ? "," : "", transforms, "\n"));
  return kSuccess;
}

int compile(const Invocation& invocation) {
  Pipelines pipelines;
  Destinations destinations;
  std::string error;
  if (!make_pipelines(invocation, pipelines, error) || !Destinations::make(invocation, destinations, error)) return usage_error(error);
  if (invocation.show_pipeline) return show_pipeline(pipelines);

  std::vector<CompileResult> results = compile_all(invocation, pipelines, destinations.folder());
  if (invocation.verify_diagnostics) return verify_expectations(results);
  if (!show_diagnostics(results, invocation)) return kFiles;

  // With several summaries on the screen the good ones are shown; files are written only if everything is sound.
  int code = exit_code(results);
  OutputSet outputs;
  if (code == kSuccess || (destinations.standard_output() && invocation.default_target)) {
    if (!destinations.place(results, outputs, error)) {
      print(stderr, concat("romasc: error: ", error, " [-Wname-clash]\n"));
      return kErrors;
    }
    if (code == kSuccess) destinations.place_dependencies(invocation, results, outputs);
  }
  if (!invocation.loss_report.empty()) outputs.add(invocation.loss_report, loss_report(results));
  if (const auto failure = outputs.commit()) code = std::max(code, file_error(*failure));
  return code;
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
  if (code != kSuccess) {
    show_diagnostics(results, invocation);
    return code;
  }
  for (std::size_t i = 0; i < 2; ++i)
    if (results[i].models.size() != 1)
      return usage_error(concat("'", invocation.inputs[i], "' has ", results[i].models.size(), " robots; choose one with --robot"));
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
  print(stdout, text);
  return differences.empty() ? kSuccess : kErrors;
}

int run(int argc, char** argv) {
  std::string error;
  const auto invocation = parse_command_line(argc, argv, error);
  if (!invocation) return usage_error(error);
  switch (invocation->action) {
    case Action::print: {
      OutputSet out;
      out.add("-", invocation->print);
      const auto failure = out.commit();
      return failure ? file_error(*failure) : kSuccess;
    }
    case Action::compare: return compare(*invocation);
    case Action::compile: return compile(*invocation);
  }
  return kInternal;
}

}  // namespace
}  // namespace romas::tool

int main(int argc, char** argv) {
  try {
    return romas::tool::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("romasc: error: out of memory\n", stderr);
    return romas::tool::kFiles;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "romasc: internal error: %s\n", problem.what());
    return romas::tool::kInternal;
  }
}
