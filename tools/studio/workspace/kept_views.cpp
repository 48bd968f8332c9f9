#include "tools/studio/workspace/kept_views.h"

#include <filesystem>

#include "driver/project/settings_file.h"
#include "support/files/output_set.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas::studio {

std::string views_file(const std::string& preferences_file) {
  if (preferences_file.empty()) return {};
  return (std::filesystem::path(preferences_file).parent_path() / "studio-views.json").string();
}

KeptViews read_views(const std::string& file) {
  constexpr std::size_t kMostBytes = 2 * kMostViews * kLargestView;
  if (file.empty()) return {};
  try {
    const driver::SettingsFile settings(file, "views", kMostBytes, 2 * kMostViews + 1);
    KeptViews views;
    for (const YamlEntry& entry : settings.root().entries) views[entry.key.text] = entry.value.text;
    return views;
  } catch (const driver::SettingsFault&) {
    return {};
  }
}

bool write_views(const std::string& file, const KeptViews& views, std::string& error) {
  JsonWriter json;
  json.begin_object();
  for (const auto& [robot, text] : views) json.field(robot, text);
  json.end_object();
  OutputSet out;
  out.add(file, json.take());
  const auto failure = out.commit();
  if (failure) error = concat("cannot write '", failure->path, "': ", failure->reason);
  return !failure;
}

}  // namespace romas::studio
