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

std::string reason_of(int error_number) {
  switch (error_number) {
    case EACCES:
    case EPERM: return "no permission to write there";
    case EISDIR: return "it is a folder";
    case ENOTDIR: return "a part of the path is a file, not a folder";
    case EEXIST: return "its temporary file is already there";
    case ENOENT: return "there is no such folder";
    case ENOSPC:
    case EDQUOT: return "no space left on the device";
    case EROFS: return "the file system is read-only";
    case EFBIG: return "the file would be larger than allowed";
    case EPIPE: return "nobody reads it any more";
    default: return std::generic_category().message(error_number);
  }
}

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

// Copies without holding the whole file; returns an errno value.
int copy_file(const std::string& path, const std::string& source, int flags) {
  const int from = ::open(source.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) return errno;
  const int to = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  int error = to < 0 ? errno : 0;
  std::vector<char> buffer(std::size_t{1} << 16U);
  while (error == 0) {
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got == 0) break;
    if (got < 0 && errno != EINTR) error = errno;
    if (got > 0) error = write_all(to, {buffer.data(), static_cast<std::size_t>(got)});
  }
  ::close(from);
  if (to >= 0 && ::close(to) != 0 && error == 0) error = errno;
  return error;
}

// Gives a file a second name, or where a file system has none, another one. False if there is no such file, or it is a folder.
bool keep_aside(const std::string& path, const std::string& kept) {
  if (::link(path.c_str(), kept.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && !S_ISDIR(info.st_mode) && ::rename(path.c_str(), kept.c_str()) == 0;
}

// Whether a file can be given another text: an empty reason if so.
std::string reason_against_replacing(const std::string& path, struct stat& info) {
  if (::stat(path.c_str(), &info) != 0) return reason_of(errno);
  if (!S_ISREG(info.st_mode)) return S_ISDIR(info.st_mode) ? reason_of(EISDIR) : "it is no regular file";
  // Also for those whom the permissions do not stop.
  if ((info.st_mode & 0222U) == 0) return "it is read-only";
  return ::access(path.c_str(), W_OK) == 0 ? std::string() : reason_of(errno);
}

bool is_special(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

// Makes a folder and those above it that are missing, and appends them to `made`, the outermost first.
std::error_code make_folders(const std::filesystem::path& folder, std::vector<std::filesystem::path>& made) {
  std::error_code error;
  std::vector<std::filesystem::path> missing;
  for (std::filesystem::path at = folder; !at.empty() && !std::filesystem::exists(at, error); at = at.parent_path()) {
    if (error) return error;
    missing.push_back(at);
    if (at == at.parent_path()) break;
  }
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    const bool is_new = std::filesystem::create_directory(*at, error);
    if (error) return error;
    if (is_new) made.push_back(*at);
  }
  std::filesystem::create_directories(folder, error);  // is it one?
  return error;
}

}  // namespace

bool OutputSet::add(std::string path, std::string text) {
  if (path != "-") {
    const auto same = [&](const File& file) {
      return std::filesystem::path(file.path).lexically_normal() == std::filesystem::path(path).lexically_normal();
    };
    if (std::any_of(files_.begin(), files_.end(), same)) return false;
  }
  files_.push_back({std::move(path), std::move(text), {}, false});
  return true;
}

bool OutputSet::add_copy(std::string path, std::string source) {
  std::error_code ignored;
  if (std::filesystem::equivalent(path, source, ignored)) return true;  // it lies there already
  const auto same = [&](const File& file) { return file.path == path; };
  if (const auto taken = std::find_if(files_.begin(), files_.end(), same); taken != files_.end()) return taken->source == source;
  files_.push_back({std::move(path), {}, std::move(source), false});
  return true;
}

bool OutputSet::replace(const std::string& path, std::string text) {
  std::error_code error;
  const std::filesystem::path behind = std::filesystem::canonical(path, error);
  const auto same = [&](const File& file) { return file.path != "-" && std::filesystem::weakly_canonical(file.path, error) == behind; };
  if (!error && std::any_of(files_.begin(), files_.end(), same)) return false;
  if (!add(error ? path : behind.string(), std::move(text))) return false;
  files_.back().replaces = true;
  return true;
}

std::optional<OutputSet::Failure> OutputSet::commit() {
  struct Pending {
    std::string temporary, path;
    std::string kept;  // where the file that was there waits; empty: there was none
    bool done = false;
  };
  std::vector<Pending> pending;
  std::vector<std::filesystem::path> folders;  // that were made
  const auto undo = [&](const std::string& path, int error, std::string reason = {}) {
    for (const Pending& file : pending) {
      ::unlink(file.temporary.c_str());
      if (!file.kept.empty())
        ::rename(file.kept.c_str(), file.path.c_str());
      else if (file.done)
        ::unlink(file.path.c_str());
    }
    for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) ::rmdir(folder->c_str());  // if nobody else uses it
    return Failure{path, reason.empty() ? reason_of(error) : std::move(reason)};
  };
  const auto in_place = [](const File& file) { return !file.replaces && (file.path == "-" || is_special(file.path)); };

  for (const File& file : files_) {
    if (in_place(file)) continue;
    struct stat before {};
    if (file.replaces)
      if (std::string reason = reason_against_replacing(file.path, before); !reason.empty()) return undo(file.path, 0, std::move(reason));
    const std::filesystem::path target(file.path);
    std::error_code ignored;
    if (std::filesystem::is_directory(target, ignored)) return undo(file.path, EISDIR);
    if (target.has_parent_path()) {
      if (const std::error_code error = make_folders(target.parent_path(), folders)) return undo(file.path, error.value());
    }
    if (!file.source.empty() && ::access(file.source.c_str(), R_OK) != 0) return undo(file.path, errno, concat("'", file.source, "' cannot be read"));
    std::string temporary = concat(file.path, ".", ::getpid(), ".tmp");
    int error = file.source.empty() ? write_file(temporary, file.text, O_CREAT | O_EXCL) : copy_file(temporary, file.source, O_CREAT | O_EXCL);
    if (error != EEXIST) pending.push_back({temporary, file.path, {}});
    if (error == 0 && file.replaces) {
      // Only those who may give files away keep another owner; the permissions come last, because a new owner takes some of them away.
      if (::chown(temporary.c_str(), before.st_uid, before.st_gid) != 0) errno = 0;
      if (::chmod(temporary.c_str(), before.st_mode & 07777U) != 0) error = errno;
    }
    if (error != 0) return undo(file.path, error);
  }
  // What cannot be taken back comes last before the renames.
  for (const File& file : files_) {
    if (!in_place(file)) continue;
    const int error = file.path == "-" ? write_all(STDOUT_FILENO, file.text) : write_file(file.path, file.text, 0);
    if (error != 0) return undo(file.path == "-" ? "standard output" : file.path, error);
  }
  for (Pending& file : pending) {
    std::string kept = concat(file.path, ".", ::getpid(), ".old");
    if (keep_aside(file.path, kept)) file.kept = std::move(kept);
    if (::rename(file.temporary.c_str(), file.path.c_str()) != 0) return undo(file.path, errno);
    file.done = true;
  }
  for (const Pending& file : pending)
    if (!file.kept.empty()) ::unlink(file.kept.c_str());
  return std::nullopt;
}

}  // namespace romas
