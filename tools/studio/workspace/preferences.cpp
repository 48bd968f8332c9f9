#include "tools/studio/workspace/preferences.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "driver/settings_file.h"
#include "support/json_writer.h"
#include "support/output_set.h"
#include "support/text.h"

namespace romas::studio {

namespace {

constexpr std::array<std::string_view, 3> kLanguages = {"", "en", "ko"};
constexpr std::array<std::string_view, 3> kThemes = {"", "light", "dark"};

bool contains(const std::array<std::string_view, 3>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
  return value == nullptr ? std::string() : value;
}

}  // namespace

bool are_known(const Preferences& preferences) {
  return contains(kLanguages, preferences.language) && contains(kThemes, preferences.theme);
}

std::string preferences_file() {
  std::string folder = variable("XDG_CONFIG_HOME");
  if (!folder.starts_with('/')) {  // the specification has relative ones ignored
    const std::string home = variable("HOME");
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
    for (const YamlEntry& entry : settings.root().entries) {
      if (entry.key.text == "language") preferences.language = entry.value.text;
      if (entry.key.text == "theme") preferences.theme = entry.value.text;
    }
    return are_known(preferences) ? preferences : Preferences{};
  } catch (const driver::SettingsFault&) {
    return {};
  }
}

bool write_preferences(const std::string& file, const Preferences& preferences, std::string& error) {
  JsonWriter json;
  json.begin_object();
  json.field("language", preferences.language);
  json.field("theme", preferences.theme);
  json.end_object();
  OutputSet out;
  out.add(file, json.take());
  const auto failure = out.commit();
  if (failure) error = concat("cannot write '", failure->path, "': ", failure->reason);
  return !failure;
}

}  // namespace romas::studio
