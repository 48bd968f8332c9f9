#include "driver/several/compare.h"

#include <filesystem>

#include "driver/request/revisions.h"
#include "driver/several/compile_inputs.h"
#include "driver/stages/comparable.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

// Returns the format and the folder of a compared input. For a xacro file, the format is that of the text
// that it expands to.
ComparedSource source_of(const CompileResult& result, const Input& input) {
  const bool expands = result.format == "xacro" && !result.models.empty();
  const std::string folder = absolute_folder(std::filesystem::path(input.file).parent_path());
  return {expands ? result.models.front().layout.format : result.format,
          input.tree == nullptr ? folder : input.tree->in_repository(folder)};
}

}  // namespace

bool compare(const std::vector<Input>& two_inputs, CompileRequest request, const CompareRequest& wanted,
             unsigned threads, Comparison& comparison, std::string& error,
             const SourceManager::Texts* texts) {
  request.emit.targets.clear();
  Pipelines pipelines;
  if (!make_pipelines(request, pipelines, error)) return false;
  comparison.request = wanted;
  std::vector<CompileResult>& results = comparison.results;
  results.resize(two_inputs.size());
  compile_inputs(two_inputs, request, pipelines, texts, threads,
                 [&](std::size_t i, CompileResult result) { results[i] = std::move(result); });
  compare_results(two_inputs, comparison);
  return true;
}

void compare_results(const std::vector<Input>& two_inputs, Comparison& comparison) {
  std::vector<CompileResult>& results = comparison.results;
  const CompareRequest& wanted = comparison.request;
  if (std::any_of(results.begin(), results.end(),
                  [](const CompileResult& result) { return result.status != CompileStatus::ok; }))
    return;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].models.size() != 1) {
      const std::size_t count = results[i].models.size();
      comparison.not_comparable =
          concat("'", label(two_inputs[i]), "' ",
                 count == 0 ? std::string("describes no robot that could be compared")
                            : concat("has ", count, " robots; choose one with --robot"));
      return;
    }
  CompareOptions options;
  options.tolerance = wanted.tolerance;
  options.aspects = wanted.aspects;
  options.match_structure = wanted.match_structure;
  options.canonical_xml = canonical_xml;
  options.a = source_of(results[0], two_inputs[0]);
  options.b = source_of(results[1], two_inputs[1]);
  for (std::size_t i = 0; i < results.size(); ++i)
    if (two_inputs[i].tree != nullptr) two_inputs[i].tree->name_files_in_repository(results[i].models[0]);
  comparison.found = compare_models(results[0].models[0], results[1].models[0], options);
}

}  // namespace romas::driver
