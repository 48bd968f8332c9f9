#include "support/output_set.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "support/text.h"

namespace romas {

namespace {

std::string reason_of(int error_number) { return std::generic_category().message(error_number); }

// Writes all bytes; returns an errno value, 0 for success.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_file(const std::string& path, std::string_view text, int flags) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (fd < 0) return errno;
  int error = write_all(fd, text);
  if (::close(fd) != 0 && error == 0) error = errno;
  return error;
}

bool is_special(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

}  // namespace

bool OutputSet::add(std::string path, std::string text) {
  if (path != "-") {
    const auto same = [&](const File& file) {
      return std::filesystem::path(file.path).lexically_normal() == std::filesystem::path(path).lexically_normal();
    };
    if (std::any_of(files_.begin(), files_.end(), same)) return false;
  }
  files_.push_back({std::move(path), std::move(text)});
  return true;
}

std::optional<OutputSet::Failure> OutputSet::commit() {
  struct Pending {
    std::string temporary, path;
  };
  std::vector<Pending> pending;
  const auto undo = [&](const std::string& path, int error) {
    for (const Pending& file : pending) ::unlink(file.temporary.c_str());
    return Failure{path, reason_of(error)};
  };
  const auto in_place = [](const File& file) { return file.path == "-" || is_special(file.path); };

  for (const File& file : files_) {
    if (in_place(file)) continue;
    const std::filesystem::path target(file.path);
    if (std::filesystem::is_directory(target)) return undo(file.path, EISDIR);
    if (target.has_parent_path()) {
      std::error_code error;
      std::filesystem::create_directories(target.parent_path(), error);
      if (error) return undo(file.path, error.value());
    }
    std::string temporary = concat(file.path, ".", ::getpid(), ".tmp");
    const int error = write_file(temporary, file.text, O_CREAT | O_EXCL);
    if (error != EEXIST) pending.push_back({temporary, file.path});
    if (error != 0) return undo(file.path, error);
  }
  // What cannot be taken back comes last before the renames.
  for (const File& file : files_) {
    if (!in_place(file)) continue;
    const int error = file.path == "-" ? write_all(STDOUT_FILENO, file.text) : write_file(file.path, file.text, 0);
    if (error != 0) return undo(file.path == "-" ? "standard output" : file.path, error);
  }
  for (const Pending& file : pending)
    if (::rename(file.temporary.c_str(), file.path.c_str()) != 0) return undo(file.path, errno);
  return std::nullopt;
}

}  // namespace romas
