// --cache: where it lies, and what a result depends on beside its input.
#include <filesystem>

#include "driver/cache_folder.h"
#include "support/source_manager.h"
#include "tools/arguments/build_facts.h"
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

// Of what a run prints or reads again something is not part of a kept result.
bool goes_beyond_results(const Invocation& invocation) {
  const driver::PassRequest& passes = invocation.request.passes;
  return invocation.action != Action::compile || invocation.fix != FixMode::none ||
         invocation.verify_diagnostics || invocation.request.emit.copy_meshes ||
         !invocation.request.servos.map.empty() || !passes.print_after.empty() || passes.print_after_all ||
         passes.print_changed || passes.time_passes || passes.statistics;
}

std::string places_text(const std::vector<SearchPlace>& places) {
  std::string text = concat(places.size(), "\n");
  for (const SearchPlace& place : places)
    text += concat(static_cast<int>(place.kind), " ", place.path, "\n", place.origin, "\n");
  return text;
}

// The project file, if there is one.
std::string text_of(const std::string& path) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = path.empty() ? 0 : sources.read_file(path, error);
  return file == 0 ? std::string() : std::string(sources.text(file));
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
  const SearchPlaces& places = to.request.input.frontend.places;
  std::error_code ignored;
  const std::string here = std::filesystem::current_path(ignored).string();
  const bool undecided = !to.baseline.empty() || !to.write_baseline.empty();
  to.cache.options = concat(build_identity(), "\n", here, "\n", values.spelled(harmless_options()), "\n");
  to.cache.options += concat(project.path, "\n", text_of(project.path), "\n", undecided ? "undecided\n" : "",
                             to.inputs.size() > 1 || to.of_folder ? "several\n" : "");
  for (const auto* list : {&places.packages, &places.models, &places.fuel})
    to.cache.options += places_text(*list);
  to.cache.options += join(places.unset, "\n");
}

}  // namespace romas::tool
