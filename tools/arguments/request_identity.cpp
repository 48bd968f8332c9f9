#include "tools/arguments/request_identity.h"

#include <filesystem>

#include "support/sources/source_manager.h"
#include "support/text/text.h"
#include "tools/arguments/build_facts.h"

namespace romas::tool {

namespace {

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

std::string request_identity(const OptionValues& values, const Strings& harmless,
                             const driver::ProjectSettings& project, const FrontendOptions& options) {
  const SearchPlaces& places = options.places;
  std::error_code ignored;
  const std::string here = std::filesystem::current_path(ignored).string();
  std::string identity = concat(build_identity(), "\n", here, "\n", values.spelled(harmless), "\n",
                                project.path, "\n", text_of(project.path), "\n");
  for (const auto* list : {&places.packages, &places.models, &places.fuel}) identity += places_text(*list);
  return identity + join(places.unset, "\n");
}

}  // namespace romas::tool
