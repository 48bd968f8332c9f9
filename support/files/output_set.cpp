#include "support/files/output_set.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "support/files/files.h"
#include "support/process/capture.h"
#include "support/process/signals.h"
#include "support/process/standard_streams.h"
#include "support/text/text.h"

namespace romas {

std::string reason_for_no_writing(int error_number) {
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
    case EBADF: return "it is closed";
    case ENXIO: return "nobody reads it";
    case ENAMETOOLONG: return "a name in the path is too long";
    case EMFILE:
    case ENFILE: return "too many files are open; 'ulimit -n' tells how many may be";
    default: return std::generic_category().message(error_number);
  }
}

namespace {

// The reason for which a copy fails: an errno value, or a text.
struct CopyError {
  int number = 0;
  std::string_view reason;
  bool failed() const { return number != 0 || !reason.empty(); }
};

// Copies without holding the whole file.
CopyError copy_bytes(int from, int to, std::uint64_t max_bytes) {
  std::vector<char> buffer(std::size_t{1} << 16U);
  while (true) {
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got == 0) return {};
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {errno, {}};
    if (static_cast<std::uint64_t>(got) > max_bytes)
      return {0, "its source has grown beyond the limit for input files"};
    max_bytes -= static_cast<std::uint64_t>(got);
    if (const int error = write_all(to, {buffer.data(), static_cast<std::size_t>(got)}); error != 0)
      return {error, {}};
  }
}

