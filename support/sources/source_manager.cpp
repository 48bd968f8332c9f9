#include "support/sources/source_manager.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <optional>

#include "support/files/file_kind.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas {

struct SourceManager::File {
  std::string name;
  std::string text;
  std::optional<std::string> original;  // where the text was replaced
  // Offsets at which lines start; filled on first use.
  mutable std::vector<std::uint32_t> line_starts;

  const std::vector<std::uint32_t>& lines() const {
    if (line_starts.empty()) {
      line_starts.push_back(0);
      for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        line_starts.push_back(static_cast<std::uint32_t>(at + 1));
    }
    return line_starts;
  }

  // Number of characters that begin before every kStride-th byte; filled on first use. It makes columns in
  // long lines cheap.
  static constexpr std::size_t kStride = 1024;
  mutable std::vector<std::uint32_t> characters_before;

  // Characters that begin before an offset.
  std::uint32_t characters(std::uint32_t offset) const {
    const std::string_view all = text;
    while (characters_before.size() <= offset / kStride) {
      const std::size_t next = characters_before.size();
      const std::size_t more = next == 0 ? 0 : count_code_points(all.substr((next - 1) * kStride, kStride));
      characters_before.push_back(
          static_cast<std::uint32_t>((next == 0 ? 0 : characters_before.back()) + more));
    }
    const std::size_t start = offset / kStride * kStride;
    return characters_before[offset / kStride] +
           static_cast<std::uint32_t>(count_code_points(all.substr(start, offset - start)));
  }
};

SourceManager::SourceManager() = default;
SourceManager::~SourceManager() = default;

const SourceManager::File& SourceManager::file(FileId seen) const {
  const FileId id = expansions_.written(seen);
  assert(id >= 1 && id <= files_.size());
  return *files_[id - 1];
}

namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::string system_reason(int error_number) {
  switch (error_number) {
    case ENOENT: return "there is no such file";
    case EACCES: return "no permission to read it";
    case EISDIR: return "it is a folder";
    case EBADF: return "it is closed";
    case EMFILE:
    case ENFILE: return "too many files are open; 'ulimit -n' tells how many may be";
    default: return std::strerror(error_number);  // NOLINT(concurrency-mt-unsafe): glibc's is thread safe
  }
}

bool is_null_device(const struct stat& info) {
  struct stat null {};
  return S_ISCHR(info.st_mode) && ::stat("/dev/null", &null) == 0 && S_ISCHR(null.st_mode) &&
         null.st_rdev == info.st_rdev;
}

// Why something cannot be read as a text: a sentence fragment; empty if it can.
std::string_view reason_against_reading(const struct stat& info, int fd, SourceManager::Kinds kinds) {
  if (S_ISREG(info.st_mode) || is_null_device(info)) return {};
  const bool streams = kinds == SourceManager::Kinds::streams;
  const bool is_input =
      S_ISFIFO(info.st_mode) || (S_ISSOCK(info.st_mode) && fd == STDIN_FILENO) ||
      (S_ISCHR(info.st_mode) && (fd < 0 || ::isatty(fd) != 0));  // a terminal is told when it is open
  return streams && is_input ? std::string_view() : reason_no_file(info.st_mode);
}

// Opens a path for reading. It waits only for the writer of a pipe, where pipes are allowed. Returns -1 and a
// reason if the path is not to be read.
int open_for_reading(const std::string& path, SourceManager::Kinds kinds, std::string& reason) {
  struct stat info {};
  int fd = -1;
  if (::stat(path.c_str(), &info) == 0) {
    // Opening some devices has side effects.
    reason = reason_against_reading(info, -1, kinds);
    if (!reason.empty()) return -1;
    const int wait = kinds == SourceManager::Kinds::streams && S_ISFIFO(info.st_mode) ? 0 : O_NONBLOCK;
    fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | wait);
    // Reading itself may wait, for example for a terminal.
    if (fd >= 0 && wait != 0) ::fcntl(fd, F_SETFL, O_RDONLY);
  }
  if (fd < 0) reason = system_reason(errno);
  return fd;
}

// Reads until the end or until more than max_bytes have come. Sized files are read in one go.
bool read_all(int fd, std::size_t expected, std::uint64_t max_bytes, std::string& text,
              SourceManager::ReadError& error) {
  constexpr std::size_t kFirst = 65536;
  std::size_t used = 0;
  text.resize(expected != 0 ? expected + 1 : kFirst);
  while (true) {
    if (used == text.size()) text.resize(text.size() * 2);
    const ssize_t got = ::read(fd, text.data() + used, text.size() - used);
    if (got < 0) {
      if (errno == EINTR) continue;
      error.reason = system_reason(errno);
      return false;
    }
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > max_bytes) {
      error.reason = concat("it is larger than ", max_bytes, " bytes");
      error.too_large = true;
      return false;
    }
  }
  text.resize(used);
  if (text.capacity() > 2 * used) text.shrink_to_fit();  // there may be very many texts
  return true;
}

