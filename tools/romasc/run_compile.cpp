#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "driver/cache/result_cache.h"
#include "driver/project/beside_robots.h"
#include "driver/project/xacro_roots.h"
#include "driver/several/baseline.h"
#include "driver/several/build_project.h"
#include "driver/several/compile_inputs.h"
#include "driver/several/fixes.h"
#include "driver/several/root_findings.h"
#include "driver/several/shared_servo_map.h"
#include "driver/stages/semantics_stage.h"
#include "frontend/yaml/parameter_names.h"
#include "support/shown/expected_diagnostics.h"
#include "support/text/text.h"
#include "tools/romasc/collect_results.h"
#include "tools/romasc/console.h"
#include "tools/romasc/progress.h"
#include "tools/romasc/run.h"
#include "tools/romasc/write_outputs.h"

namespace romas::tool {

namespace {

using driver::Baseline;
using driver::Destinations;
using driver::FixOutcome;
using driver::Pipelines;
using driver::ResultCache;
using Results = std::vector<CompileResult>;
using Strings = std::vector<std::string>;
using Inputs = std::vector<driver::Input>;

Strings files_of(const Inputs& inputs) {
  Strings files;
  for (const driver::Input& input : inputs) files.push_back(input.file);
  return files;
}

// Shows the findings of a run that ends with them.
int end_with(const Results& results, const Invocation& invocation, int code) {
  return show_diagnostics(results, invocation) ? code : kFiles;
}

Results compile_some(const Inputs& inputs, const Invocation& invocation, const Pipelines& pipelines,
                     const SourceManager::Texts* texts, ResultCache* cache, Progress& progress) {
  const Needs needs(invocation);
  Results results(inputs.size());
  driver::compile_inputs(
      inputs, invocation.request, pipelines, texts, invocation.jobs,
      [&](std::size_t i, CompileResult result) {
        settle(result, needs, invocation);
        results[i] = std::move(result);
        progress.advance();
      },
      cache);
  return results;
}

// Returns the results in the order given. `shown`: whether standard error took what was shown meanwhile.
Results compile_all(const Invocation& invocation, const Pipelines& pipelines, ResultCache* cache,
                    bool& shown) {
  const Needs needs(invocation);
  Progress progress(invocation.inputs.size());
  if (needs.findings || !invocation.request.servos.map.empty())
    return compile_some(invocation.inputs, invocation, pipelines, invocation.texts, cache, progress);
  ResultCollector collector(invocation, progress);
  if (cache != nullptr)
    cache->show_as({name_of_form(invocation),
                    [&](const CompileResult& result) { return text_alone(result, needs, invocation); }});
  driver::compile_inputs(
      invocation.inputs, invocation.request, pipelines, invocation.texts, invocation.jobs,
      [&](std::size_t i, CompileResult result) {
        settle(result, needs, invocation);
        collector.take(i, std::move(result));
        progress.advance();
      },
      cache);
  shown = collector.ok();
  return collector.finish();
}

// --cache. `problem`: why it cannot be used; a sentence.
std::unique_ptr<ResultCache> open_cache(const Invocation& invocation, std::string& problem) {
  const CacheRequest& asked = invocation.cache;
  if (asked.folder.empty()) return nullptr;
  auto folder = driver::CacheFolder::open(asked.folder, asked.size, problem);
  if (folder == nullptr) return nullptr;
  return std::make_unique<ResultCache>(std::move(folder), asked.options,
                                       invocation.request.input.frontend.places.index);
}

// The folder of the package that a file lies in; empty: none.
std::string package_of(const std::string& file) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::absolute(file, error).parent_path();
  while (!std::filesystem::exists(folder / "package.xml", error)) {
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
  return folder.string();
}

// Takes files that lack arguments out of the inputs: those of a package are told together.
std::vector<UncalledFiles> take_uncalled(driver::XacroRoots& roots) {
  std::map<std::string, std::vector<std::size_t>> by_package;
  for (const auto& [i, arguments] : roots.uncalled) by_package[package_of(roots.inputs[i].file)].push_back(i);
  std::set<std::size_t> taken;
  std::vector<UncalledFiles> packages;
  for (const auto& [package, those] : by_package) {
    UncalledFiles& files = packages.emplace_back();
    for (const std::size_t i : those) files.emplace_back(roots.inputs[i].file, roots.uncalled[i]);
    taken.insert(those.begin(), those.end());
  }
  Inputs left;
  for (std::size_t i = 0; i < roots.inputs.size(); ++i)
    if (!taken.contains(i)) left.push_back(std::move(roots.inputs[i]));
  roots.inputs = std::move(left);
  return packages;
}

// Pairs the inputs with the robots that they are about, and adds the parameters in packages that say names of
// robots.
void pair_inputs(Inputs& inputs, const Invocation& given) {
  driver::pair_with_robots(inputs);
  const std::set<std::string> known = [&] {
    std::set<std::string> keys;
    for (const driver::Input& input : inputs) keys.insert(SourceManager::file_key(input.file));
    return keys;
  }();
  const Inputs robots = inputs;
  driver::BesideRobots pairing(given.request.input.frontend, robots);
  for (driver::Input& input : inputs) pairing.pair(input);
  for (const std::string& file : given.parameter_files) {
    if (known.contains(SourceManager::file_key(file)) || package_of(file).empty()) continue;
    SourceManager sources;
    SourceManager::ReadError error;
    const FileId text = sources.read_file(file, error);
    if (text == 0 || !may_have_judged_names(sources.text(text))) continue;
    const auto names = find_parameter_names(text, sources);
    if (!names || std::ranges::none_of(*names, &ParameterName::judged)) continue;
    driver::Input input(file);
    input.found = true;
    pairing.pair(input);
    if (!input.robots.empty() || !input.semantics.empty()) inputs.push_back(std::move(input));
  }
}

// --fix and --fix-dry-run. Afterwards `results` are those of the fixed texts, or for a dry run what they
// were.
FixOutcome fix_inputs(Results& results, const Invocation& invocation, const Pipelines& pipelines) {
  const auto compile = [&](const std::vector<std::size_t>& inputs, const SourceManager::Texts& texts) {
    Inputs again;
    for (const std::size_t input : inputs) again.push_back(invocation.inputs[input]);
    Progress progress(again.size());
    return compile_some(again, invocation, pipelines, &texts, nullptr, progress);
  };
  FixOutcome outcome =
      driver::fix(files_of(invocation.inputs), std::move(results), invocation.fix_unsafe, compile);
  results = std::move(outcome.results);
  if (invocation.fix == FixMode::dry_run) restore(std::exchange(outcome.before, {}), results);
  return outcome;
}

int verify_expectations(const Results& results) {
  int code = kSuccess;
  for (const CompileResult& result : results) {
    std::vector<FileId> files;
    for (FileId file = 1; file <= result.sources->file_count(); ++file) {
      // Only files that are part of the compilation count: other files of a folder are skipped.
      const std::string_view name = result.sources->name(file);
      const auto& read = result.files_read;
      if (name == "<stdin>" || std::find(read.begin(), read.end(), name) != read.end()) files.push_back(file);
    }
    for (const std::string& problem : check_expected_diagnostics(result.report, files))
      code = say(problem + "\n", std::max<int>(code, kErrors));
  }
  return code;
}

// The baseline before and after a run.
struct Known {
  std::optional<Baseline> baseline;
  std::string text;   // the output of --write-baseline; empty: none
  std::string stale;  // the note on entries that no longer occur
};

// Removes known findings from all results, also from those of the texts before --fix.
void apply_baseline(Known& known, const Invocation& given, Results& results,
                    std::optional<FixOutcome>& fixed) {
  if (!given.write_baseline.empty()) {
    known.baseline = Baseline::of(given.write_baseline, results);
    known.text = known.baseline->text();
  }
  if (!known.baseline) return;
  const SeverityPolicy& severities = given.request.severities;
  const auto apply = [&](CompileResult& result) {
    result = known.baseline->without_known(std::move(result), severities);
  };
  for (CompileResult& result : results) apply(result);
  known.stale = known.baseline->summary();
  if (!fixed) return;
  for (auto& [input, result] : fixed->before) apply(result);
}

// Adds all files of the run to `outputs`. Returns a finding if two files have the same path.
std::optional<CompileResult> place_outputs(Results& results, const Invocation& invocation,
                                           const Destinations& destinations, const Known& known,
                                           const std::optional<FixOutcome>& fixed, OutputSet& outputs) {
  // Summaries on the screen are shown for inputs without errors; files are written only if no input has
  // errors.
  const bool sound = exit_code(results) == kSuccess;
  std::string error;
  if ((sound || (destinations.standard_output() && invocation.default_target)) &&
      !destinations.place(results, outputs, error))
    return run_problem(Rule::name_clash, error);
  if (!invocation.loss_report.empty()) outputs.add(invocation.loss_report, loss_report(results));
  if (!known.text.empty()) outputs.add(invocation.write_baseline, known.text);
  if (invocation.fix == FixMode::apply && !fixed->texts.place(outputs, error))
    return run_problem(
        Rule::name_clash,
        concat("'", error, "' would be fixed and written by --emit; give the output another place"));
  if (invocation.fix == FixMode::dry_run) outputs.add("-", fixed->texts.unified_diffs());
  return std::nullopt;
}

// --list-outputs: a line each.
std::string list_of(const OutputSet& outputs) {
  std::string list;
  for (const std::string& path : outputs.paths()) list += path + "\n";
  return list;
}

int build(const Invocation& invocation) {
  std::string made;
  std::string error;
  if (!driver::build_project(invocation.request.emit.targets.front(), invocation.output, made, error))
    return say(concat("romasc: error: ", error, "\n"), kErrors);
  return print(made + "\n", kSuccess);
}

// Forgets what was fixed: the results are those of the texts before.
void give_up(FixOutcome& fixed, Results& results) {
  restore(std::exchange(fixed.before, {}), results);
  driver::merge_findings_of_roots(results);
}

// Returns the part that the fixes have in the end of a run: how to give them up, and their summary.
Epilogue epilogue_of(std::optional<FixOutcome>& fixed, const Invocation& invocation) {
  if (!fixed) return {};
  return {true, [&fixed](Results& results) { give_up(*fixed, results); },
          fixed->texts.summary(invocation.fix == FixMode::apply)};
}

// Carries compiled results to the end of the run.
int finish(Results results, const Invocation& given, const Invocation& invocation,
           const Destinations& destinations, Known known, std::optional<FixOutcome> fixed) {
  apply_baseline(known, given, results, fixed);
  if (invocation.verify_diagnostics) return verify_expectations(results);
  driver::merge_findings_of_roots(results);
  OutputSet outputs;
  const int found = exit_code(results);
  if (auto clash = place_outputs(results, invocation, destinations, known, fixed, outputs)) {
    if (fixed) give_up(*fixed, results);
    results.push_back(std::move(*clash));
    return end_with(results, invocation, kErrors);
  }
  std::string list;
  if (invocation.list_outputs) list = list_of(std::exchange(outputs, {}));
  if (found == kSuccess) destinations.place_dependencies(invocation.dependencies, results, outputs);
  int code = write_outputs(outputs, results, invocation, found, epilogue_of(fixed, invocation));
  if (code == kSuccess && invocation.list_outputs) return print(std::move(list), code);
  if (invocation.format == DiagnosticFormat::text) code = say(known.stale, code);
  return code == kSuccess && invocation.build ? build(invocation) : code;
}

}  // namespace

int run_compile(const Invocation& given) {
  std::string error;
  Known known;
  if (!given.baseline.empty() && !(known.baseline = Baseline::read(given.baseline, error)))
    return usage_error(error);
  Invocation invocation = given;
  driver::CompileRequest& request = invocation.request;
  Strings unreached;
  std::vector<UncalledFiles> uncalled;
  std::string cache_problem;
  const std::unique_ptr<ResultCache> cache = open_cache(given, cache_problem);
  if (known.baseline || !given.write_baseline.empty())
    request.severities = Baseline::undecided(request.severities);
  if (given.parts_found) {
    driver::XacroRoots roots = driver::find_xacro_roots(given.inputs, request, given.jobs, cache.get(), true);
    uncalled = take_uncalled(roots);
    invocation.inputs = std::move(roots.inputs);
    unreached = std::move(roots.unreached);
  }
  pair_inputs(invocation.inputs, given);
  Pipelines pipelines;
  Destinations destinations;
  if (!make_pipelines(request, pipelines, error) ||
      !Destinations::make(given.output,
                          std::max<std::size_t>(invocation.inputs.size(), given.of_folder ? 2 : 1),
                          request.emit.targets, given.default_target, destinations, error))
    return usage_error(error);
  if (invocation.show_pipeline) return print(pipeline_text(request, pipelines) + "\n", kSuccess);
  if (!given.force && given.fix == FixMode::none && !request.emit.targets.empty())
    destinations.protect(files_of(given.inputs));  // fixes say it themselves
  request.emit.output_folder = destinations.folder();
  request.emit.output_file = destinations.file();
  if (cache != nullptr) cache->depend_on(concat("outputs in ", destinations.folder()));

  Results results;
  if (auto wrong = driver::check_shared_servo_map(request, invocation.texts)) {
    results.push_back(std::move(*wrong));
    return end_with(results, invocation, exit_code(results));
  }
  bool shown = true;
  results = compile_all(invocation, pipelines, cache.get(), shown);
  if (cache != nullptr) cache_problem = cache->finish();
  if (!shown) return kFiles;
  std::optional<FixOutcome> fixed;
  if (invocation.fix != FixMode::none) fixed = fix_inputs(results, invocation, pipelines);
  add_unreadable(invocation, results);
  if (!cache_problem.empty()) results.push_back(run_warning(Rule::unwritable_file, cache_problem));
  for (const UncalledFiles& files : uncalled) results.push_back(uncalled_files(files));
  if (auto note = unreached_files(unreached, invocation)) results.push_back(std::move(*note));
  if (auto wrong = driver::check_joints_of_shared_servo_map(request, results))
    results.push_back(std::move(*wrong));
  return finish(std::move(results), given, invocation, destinations, std::move(known), std::move(fixed));
}

}  // namespace romas::tool
