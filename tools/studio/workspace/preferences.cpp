#include "tools/studio/workspace/preferences.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "driver/project/settings_file.h"
#include "support/files/files.h"
#include "support/files/output_set.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas::studio {

namespace {

constexpr std::array<PreferenceRow, 6> kRows = {{{"language", &Preferences::language},
                                                 {"theme", &Preferences::theme},
                                                 {"angle", &Preferences::angle},
                                                 {"length", &Preferences::length},
                                                 {"grid", &Preferences::grid},
                                                 {"marks", &Preferences::marks}}};
// The words of each preference, beside the empty one; the last preference is a number.
constexpr std::array<std::array<std::string_view, 2>, 5> kWords = {
    {{"en", "ko"}, {"light", "dark"}, {"deg", "rad"}, {"mm", "m"}, {"off", "off"}}};
constexpr double kSmallestMarks = 0.3;
constexpr double kLargestMarks = 3;

}  // namespace

std::span<const PreferenceRow> preference_rows() { return kRows; }

bool are_known(const Preferences& preferences) {
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    const std::string& word = preferences.*kRows[i].word;
    if (!word.empty() && std::find(kWords[i].begin(), kWords[i].end(), word) == kWords[i].end()) return false;
  }
  if (preferences.marks.empty()) return true;
  const auto size = parse_double(preferences.marks);
  return size && *size >= kSmallestMarks && *size <= kLargestMarks;
}

std::string preferences_file() {
  std::string folder = environment_variable("XDG_CONFIG_HOME").value_or("");
  if (!folder.starts_with('/')) {  // the specification has relative ones ignored
    const std::string home = environment_variable("HOME").value_or("");
    if (!home.starts_with('/')) return {};
    folder = concat(home, "/.config");
  }
  return concat(folder, "/romas/studio.json");
}

Preferences read_preferences(const std::string& file) {
  constexpr std::size_t kMostBytes = 10'000;
  constexpr std::size_t kMostValues = 100;
  if (file.empty()) return {};
  try {
    const driver::SettingsFile settings(file, "settings", kMostBytes, kMostValues);
    Preferences preferences;
    for (const YamlEntry& entry : settings.root().entries)
      for (const PreferenceRow& row : kRows)
        if (entry.key.text == row.name) preferences.*row.word = entry.value.text;
    return are_known(preferences) ? preferences : Preferences{};
  } catch (const driver::SettingsFault&) {
    return {};
  }
}

bool write_preferences(const std::string& file, const Preferences& preferences, std::string& error) {
  JsonWriter json;
  json.begin_object();
  for (const PreferenceRow& row : kRows) json.field(row.name, preferences.*row.word);
  json.end_object();
  OutputSet out;
  out.add(file, json.take());
  const auto failure = out.commit();
  if (failure) error = concat("cannot write '", failure->path, "': ", failure->reason);
  return !failure;
}

}  // namespace romas::studio
