#include "driver/compare.h"

#include <algorithm>

#include "driver/compile_inputs.h"
#include "support/text.h"

namespace romas::driver {

bool compare(const std::vector<std::string>& two_inputs, CompileRequest request, double tolerance,
             unsigned threads, Comparison& comparison, std::string& error) {
  request.emit.targets.clear();
  Pipelines pipelines;
  if (!make_pipelines(request, pipelines, error)) return false;
  std::vector<CompileResult>& results = comparison.results;
  results.resize(two_inputs.size());
  compile_inputs(two_inputs, request, pipelines, nullptr, threads,
                 [&](std::size_t i, CompileResult result) { results[i] = std::move(result); });
  if (std::any_of(results.begin(), results.end(),
                  [](const CompileResult& result) { return result.status != CompileStatus::ok; }))
    return true;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].models.size() != 1) {
      comparison.not_comparable =
          concat("'", two_inputs[i], "' has ", results[i].models.size(), " robots; choose one with --robot");
      return true;
    }
  comparison.differences = compare_models(results[0].models[0], results[1].models[0], {tolerance});
  return true;
}

std::string print_comparison(const Comparison& comparison) {
  if (comparison.differences.empty()) return "the same robot\n";
  std::string text;
  const auto add_place = [&](const CompileResult& result, SourceRange range) {
    if (!range.valid()) return;
    const LineColumn at = result.sources->line_column(range.start());
    text += concat("  ", result.sources->name(range.file), ":", at.line, ":", at.column, "\n");
  };
  for (const ModelDifference& difference : comparison.differences) {
    text += concat(difference.message, "\n");
    add_place(comparison.results[0], difference.a);
    add_place(comparison.results[1], difference.b);
  }
  return text;
}

}  // namespace romas::driver