struct FileRead {
  bool ok = false;
  bool regular = false;    // a plain file
  std::uint64_t size = 0;  // of what is larger than the limit
};

FileRead read_text(const std::string& path, SourceManager::ReadError& error, std::uint64_t max_bytes,
                   SourceManager::Kinds kinds, std::string& text) {
  const bool is_stdin = path == "-";
  const Descriptor fd(is_stdin ? STDIN_FILENO : open_for_reading(path, kinds, error.reason));
  if (fd.get() < 0) return {};
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    error.reason = system_reason(errno);
    return {};
  }
  error.reason = reason_against_reading(info, fd.get(), is_stdin ? SourceManager::Kinds::streams : kinds);
  if (!error.reason.empty()) return {};
  const bool regular = S_ISREG(info.st_mode) && !is_stdin;
  const auto size = S_ISREG(info.st_mode) ? static_cast<std::uint64_t>(info.st_size) : 0;
  if (size > max_bytes) {
    error.reason = concat("it has ", size, " bytes, more than the limit of ", max_bytes);
    error.too_large = true;
    return {false, regular, size};
  }
  return {read_all(fd.get(), static_cast<std::size_t>(size), max_bytes, text, error), regular};
}

// Records a reading or its failure, because results that are made from it depend on it.
void add_to(FileRecord& record, const std::string& path, const FileRead& read, std::string_view text) {
  if (read.ok && read.regular) {
    record.add(FileRecord::Question::content, path, content_hash(text).hex());
  } else if (read.regular && read.size > 0) {
    record.add(FileRecord::Question::size, path, std::to_string(read.size));
  } else if (path == "-" || read.ok || path_kind(path) == PathKind::file) {
    record.give_up();  // a stream, or a file that cannot be read for a reason that nobody can ask for
  }
}

}  // namespace

std::string SourceManager::file_key(const std::string& path) {
  return path == "-" ? path : canonical_path(path);
}

bool SourceManager::exists(const std::string& path) const {
  return (texts_ != nullptr && texts_->contains(file_key(path))) || path_exists(path);
}

FileId SourceManager::read_file(const std::string& path, ReadError& error, std::uint64_t max_bytes,
                                Kinds kinds) {
  const bool is_stdin = path == "-";
  FileRecord* const record = Recording::current();
  if (texts_ != nullptr)
    if (const auto text = texts_->find(file_key(path)); text != texts_->end()) {
      if (record != nullptr) record->give_up();
      return add_text(is_stdin ? "<stdin>" : path, text->second);
    }
  std::string text;
  const FileRead read = read_text(path, error, max_bytes, kinds, text);
  if (record != nullptr) add_to(*record, path, read, text);
  return read.ok ? add_text(is_stdin ? "<stdin>" : path, std::move(text)) : 0;
}

FileId SourceManager::add_text(std::string name, std::string text) {
  auto file = std::make_unique<File>();
  file->name = std::move(name);
  file->text = std::move(text);
  files_.push_back(std::move(file));
  return static_cast<FileId>(files_.size());
}

void SourceManager::replace_text(FileId id, std::string text) {
  assert(id >= 1 && id <= files_.size());
  if (!files_[id - 1]->original) files_[id - 1]->original = std::move(files_[id - 1]->text);
  files_[id - 1]->text = std::move(text);
  files_[id - 1]->line_starts.clear();
  files_[id - 1]->characters_before.clear();
}

std::string_view SourceManager::name(FileId id) const {
  return id == 0 ? std::string_view("<command line>") : file(id).name;
}

std::string_view SourceManager::text(FileId id) const { return file(id).text; }

std::string_view SourceManager::original_text(FileId id) const {
  return file(id).original ? *file(id).original : file(id).text;
}

std::string_view SourceManager::text(SourceRange range) const {
  return text(range.file).substr(range.begin, range.end - range.begin);
}

LineColumn SourceManager::line_column(SourceLocation location) const {
  if (!location.valid()) return {};
  const File& f = file(location.file);
  const auto& lines = f.lines();
  const auto next = std::upper_bound(lines.begin(), lines.end(), location.offset);
  const auto line = static_cast<std::uint32_t>(next - lines.begin());
  const std::uint32_t begin = lines[line - 1];
  const std::uint32_t end =
      std::min<std::uint32_t>(location.offset, static_cast<std::uint32_t>(f.text.size()));
  return {line, f.characters(end) - f.characters(begin) + 1};
}

std::uint32_t SourceManager::line_start(FileId id, std::uint32_t line) const {
  const auto& lines = file(id).lines();
  return line <= lines.size() ? lines[line - 1] : static_cast<std::uint32_t>(file(id).text.size());
}

std::string_view SourceManager::line_text(FileId id, std::uint32_t line) const {
  const std::uint32_t begin = line_start(id, line);
  const std::uint32_t end = line_start(id, line + 1);
  std::string_view result = text(id).substr(begin, end - begin);
  while (!result.empty() && (result.back() == '\n' || result.back() == '\r')) result.remove_suffix(1);
  return result;
}

}  // namespace romas
