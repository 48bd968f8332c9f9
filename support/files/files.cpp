#include "support/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "support/process/thread_state.h"
#include "support/text/text.h"

namespace romas {

namespace fs = std::filesystem;

namespace {

using Question = FileRecord::Question;

FileRecord*& current_record() {
  ROMAS_THREAD_STATE FileRecord* record = nullptr;
  return record;
}

void record(Question question, const std::string& about, const std::string& answer) {
  if (FileRecord* const at = current_record()) at->add(question, about, answer);
}

PathKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return PathKind::file;
  return S_ISDIR(mode) ? PathKind::folder : PathKind::other;
}

// Tells every type of file, and why there is none: messages do.
std::string kind_answer(const std::string& path, PathKind& kind) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0) {
    kind = kind_of(info.st_mode);
    return std::to_string(info.st_mode & static_cast<unsigned>(S_IFMT));
  }
  kind = PathKind::nothing;
  return concat("-", errno);
}

PathKind kind_of(const fs::directory_entry& entry) {
  std::error_code ignored;
  if (entry.is_regular_file(ignored)) return PathKind::file;
  return entry.is_directory(ignored) ? PathKind::folder : PathKind::other;
}

FolderListing read_listing(const std::string& path) {
  FolderListing listing;
  for (fs::directory_iterator entry(path.empty() ? "." : path, listing.error), end;
       !listing.error && entry != end; entry.increment(listing.error))
    listing.entries.push_back({entry->path().filename().string(), kind_of(*entry)});
  std::ranges::sort(listing.entries, {}, &FolderListing::Entry::name);
  return listing;
}

std::string listing_answer(const FolderListing& listing) {
  std::string text = concat(listing.error.value(), "\n");
  for (const FolderListing::Entry& entry : listing.entries)
    text +=
        concat(std::string_view(entry.name.c_str(), entry.name.size() + 1), static_cast<char>(entry.kind));
  return content_hash(text).hex();
}

// Returns Linux's name of the file that a path leads to. It takes one walk through the folders, while
// realpath() asks about each of them. Returns nothing for a file that does not exist, and if the system
// cannot tell.
std::optional<std::string> name_in_system(const std::string& path) {
#ifdef O_PATH
  const int fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::array<char, 4096> name{};
  const ssize_t size = ::readlink(concat("/proc/self/fd/", fd).c_str(), name.data(), name.size());
  ::close(fd);
  const bool is_whole = size > 0 && static_cast<std::size_t>(size) < name.size() && name.front() == '/';
  if (!is_whole) return std::nullopt;
  std::string found(name.data(), static_cast<std::size_t>(size));
  if (!found.ends_with(" (deleted)")) return found;  // meanwhile; or a file has this very name
#endif
  return std::nullopt;
}

std::string canonical(const std::string& path) {
  if (auto name = name_in_system(path)) return *std::move(name);
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) return path;
  const fs::path found = fs::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal().string() : found.string();
}

std::string same_answer(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) ? "1" : "0";
}

std::string variable_answer(const std::string& name) {
  const char* const value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return value == nullptr ? std::string() : concat("=", value);
}

std::optional<std::string> size_answer(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  return std::to_string(info.st_size);
}

std::optional<std::string> content_answer(const std::string& path) {
  const auto file = read_plain_file(path, std::numeric_limits<std::uint32_t>::max());
  return file ? std::optional(content_hash(file->content).hex()) : std::nullopt;
}

}  // namespace

PathKind path_kind(const std::string& path) {
  PathKind kind{};
  const std::string answer = kind_answer(path, kind);
  record(Question::kind, path, answer);
  return kind;
}

FolderListing list_folder(const std::string& path) {
  FolderListing listing = read_listing(path);
  if (current_record() != nullptr) record(Question::listing, path, listing_answer(listing));
  return listing;
}

bool is_same_file(const std::string& a, const std::string& b) {
  const std::string answer = same_answer(a, b);
  record(Question::same, concat(a, std::string_view("\0", 1), b), answer);
  return answer == "1";
}

std::optional<PlainFile> read_plain_file(const std::string& path, std::uint64_t most) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
    return std::nullopt;  // a pipe would make us wait
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  PlainFile file;
  bool whole =
      ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && static_cast<std::uint64_t>(info.st_size) <= most;
  if (whole) {
    const auto size = static_cast<std::size_t>(info.st_size);
    file.changed = info.st_mtime;
    file.content.resize(size + 1);  // the end shows
    std::size_t used = 0;
    ssize_t got = 1;
    while (used < size && got > 0) {
      got = ::read(fd, file.content.data() + used, file.content.size() - used);
      if (got < 0 && errno == EINTR)
        got = 1;
      else if (got > 0)
        used += static_cast<std::size_t>(got);
    }
    file.content.resize(used);
    whole = used == size;
  }
  ::close(fd);
  return whole ? std::optional(std::move(file)) : std::nullopt;
}

std::string canonical_path(const std::string& path) {
  std::string found = canonical(path);
  record(Question::canonical, path, found);
  return found;
}

std::string program_path() {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/exe", unknown).string();
}

std::optional<std::string> environment_variable(const std::string& name) {
  const std::string answer = variable_answer(name);
  record(Question::variable, name, answer);
  return answer.empty() ? std::nullopt : std::optional(answer.substr(1));
}

void FileRecord::add(Question question, std::string about, std::string answer) {
  const auto [known, fresh] = index_.try_emplace({question, about}, facts_.size());
  if (fresh)
    facts_.push_back({question, std::move(about), std::move(answer)});
  else if (facts_[known->second].answer != answer)
    complete_ = false;
}

std::optional<std::string> FileRecord::answer(Question question, const std::string& about) {
  const std::size_t zero = std::min(about.find('\0'), about.size());
  PathKind ignored{};
  switch (question) {
    case Question::kind: return kind_answer(about, ignored);
    case Question::content: return content_answer(about);
    case Question::size: return size_answer(about);
    case Question::listing: return listing_answer(read_listing(about));
    case Question::canonical: return canonical(about);
    case Question::same:
      return same_answer(about.substr(0, zero), about.substr(std::min(zero + 1, about.size())));
    case Question::package: return std::nullopt;
    case Question::variable: return variable_answer(about);
  }
  return std::nullopt;
}

Recording::Recording(FileRecord* record) : outer_(std::exchange(current_record(), record)) {}
Recording::~Recording() { current_record() = outer_; }
FileRecord* Recording::current() { return current_record(); }

}  // namespace romas
