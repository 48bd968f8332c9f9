#include "lsp/features/robots/comparison.h"

#include <algorithm>
#include <utility>

#include "driver/several/compare.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

std::string why_not(const driver::Comparison& comparison) {
  for (const driver::CompileResult& result : comparison.results) {
    if (result.status == driver::CompileStatus::ok) continue;
    const auto& found = result.report.diagnostics;
    const auto first = std::ranges::find(found, Severity::error, &romas::Diagnostic::severity);
    return first == found.end() ? concat("'", result.label, "' cannot be compiled")
                                : concat("'", result.label, "' has errors: ", first->message);
  }
  return comparison.not_comparable;
}

// `given`: the key of the document whose text was given; empty: all texts are the current ones.
std::optional<DifferencePlace> place_in(const Workspace& workspace, const SourceManager& sources,
                                        SourceRange range, const std::string& given) {
  if (!range.valid()) return std::nullopt;
  const SourceRange written = sources.written(range);
  const std::string path(sources.name(written.file));
  DifferencePlace place;
  if (SourceManager::file_key(path) != given) place.uri = workspace.documents().uri(path);
  place.range =
      TextPositions(sources.text(written.file), workspace.encoding()).range(written.begin, written.end);
  return place;
}

RobotComparison told(const Workspace& workspace, const driver::Comparison& comparison,
                     const std::string& given) {
  RobotComparison shown;
  shown.text = driver::print_comparison(comparison);
  shown.same = comparison.found.differences.empty();
  shown.effects = comparison.found.effects;
  for (const ModelDifference& difference : comparison.found.differences) {
    RobotDifference& one = shown.differences.emplace_back();
    one.message = message_of(difference);
    one.entity = std::string(to_string(difference.entity));
    one.name = difference.name;
    one.field = difference.field;
    one.change = std::string(to_string(difference.change));
    one.first = place_in(workspace, *comparison.results[0].sources, difference.a, given);
    one.second = place_in(workspace, *comparison.results[1].sources, difference.b, {});
  }
  return shown;
}

}  // namespace

std::variant<RobotComparison, CommandFailed> compare_robots(Workspace& workspace, const View& view,
                                                            const std::string& with) {
  const auto readings = workspace.readings_of(view.key);
  if (readings.empty()) return CommandFailed{"the document describes no robot"};
  const bool is_uri = with.starts_with("file:") && with.find('\n') == std::string::npos;
  const driver::Input& now = readings.front()->input();
  const std::vector<driver::Input> inputs = {is_uri ? driver::Input(path_of_uri(with)) : now, now};
  const auto texts = workspace.documents().texts();
  SourceManager::Texts before = *texts;
  if (!is_uri) before[view.key] = with;
  driver::Comparison comparison;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    driver::CompileRequest request = workspace.project_of(inputs[i].file).request;
    request.emit.targets.clear();
    driver::Pipelines pipelines;
    std::string error;
    if (!driver::make_pipelines(request, pipelines, error)) return CommandFailed{error};
    comparison.results.push_back(
        driver::compile(inputs[i], request, pipelines, i == 0 ? &before : texts.get()));
  }
  driver::compare_results(inputs, comparison);
  if (std::string reason = why_not(comparison); !reason.empty()) return CommandFailed{std::move(reason)};
  return told(workspace, comparison, is_uri ? std::string() : view.key);
}

}  // namespace romas::lsp
