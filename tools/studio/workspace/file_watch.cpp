#include "tools/studio/workspace/file_watch.h"

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <utility>

#include "support/files/files.h"

namespace romas::studio {

namespace fs = std::filesystem;

namespace {

// Writing alone does not count: the file would be read before it is complete.
constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
                                  IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
constexpr std::uint32_t kOfFolder = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT;

// Clocks of file systems tick more slowly than others.
constexpr std::chrono::milliseconds kTick{10};

// The time at which a file, or its folder if it is missing, changed last; names count.
bool has_changed(const std::string& path, FileWatch::Clock::time_point since) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 && ::stat(fs::path(path).parent_path().c_str(), &info) != 0)
    return false;
  const auto time =
      std::chrono::seconds(info.st_ctim.tv_sec) + std::chrono::nanoseconds(info.st_ctim.tv_nsec);
  return time >= since.time_since_epoch() - kTick;
}

}  // namespace

FileWatch::FileWatch(std::size_t most_folders)
    : most_folders_(most_folders), descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

FileWatch::~FileWatch() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// -1: it cannot be watched.
int FileWatch::watch_folder(const std::string& folder, Folders& folders) {
  const int number = ::inotify_add_watch(descriptor_, folder.c_str(), kEvents);
  if (number < 0 || folders.count(number) != 0) return number;
  if (folders.size() >= most_folders_) {
    ::inotify_rm_watch(descriptor_, number);
    return -1;
  }
  folders.try_emplace(number);
  return number;
}

// If the folder of a file is missing, too, waits for the name that must appear first.
void FileWatch::add(const std::string& path, Folders& folders) {
  std::error_code error;
  fs::path at = fs::absolute(path, error).lexically_normal();
  if (error) return;
  if (is_folder(at.string())) {
    const int number = watch_folder(at.string(), folders);
    if (number < 0)
      complete_ = false;
    else
      folders[number].all = true;
  }
  while (at.has_relative_path() && !is_folder(at.parent_path().string())) at = at.parent_path();
  if (!at.has_relative_path()) return;
  const int number = watch_folder(at.parent_path().string(), folders);
  if (number < 0)
    complete_ = false;
  else
    folders[number].names.insert(at.filename().string());
}

bool FileWatch::watch(const std::vector<std::string>& paths, Clock::time_point since) {
  complete_ = descriptor_ >= 0;
  if (!complete_) return false;
  Folders folders;
  bool changed = false;
  for (const std::string& path : paths) {
    add(path, folders);
    // Links lead to files that may change by themselves.
    std::error_code error;
    if (const fs::path target = fs::canonical(path, error); !error && target != path)
      add(target.string(), folders);
  }
  for (const auto& [number, folder] : folders)
    if (folders_.count(number) == 0) changed = true;
  for (const auto& [number, folder] : folders_)
    if (folders.count(number) == 0) ::inotify_rm_watch(descriptor_, number);
  folders_ = std::move(folders);
  if (!changed) return false;
  for (const std::string& path : paths)
    if (has_changed(path, since)) return true;
  return false;
}

bool FileWatch::counts(int number, unsigned happened, const char* name) {
  if ((happened & IN_Q_OVERFLOW) != 0) return true;
  const auto folder = folders_.find(number);
  if (folder == folders_.end()) return false;
  const bool its_own = (happened & kOfFolder) != 0;
  const bool result = its_own || folder->second.all || folder->second.names.count(name) != 0;
  if ((happened & IN_IGNORED) != 0) folders_.erase(folder);
  return result;
}

bool FileWatch::take_changes() {
  alignas(inotify_event) std::array<char, 16384> buffer{};
  bool changed = std::exchange(is_told_, false);
  while (descriptor_ >= 0) {
    const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* name = event.len > 0 ? buffer.data() + at + sizeof event : "";
      changed = counts(event.wd, event.mask, name) || changed;
      at += sizeof event + event.len;
    }
  }
  return changed;
}

}  // namespace romas::studio
