#include "tools/romasc/compile_all.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <numeric>
#include <thread>

#include "support/text.h"
#include "tools/romasc/worker_threads.h"

namespace romas::tool {

namespace {

bool use_color(const Invocation& invocation) {
  if (invocation.color != ColorMode::automatic) return invocation.color == ColorMode::always;
  const char* no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return (no_color == nullptr || *no_color == '\0') && invocation.diagnostics_file.empty() &&
         ::isatty(STDERR_FILENO) != 0;
}

// Whether findings are shown as they are, each file's by themselves.
bool findings_are_text(const Invocation& invocation) {
  const bool by_themselves =
      invocation.format == DiagnosticFormat::text || invocation.format == DiagnosticFormat::github;
  const bool changed_later = invocation.fix != FixMode::none || !invocation.baseline.empty() ||
                             !invocation.write_baseline.empty() || invocation.verify_diagnostics;
  return by_themselves && !changed_later && invocation.action == Action::compile;
}

// Lets go of what nobody asks for any more.
void settle(CompileResult& result, const Invocation& invocation) {
  const bool compares = invocation.action == Action::compare;
  if (!compares && (invocation.servo_map.empty() || invocation.inputs.size() == 1))
    std::vector<Model>().swap(result.models);
  if (!invocation.dependencies.enabled && !invocation.verify_diagnostics)
    std::vector<std::string>().swap(result.files_read);
  if (invocation.loss_report.empty()) std::vector<Diagnostic>().swap(result.losses);
  if (findings_are_text(invocation)) {
    if (invocation.format == DiagnosticFormat::text) result.shown = std::move(result.pass_output);
    const RenderOptions options = render_options(invocation);
    result.shown += invocation.format == DiagnosticFormat::text ? render_text(result.report, options)
                                                                : render_github(result.report, options);
    result.shown.shrink_to_fit();
    std::string().swap(result.pass_output);
    result.report = {};
  }
  const bool says_more =
      !result.report.diagnostics.empty() || !result.report.omitted.empty() || !result.losses.empty();
  // --fix looks at texts without findings, too, and so does who compares findings with what is expected.
  const bool reads_texts = compares || invocation.fix != FixMode::none || invocation.verify_diagnostics ||
                           !invocation.baseline.empty() || !invocation.write_baseline.empty();
  if (!says_more && !reads_texts) {
    result.report.sources = nullptr;
    result.sources.reset();
  }
}

bool has_more_than_words(const CompileResult& result) {
  return !result.models.empty() || !result.emitted.empty() || !result.copies.empty() ||
         !result.files_read.empty() || !result.losses.empty() || !result.report.diagnostics.empty() ||
         !result.report.omitted.empty();
}

CompileResult compile_input(const std::string& path, const Invocation& invocation, const Pipelines& pipelines,
                            const std::string& output_folder, const SourceManager::Texts* texts) {
  CompileResult result = compile_file(path, invocation, pipelines, output_folder, texts);
  settle(result, invocation);
  return result;
}

CompileResult without_result(Rule rule, CompileStatus status, std::string message) {
  CompileResult result;
  result.status = status;
  result.report.sources = result.sources.get();
  result.report.diagnostics.push_back({rule, Severity::error, {}, std::move(message), {}, {}});
  return result;
}

CompileResult out_of_memory(const std::string& path) {
  return without_result(Rule::input_limit, CompileStatus::unreadable,
                        concat("the memory that this process may have is not enough for '", path,
                               "'; raise the limit, as with 'ulimit -v', or check it on a larger machine"));
}

// `results` are those of the inputs from `first` on.
void compile_some(const Invocation& invocation, const Pipelines& pipelines, const std::string& output_folder,
                  const SourceManager::Texts* texts, const std::vector<std::size_t>& inputs,
                  std::size_t first, std::vector<CompileResult>& results) {
  std::vector<char> again(inputs.size(), 0);
  const auto result_of = [&](std::size_t i) -> CompileResult& { return results[inputs[i] - first]; };
  const auto compile = [&](std::size_t i) {
    const std::string& path = invocation.inputs[inputs[i]];
    try {
      result_of(i) = compile_input(path, invocation, pipelines, output_folder, texts);
    } catch (const std::bad_alloc&) {
      again[i] = 1;
    } catch (const std::exception& problem) {
      result_of(i).status = CompileStatus::internal_error;
      result_of(i).shown = concat("romasc: internal error: '", path, "': ", problem.what(), "\n");
    }
  };
  const std::size_t cores =
      invocation.jobs != 0 ? invocation.jobs : std::max(1U, std::thread::hardware_concurrency());
  run_in_threads(inputs.size(), cores, compile);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (again[i] == 0) continue;
    again[i] = 0;
    run_in_threads(1, 1, [&](std::size_t) { compile(i); });
    if (again[i] != 0) result_of(i) = out_of_memory(invocation.inputs[inputs[i]]);
  }
}

}  // namespace

RenderOptions render_options(const Invocation& invocation) {
  return {use_color(invocation), invocation.error_limit};
}

void compile_inputs(const Invocation& invocation, const Pipelines& pipelines,
                    const std::string& output_folder, const SourceManager::Texts* texts,
                    const std::vector<std::size_t>& inputs, std::vector<CompileResult>& results) {
  compile_some(invocation, pipelines, output_folder, texts, inputs, 0, results);
}

std::vector<CompileResult> compile_all(const Invocation& invocation, const Pipelines& pipelines,
                                       const std::string& output_folder) {
  // There may be very many inputs: results of which only words are left become one.
  constexpr std::size_t kAtOnce = 1024;
  const bool separate = !findings_are_text(invocation) || !invocation.servo_map.empty();
  std::vector<CompileResult> results;
  std::vector<CompileResult> part;
  std::vector<std::size_t> inputs;
  for (std::size_t first = 0; first < invocation.inputs.size(); first += inputs.size()) {
    inputs.resize(separate ? invocation.inputs.size() : std::min(kAtOnce, invocation.inputs.size() - first));
    std::iota(inputs.begin(), inputs.end(), first);
    part.clear();
    part.resize(inputs.size());
    compile_some(invocation, pipelines, output_folder, nullptr, inputs, first, part);
    if (separate) return part;
    for (CompileResult& result : part) {
      if (results.empty() || has_more_than_words(results.back()) || has_more_than_words(result)) {
        results.push_back(std::move(result));
      } else {
        results.back().shown += result.shown;
        results.back().status = std::max(results.back().status, result.status);
      }
    }
  }
  return results;
}

}  // namespace romas::tool
