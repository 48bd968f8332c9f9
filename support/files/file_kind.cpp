#include "support/files/file_kind.h"

#include "support/files/files.h"

namespace romas {

std::string_view reason_no_file(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISDIR(mode)) return "it is a folder";
  if (S_ISFIFO(mode)) return "it is a pipe, not a file";
  if (S_ISSOCK(mode)) return "it is a socket, not a file";
  return "it is a device, not a file";
}

std::string_view reason_no_file(const std::string& path) {
  struct stat info {};
  path_kind(path);  // for records
  return ::stat(path.c_str(), &info) == 0 ? reason_no_file(info.st_mode) : std::string_view();
}

}  // namespace romas
