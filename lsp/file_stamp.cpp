#include "lsp/file_stamp.h"

#include <sys/stat.h>

namespace romas::lsp {

std::optional<FileStamp> stamp_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileStamp{status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec,
                   static_cast<std::uint64_t>(status.st_size)};
}

}  // namespace romas::lsp
