#include "lsp/reading/file_stamp.h"

#include <sys/stat.h>

#include <chrono>

namespace romas::lsp {

std::optional<FileStamp> stamp_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileStamp{status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec,
                   static_cast<std::uint64_t>(status.st_size)};
}

std::int64_t file_time_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

bool may_have_changed(const FileStamp& stamp, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t kTick = 20'000'000;  // ns; clocks of file systems tick every 10 ms at most
  return stamp.changed >= begin - kTick && stamp.changed <= end + kTick;
}

}  // namespace romas::lsp
