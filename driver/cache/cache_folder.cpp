#include "driver/cache/cache_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <vector>

#include "support/bytes/content_hash.h"
#include "support/files/files.h"
#include "support/files/output_set.h"
#include "support/process/standard_streams.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

// The version of the format of entries and of their places. Entries of another version are in another folder.
constexpr std::string_view kCacheVersion = "1";
constexpr std::string_view kTag =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# This folder is a cache of romasc: everything in it may be removed at any time.\n"
    "# https://bford.info/cachedir/ describes the mark.\n";
constexpr std::size_t kDigits = 32;
constexpr std::uint64_t kLargestEntry = 100'000'000;  // bytes
constexpr std::uint64_t kFolders = 256;
constexpr auto kUsedLately = std::chrono::hours(12);
constexpr auto kAbandoned = std::chrono::hours(1);

// Returns the begin of an entry: its type and version, its key, and the hash of the content that follows.
std::string head_of(const std::string& key, std::string_view content) {
  return concat("romasc cache ", kCacheVersion, "\n", key, "\n", content_hash(content).hex(), "\n");
}

std::string reason(int error) { return reason_for_no_writing(error); }

std::string advice(const std::string& path, const std::string& why) {
  return concat("cannot write the cache '", path, "': ", why,
                "; the results are right, but nothing is kept; give --cache a folder that can be written");
}

}  // namespace

std::unique_ptr<CacheFolder> CacheFolder::open(const std::string& path, std::uint64_t bound,
                                               std::string& problem) {
  // The mark stands inside, because the folder that is named may have other things in it.
  const std::string own = (fs::path(path) / concat("romasc-", kCacheVersion)).string();
  std::error_code error;
  fs::create_directories(own, error);
  if (!fs::is_directory(own)) {
    problem = advice(path, reason(error.value()));
    return nullptr;
  }
  std::unique_ptr<CacheFolder> folder(new CacheFolder(own, bound));
  const std::string tag = concat(own, "/CACHEDIR.TAG");
  if (fs::exists(tag, error)) return folder;
  OutputSet files;
  files.add(tag, std::string(kTag));
  if (const auto failure = files.commit()) folder->problem_ = advice(path, failure->reason);
  return folder;
}

std::string CacheFolder::folder_of(const std::string& key) const {
  return concat(path_, "/", key.substr(0, 2));
}

std::optional<std::string> CacheFolder::read(const std::string& key) const {
  const std::string path = concat(folder_of(key), "/", key.substr(2));
  const auto file = read_plain_file(path, kLargestEntry);
  if (!file) return std::nullopt;
  const std::string_view text = file->content;
  const std::size_t head_size = head_of(key, {}).size();
  const std::string_view content = text.substr(std::min(head_size, text.size()));
  if (text.substr(0, text.size() - content.size()) != head_of(key, content)) return std::nullopt;
  // The time of an entry is that of its last use, roughly.
  std::error_code ignored;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  if (now - std::chrono::seconds(file->changed) > kUsedLately)
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return std::string(content);
}

void CacheFolder::fail(const std::string& path, int error) {
  const std::lock_guard lock(mutex_);
  if (problem_.empty()) problem_ = advice(path, reason(error));
}

void CacheFolder::write(const std::string& key, std::string_view content) {
  if (!writes_later_) return write_now(key, content);
  const std::lock_guard lock(mutex_);
  waiting_.emplace_back(key, content);
}

void CacheFolder::write_waiting(const std::function<bool()>& go_on) {
  std::vector<std::pair<std::string, std::string>> waiting;
  {
    const std::lock_guard lock(mutex_);
    waiting.swap(waiting_);
  }
  for (const auto& [key, content] : waiting) {
    if (!go_on()) return;
    write_now(key, content);
  }
}

void CacheFolder::write_now(const std::string& key, std::string_view content) {
  const std::string folder = folder_of(key);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail(folder, error.value());
  const std::string temporary = concat(folder, "/.", ::getpid(), "-", next_++, ".tmp");
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return fail(folder, errno);
  int failed = write_all(fd, head_of(key, content));
  if (failed == 0) failed = write_all(fd, content);
  if (::close(fd) != 0 && failed == 0) failed = errno;
  const std::string path = concat(folder, "/", key.substr(2));
  if (failed == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) failed = errno;
  if (failed != 0) {
    ::unlink(temporary.c_str());
    return fail(folder, failed);
  }
  const std::lock_guard lock(mutex_);
  written_.insert(folder);
}

void CacheFolder::remove_oldest() {
  struct File {
    fs::file_time_type time;
    std::uintmax_t size;
    fs::path path;
  };
  const std::lock_guard lock(mutex_);
  const auto now = fs::file_time_type::clock::now();
  for (const std::string& folder : written_) {
    std::vector<File> files;
    std::uintmax_t size = 0;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      std::error_code gone;  // another process may have removed it
      const File file{entry->last_write_time(gone), gone ? 0 : entry->file_size(gone), entry->path()};
      if (gone) continue;
      if (file.path.extension() == ".tmp" && now - file.time > kAbandoned) {
        fs::remove(file.path, gone);
      } else if (file.path.filename().string().size() == kDigits - 2) {
        files.push_back(file);
        size += file.size;
      }
    }
    const std::uintmax_t bound = bound_ / kFolders;
    if (size <= bound) continue;
    std::ranges::sort(files, {}, &File::time);
    // A little more than needed, so that not every run has to do it.
    for (const File& file : files) {
      if (size <= bound - bound / 8) break;
      fs::remove(file.path, error);
      size -= file.size;
    }
  }
  written_.clear();
}

std::string CacheFolder::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

}  // namespace romas::driver