// Makes a hard link to a file, or renames it if the file system has no hard links. False if there is no such
// file, or it is a folder.
bool keep_aside(const std::string& path, const std::string& kept) {
  if (::link(path.c_str(), kept.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && !S_ISDIR(info.st_mode) &&
         ::rename(path.c_str(), kept.c_str()) == 0;
}

// The reason for which a file cannot be replaced; empty if it can.
std::string reason_against_replacing(const std::string& path, struct stat& info) {
  if (::stat(path.c_str(), &info) != 0) return reason_for_no_writing(errno);
  if (!S_ISREG(info.st_mode))
    return S_ISDIR(info.st_mode) ? reason_for_no_writing(EISDIR) : "it is not a regular file";
  // This also holds for root, whom permissions do not stop.
  if ((info.st_mode & 0222U) == 0) return "it is read-only";
  return ::access(path.c_str(), W_OK) == 0 ? std::string() : reason_for_no_writing(errno);
}

bool is_special(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

// Makes a folder and those above it that are missing, and appends them to `made`, the outermost first.
std::error_code make_folders(const std::filesystem::path& folder, std::vector<std::filesystem::path>& made) {
  std::error_code error;
  std::vector<std::filesystem::path> missing;
  for (std::filesystem::path at = folder; !at.empty() && !std::filesystem::exists(at, error);
       at = at.parent_path()) {
    if (error) return error;
    missing.push_back(at);
    if (at == at.parent_path()) break;
  }
  made.reserve(made.size() + missing.size());  // what is made is known
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    const bool is_new = std::filesystem::create_directory(*at, error);
    if (error) return error;
    if (is_new) made.push_back(*at);
  }
  std::filesystem::create_directories(folder, error);  // is it one?
  return error;
}

}  // namespace

const OutputSet::File* OutputSet::find(const std::string& path) const {
  const auto found = by_path_.find(std::filesystem::path(path).lexically_normal().string());
  return found == by_path_.end() ? nullptr : &files_[found->second];
}

void OutputSet::insert(File file) {
  if (file.path != "-")
    by_path_.emplace(std::filesystem::path(file.path).lexically_normal().string(), files_.size());
  files_.push_back(std::move(file));
}

// Each file is looked at once: there may be many.
bool OutputSet::is_canonical_path_taken(const std::string& canonical) {
  for (; canonical_count_ < files_.size(); ++canonical_count_) {
    const std::string& path = files_[canonical_count_].path;
    std::error_code error;
    if (path != "-") canonical_.insert(std::filesystem::weakly_canonical(path, error).string());
  }
  return canonical_.contains(canonical);
}

std::vector<std::string> OutputSet::paths() const {
  std::vector<std::string> paths;
  for (const File& file : files_)
    if (file.path != "-") paths.push_back(file.path);
  return paths;
}

bool OutputSet::add(std::string path, std::string text) {
  if (path != "-" && find(path) != nullptr) return false;
  insert({std::move(path), std::move(text), {}, 0, false});
  return true;
}

bool OutputSet::add_copy(std::string path, std::string source, std::uint64_t max_bytes) {
  std::error_code ignored;
  if (std::filesystem::equivalent(path, source, ignored)) return true;  // it lies there already
  if (const File* taken = find(path); taken != nullptr) return taken->source == source;
  insert({std::move(path), {}, std::move(source), max_bytes, false});
  return true;
}

bool OutputSet::replace(const std::string& path, std::string text) {
  std::error_code error;
  const std::filesystem::path behind = std::filesystem::canonical(path, error);
  if (!error && is_canonical_path_taken(behind.string())) return false;
  if (!add(error ? path : behind.string(), std::move(text))) return false;
  files_.back().replaces = true;
  return true;
}

// Writes the files of a set. The destructor without finish(), or a signal that ends the process, undoes
// everything.
class OutputSet::Writer {
 public:
  Writer() : held_(&Writer::remove_on_signal, this) {}
  ~Writer() {
    if (!finished_) undo();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  std::optional<Failure> run(const std::vector<File>& files);

 private:
  struct Pending {
    std::string temporary, path;
    std::string kept;  // where the file that was there waits; empty: there was none
    bool done = false;
  };

  static bool in_place(const File& file) {
    return !file.replaces && (file.path == "-" || is_special(file.path));
  }
  static Failure failure(const File& file, int error) {
    return {file.path == "-" ? "standard output" : file.path, reason_for_no_writing(error)};
  }
  std::string name_beside(const std::filesystem::path& target, std::string_view ending);
  int create_beside(const std::filesystem::path& target);
  std::optional<Failure> write_beside(const File& file);
  std::optional<Failure> fill(const File& file, int fd) const;
  std::optional<Failure> write_in_place(const File& file) const;
  std::optional<Failure> rename_all();
  void undo();
  // Async-signal-safe: signals are let through only before the first rename.
  void remove_new() const {
    for (const Pending& file : pending_)
      if (!file.done) ::unlink(file.temporary.c_str());
    for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder)
      ::rmdir(folder->c_str());  // if nobody else uses it
  }
  static void remove_on_signal(void* writer) { static_cast<const Writer*>(writer)->remove_new(); }

  std::vector<Pending> pending_;
  std::vector<std::filesystem::path> folders_;  // that were made
  std::size_t names_ = 0;
  bool finished_ = false;
  HeldSignals held_;  // the last member: signals wait until everything else is in order
};

// A fresh name, because the name of the file may have the maximum length already.
std::string OutputSet::Writer::name_beside(const std::filesystem::path& target, std::string_view ending) {
  return (target.parent_path() / concat(".romasc-", ::getpid(), "-", names_++, ending)).string();
}

// Returns a descriptor, or -1 and errno. Files of a process that was killed may still have such names.
int OutputSet::Writer::create_beside(const std::filesystem::path& target) {
  constexpr int kMostNames = 1000;
  for (int i = 0; i < kMostNames; ++i) {
    pending_.push_back({name_beside(target, ".tmp"), target.string(), {}, false});
    const int fd = ::open(pending_.back().temporary.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
    if (fd >= 0) return fd;
    const int error = errno;
    pending_.pop_back();
    errno = error;
    if (error != EEXIST) break;
  }
  return -1;
}

std::optional<OutputSet::Failure> OutputSet::Writer::fill(const File& file, int fd) const {
  if (file.source.empty()) {
    const HeldSignals::Window window(held_);
    const int error = write_all(fd, file.text);
    return error == 0 ? std::nullopt : std::optional(failure(file, error));
  }
  const int from = ::open(file.source.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat info {};
  const bool readable = from >= 0 && ::fstat(from, &info) == 0 && S_ISREG(info.st_mode);
  CopyError error;
  if (readable) {
    const HeldSignals::Window window(held_);
    error = copy_bytes(from, fd, file.max_bytes);
  }
  if (from >= 0) ::close(from);
  if (!readable) return Failure{file.path, concat("'", file.source, "' cannot be read")};
  if (!error.failed()) return std::nullopt;
  return Failure{file.path,
                 error.reason.empty() ? reason_for_no_writing(error.number) : std::string(error.reason)};
}

std::optional<OutputSet::Failure> OutputSet::Writer::write_beside(const File& file) {
  struct stat before {};
  if (file.replaces)
    if (std::string reason = reason_against_replacing(file.path, before); !reason.empty())
      return Failure{file.path, std::move(reason)};
  const std::filesystem::path target(file.path);
  std::error_code ignored;
  if (std::filesystem::is_directory(target, ignored)) return failure(file, EISDIR);
  if (target.has_parent_path())
    if (const std::error_code error = make_folders(target.parent_path(), folders_))
      return failure(file, error.value());
  const int fd = create_beside(target);
  if (fd < 0) return failure(file, errno);
  auto problem = fill(file, fd);
  if (::close(fd) != 0 && !problem) problem = failure(file, errno);
  if (!problem && file.replaces) {
    const std::string& temporary = pending_.back().temporary;
    // Only those who may give files away keep another owner; the permissions come last, because a new owner
    // takes some of them away.
    if (::chown(temporary.c_str(), before.st_uid, before.st_gid) != 0) errno = 0;
    if (::chmod(temporary.c_str(), before.st_mode & 07777U) != 0) problem = failure(file, errno);
  }
  return problem;
}

// Opening a pipe may wait for its reader.
std::optional<OutputSet::Failure> OutputSet::Writer::write_in_place(const File& file) const {
  const HeldSignals::Window window(held_);
  int error = 0;
  if (file.path == "-") {
    error = write_standard_output(file.text);
  } else if (const int fd = ::open(file.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY); fd < 0) {
    error = errno;
  } else {
    error = write_all(fd, file.text);
    if (::close(fd) != 0 && error == 0) error = errno;
  }
  return error == 0 ? std::nullopt : std::optional(failure(file, error));
}

std::optional<OutputSet::Failure> OutputSet::Writer::rename_all() {
  for (Pending& file : pending_) {
    std::string kept = name_beside(file.path, ".old");
    if (keep_aside(file.path, kept)) file.kept = std::move(kept);
    if (::rename(file.temporary.c_str(), file.path.c_str()) != 0)
      return Failure{file.path, reason_for_no_writing(errno)};
    file.done = true;
  }
  return std::nullopt;
}

void OutputSet::Writer::undo() {
  for (const Pending& file : pending_) {
    if (file.kept.empty()) {
      if (file.done) ::unlink(file.path.c_str());
    } else {
      ::rename(file.kept.c_str(), file.path.c_str());
      ::unlink(file.kept.c_str());  // two names of one file are not renamed
    }
  }
  remove_new();
}

std::optional<OutputSet::Failure> OutputSet::Writer::run(const std::vector<File>& files) {
  for (const File& file : files)
    if (!in_place(file))
      if (auto problem = write_beside(file)) return problem;
  // Writes that cannot be undone come last, before the renames.
  for (const File& file : files)
    if (in_place(file))
      if (auto problem = write_in_place(file)) return problem;
  if (auto problem = rename_all()) return problem;
  for (const Pending& file : pending_)
    if (!file.kept.empty()) ::unlink(file.kept.c_str());
  finished_ = true;
  return std::nullopt;
}

std::optional<OutputSet::Failure> OutputSet::keep(Capture& capture) const {
  std::vector<Capture::File> kept;
  for (const File& file : files_) {
    if (file.path == "-" || file.source.empty()) {
      kept.push_back({file.path, file.text});
      continue;
    }
    auto copied = read_plain_file(file.source, file.max_bytes);
    if (!copied) return Failure{file.path, concat("'", file.source, "' cannot be read")};
    kept.push_back({file.path, std::move(copied->content)});
  }
  for (Capture::File& file : kept) {
    if (file.path == "-")
      capture.add_output(file.content);
    else
      capture.add_file(std::move(file));
  }
  return std::nullopt;
}

std::optional<OutputSet::Failure> OutputSet::commit() {
  if (Capture* const capture = Capture::current(); capture != nullptr) return keep(*capture);
  return Writer().run(files_);
}

}  // namespace romas
