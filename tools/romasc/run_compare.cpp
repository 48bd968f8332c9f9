#include "driver/compare.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"

namespace romas::tool {

int run_compare(const Invocation& invocation) {
  driver::Comparison comparison;
  std::string error;
  const double tolerance = invocation.request.emit.tolerance;
  if (!driver::compare(invocation.inputs, invocation.request, tolerance, invocation.jobs, comparison, error))
    return usage_error(error);
  const int code = exit_code(comparison.results);
  if (code != kSuccess) return show_diagnostics(comparison.results, invocation) ? code : kFiles;
  if (!comparison.not_comparable.empty()) return usage_error(comparison.not_comparable);
  return print(driver::print_comparison(comparison), comparison.differences.empty() ? kSuccess : kErrors);
}

}  // namespace romas::tool
