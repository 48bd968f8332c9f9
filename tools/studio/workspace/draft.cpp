#include "tools/studio/workspace/draft.h"

#include <cmath>
#include <filesystem>

#include "driver/settings_file.h"
#include "support/json_writer.h"
#include "support/output_set.h"
#include "support/text.h"

namespace romas::studio {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostBytes = 50'000'000;
constexpr std::size_t kMostValues = 10'000;

std::optional<double> limit_of(const YamlNode& root, std::string_view key) {
  const YamlEntry* entry = root.find(key);
  const auto value = entry == nullptr ? std::nullopt : parse_double(entry->value.text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

std::string draft_file(const std::string& preferences_file) {
  if (preferences_file.empty()) return {};
  return (fs::path(preferences_file).parent_path() / "studio-draft.json").string();
}

std::optional<Draft> read_draft(const std::string& file) {
  if (file.empty()) return std::nullopt;
  try {
    const driver::SettingsFile settings(file, "draft", kMostBytes, kMostValues);
    const YamlNode& root = settings.root();
    Draft draft;
    if (const YamlEntry* path = root.find("path")) draft.path = path->value.text;
    if (const YamlEntry* text = root.find("text")) draft.text = text->value.text;
    if (const YamlEntry* libraries = root.find("libraries"))
      for (const YamlNode& library : libraries->value.items) draft.libraries.push_back(library.text);
    const auto lower = limit_of(root, "lower");
    const auto upper = limit_of(root, "upper");
    if (lower && upper && *lower <= *upper) draft.default_limit = std::pair(*lower, *upper);
    return draft.text.empty() ? std::nullopt : std::optional(std::move(draft));
  } catch (const driver::SettingsFault&) {
    return std::nullopt;
  }
}

void write_draft(const std::string& file, const Draft& draft) {
  JsonWriter json;
  json.begin_object();
  json.field("path", draft.path);
  json.key("libraries");
  json.begin_array();
  for (const std::string& library : draft.libraries) json.string(library);
  json.end_array();
  if (draft.default_limit) {
    json.field("lower", draft.default_limit->first);
    json.field("upper", draft.default_limit->second);
  }
  json.field("text", draft.text);
  json.end_object();
  OutputSet out;
  out.add(file, json.take());
  out.commit();
}

void remove_draft(const std::string& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}

}  // namespace romas::studio
