#include "driver/meshes/copied_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

#include "support/files/asset_kind.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

bool lies_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

// The nearest folder at or above a description's that has a package manifest.
std::optional<fs::path> package_around(const fs::path& folder, const FileSearch& search) {
  if (!search.package_name) return std::nullopt;
  for (fs::path at = folder; at.has_relative_path(); at = at.parent_path())
    if (search.package_name(at.string())) return at;
  return std::nullopt;
}

// Some bytes of a file; fewer where it is shorter or cannot be read.
std::string read_bytes(int fd, std::size_t count, std::uint64_t from) {
  std::string bytes(count, '\0');
  std::size_t used = 0;
  while (used < count) {
    const ssize_t got = ::pread(fd, bytes.data() + used, count - used, static_cast<off_t>(from + used));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    used += static_cast<std::size_t>(got);
  }
  bytes.resize(used);
  return bytes;
}

std::string reason_by_content(const std::string& path, std::uint64_t max_bytes) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return concat("it cannot be read: ", std::generic_category().message(errno));
  struct stat info {};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  const auto size = static_cast<std::uint64_t>(info.st_size);
  std::string start;
  std::string end;
  if (regular && size <= max_bytes) {
    start = read_bytes(fd, static_cast<std::size_t>(std::min<std::uint64_t>(size, kAssetStart)), 0);
    end = read_bytes(fd, kAssetEnd, size - std::min<std::uint64_t>(size, kAssetEnd));
  }
  ::close(fd);
  if (!regular) return "it is not a regular file";
  if (size > max_bytes)
    return concat("it has ", size, " bytes, more than the limit of ", max_bytes,
                  "; --max-input raises the limit");
  if (!asset_kind(start, end, size).empty()) return {};
  return "its content is not a mesh or picture in a format that simulators or editors read; if it is one, "
         "copy it by hand";
}

}  // namespace

CopiedFiles::CopiedFiles(const FileSearch& search, const std::vector<std::string>& libraries,
                         std::uint64_t max_bytes)
    : search_(search), max_bytes_(max_bytes) {
  const auto add = [&](const fs::path& path) {
    std::error_code error;
    fs::path folder = fs::canonical(path.empty() ? fs::path(".") : path, error);
    if (!error && !fs::is_directory(folder, error)) folder = folder.parent_path();
    if (!error) folders_.push_back(std::move(folder));
  };
  add(search.source_folder);
  if (!folders_.empty())
    if (const auto package = package_around(folders_.front(), search)) add(*package);
  for (const std::string& path : search.package_paths) add(path);
  for (const SearchPlace& place : search.places.models) add(place.path);
  for (const std::string& path : libraries) add(path);
}

bool CopiedFiles::is_inside(const fs::path& canonical, const std::string& package) const {
  if (std::any_of(folders_.begin(), folders_.end(),
                  [&](const fs::path& folder) { return lies_below(canonical, folder); }))
    return true;
  if (package.empty()) return false;
  const auto folder = find_package(package, search_);
  std::error_code error;
  return folder && lies_below(canonical, fs::canonical(*folder, error)) && !error;
}

std::string CopiedFiles::reason_against(const std::string& path, const std::string& package) const {
  std::error_code error;
  const fs::path canonical = fs::canonical(path, error);
  if (error) return concat("it cannot be read: ", error.message());
  if (!is_inside(canonical, package))
    return concat("'", canonical.string(),
                  "' lies outside the folders of the description, of packages and of libraries; if it "
                  "belongs to the robot, name its folder with --package-path");
  return reason_by_content(canonical.string(), max_bytes_);
}

}  // namespace romas::driver
