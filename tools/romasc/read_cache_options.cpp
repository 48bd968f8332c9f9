// --cache: where it lies, and what a result depends on beside its input.
#include "driver/cache/cache_folder.h"
#include "tools/arguments/request_identity.h"
#include "tools/romasc/read_options.h"

namespace romas::tool {

namespace {

// Options that name the inputs, or change what becomes of results and not the results.
const Strings& harmless_options() {
  static const Strings kNames = {
      "input",       "include",  "exclude",       "jobs",           "cache",         "cache-size",
      "format",      "color",    "error-limit",   "expand",         "statistics",    "diagnostics-file",
      "loss-report", "depfile",  "depfile-path",  "depfile-target", "depfile-phony", "list-outputs",
      "force",       "baseline", "write-baseline"};
  return kNames;
}

// Whether a run prints or reads again something that a kept result does not have.
bool goes_beyond_results(const Invocation& invocation) {
  const driver::PassRequest& passes = invocation.request.passes;
  return invocation.action != Action::compile || invocation.fix != FixMode::none ||
         invocation.verify_diagnostics || invocation.request.emit.copy_meshes ||
         !invocation.request.servos.map.empty() || !invocation.request.servos.calibration.empty() ||
         !passes.print_before.empty() || passes.print_before_all || !passes.print_after.empty() ||
         passes.print_after_all || passes.pass_limit || passes.print_changed || passes.time_passes ||
         passes.statistics;
}

}  // namespace

void read_cache_options(const OptionValues& values, const driver::ProjectSettings& project, Invocation& to) {
  to.cache.size = values.count("cache-size", driver::CacheFolder::kDefaultBound);
  if (!values.given("cache")) {
    if (values.given("cache-size")) throw UsageError{"--cache-size goes with --cache"};
    return;
  }
  if (values.text("cache").empty()) throw UsageError{"--cache needs a folder"};
  if (goes_beyond_results(to)) return;
  to.cache.folder = values.text("cache");
  const bool undecided = !to.baseline.empty() || !to.write_baseline.empty();
  to.cache.options =
      concat(request_identity(values, harmless_options(), project, to.request.input.frontend),
             undecided ? "undecided\n" : "", to.inputs.size() > 1 || to.of_folder ? "several\n" : "");
}

}  // namespace romas::tool
