#include "driver/request/revisions.h"
#include "driver/several/compare.h"
#include "support/text/text.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"

namespace romas::tool {

namespace {

std::string print_in(DiagnosticFormat format, const driver::Comparison& comparison) {
  if (format == DiagnosticFormat::json) return driver::print_comparison_as_json(comparison);
  if (format == DiagnosticFormat::github) return driver::print_comparison_for_github(comparison);
  return driver::print_comparison(comparison);
}

}  // namespace

int run_compare(const Invocation& invocation) {
  driver::Comparison comparison;
  std::string error;
  std::vector<driver::Input> inputs = invocation.inputs;
  for (driver::Input& input : inputs) {
    if (input.revision.empty()) continue;
    input.tree = driver::RevisionTree::check_out(input.file, input.revision, error);
    if (input.tree == nullptr) return say(concat("romasc: error: ", error, "\n"), kFiles);
    input.file = input.tree->file(input.file);
  }
  const auto named = [&](std::string text) {
    for (const driver::Input& input : inputs)
      if (input.tree != nullptr) text = input.tree->named(std::move(text));
    return text;
  };
  if (!driver::compare(inputs, invocation.request, invocation.comparison, invocation.jobs, comparison, error))
    return usage_error(error);
  const int code = exit_code(comparison.results);
  if (code != kSuccess)
    return show_diagnostics(comparison.results, invocation) ? (code == kErrors ? kDefective : code) : kFiles;
  if (!comparison.not_comparable.empty()) return usage_error(named(comparison.not_comparable));
  return print(named(print_in(invocation.format, comparison)),
               comparison.found.differences.empty() ? kSuccess : kErrors);
}

}  // namespace romas::tool
