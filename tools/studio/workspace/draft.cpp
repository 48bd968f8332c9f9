#include "tools/studio/workspace/draft.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <filesystem>

#include "driver/project/settings_file.h"
#include "support/files/output_set.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas::studio {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostDraftBytes = 50'000'000;
constexpr std::size_t kMostValues = 10'000;

struct Lock {
  int descriptor = -1;  // -1: there is nothing to hold
  bool is_held_elsewhere = false;
};

// Holds a file as long as the descriptor is open. The file is never removed: a process that removes it could
// remove the file of another one.
Lock lock_file(const std::string& file, bool read_only) {
  std::error_code ignored;
  if (!read_only) fs::create_directories(fs::path(file).parent_path(), ignored);
  const int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (read_only ? O_RDONLY : O_RDWR | O_CREAT);
  Lock lock;
  lock.descriptor = ::open(file.c_str(), flags, 0600);
  if (lock.descriptor < 0 || ::flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0) return lock;
  const bool is_held = errno == EWOULDBLOCK;
  ::close(lock.descriptor);
  return {-1, is_held};
}

std::optional<double> limit_of(const YamlNode& root, std::string_view key) {
  const YamlEntry* entry = root.find(key);
  const auto value = entry == nullptr ? std::nullopt : parse_double(entry->value.text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

DraftPlace::DraftPlace(const std::string& preferences_file, bool read_only)
    : folder_(fs::path(preferences_file).parent_path().string()), read_only_(read_only) {
  if (!folder_.empty()) find(Wanted::with_draft);
}

DraftPlace::~DraftPlace() {
  if (lock_ >= 0) ::close(lock_);
}

bool DraftPlace::take() {
  if (!file_.empty()) return true;
  return !folder_.empty() && !read_only_ && find(Wanted::without_draft);
}

bool DraftPlace::find(Wanted wanted) {
  constexpr int kMostStudios = 32;
  for (int number = 1; number <= kMostStudios; ++number) {
    const std::string stem =
        (fs::path(folder_) / (number == 1 ? "studio-draft" : concat("studio-draft-", number))).string();
    std::error_code ignored;
    if (fs::exists(stem + ".json", ignored) != (wanted == Wanted::with_draft)) continue;
    const Lock lock = lock_file(stem + ".lock", read_only_);
    if (lock.is_held_elsewhere) continue;
    lock_ = lock.descriptor;
    file_ = stem + ".json";
    return true;
  }
  return false;
}

std::optional<Draft> read_draft(const std::string& file) {
  if (file.empty()) return std::nullopt;
  try {
    const driver::SettingsFile settings(file, "draft", kMostDraftBytes, kMostValues);
    const YamlNode& root = settings.root();
    Draft draft;
    if (const YamlEntry* path = root.find("path")) draft.path = path->value.text;
    if (const YamlEntry* text = root.find("text")) draft.text = text->value.text;
    if (const YamlEntry* libraries = root.find("libraries"))
      for (const YamlNode& library : libraries->value.items) draft.libraries.push_back(library.text);
    const auto lower = limit_of(root, "lower");
    const auto upper = limit_of(root, "upper");
    if (lower && upper && *lower <= *upper)
      draft.default_limit = {*lower, *upper, limit_of(root, "effort"), limit_of(root, "velocity")};
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
    json.field("lower", draft.default_limit->lower);
    json.field("upper", draft.default_limit->upper);
    if (draft.default_limit->effort) json.field("effort", *draft.default_limit->effort);
    if (draft.default_limit->velocity) json.field("velocity", *draft.default_limit->velocity);
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
