// Questions to the disk and the environment, and records of their answers.
//
// Whatever a compilation asks about files it asks here or through SourceManager. A FileRecord then knows all
// that a result was made from: also files that were looked for and were not there, and what lies in folders
// that were searched. Recording is a state of the thread and no parameter: a reader of files cannot forget
// it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "support/bytes/content_hash.h"

namespace romas {

// Links are followed.
enum class PathKind : char { nothing = '0', file = 'f', folder = 'd', other = 'o' };
PathKind path_kind(const std::string& path);
inline bool is_folder(const std::string& path) { return path_kind(path) == PathKind::folder; }
inline bool is_file(const std::string& path) { return path_kind(path) == PathKind::file; }
inline bool path_exists(const std::string& path) { return path_kind(path) != PathKind::nothing; }

struct FolderListing {
  struct Entry {
    std::string name;
    PathKind kind = PathKind::other;
  };
  std::vector<Entry> entries;  // by name, so that no result depends on the order on the disk
  std::error_code error;       // why the folder cannot be read, or not to its end
};
// An empty path is the working folder.
FolderListing list_folder(const std::string& path);

// Whether both paths lead to one file, which is there.
bool is_same_file(const std::string& a, const std::string& b);

// The canonical path, whether or not there is such a file: absolute, without links and "..".
std::string canonical_path(const std::string& path);

// A regular file with as few questions as possible, which are not recorded: for what is no input of a result.
// Nothing if it is none, cannot be read or is larger than `most` bytes.
struct PlainFile {
  std::string content;
  std::int64_t changed = 0;  // seconds since 1970
};
std::optional<PlainFile> read_plain_file(const std::string& path, std::uint64_t most);

// The file of the running program; empty where the system does not tell.
std::string program_path();

// Nothing where the variable is not set.
std::optional<std::string> environment_variable(const std::string& name);

// A record of questions to the disk and the environment, with their answers.
class FileRecord {
 public:
  enum class Question : std::uint8_t {
    kind,       // of a path
    content,    // of a file: its hash
    size,       // of a file that is too large to be read
    listing,    // of a folder: a hash
    canonical,  // of a path
    same,       // two paths, with a zero between them
    package,    // a tree and a name, with a zero between them: the folder of the package
                // (ir/packages/package_index.h)
    variable,   // of the environment
  };
  static constexpr Question kLastQuestion = Question::variable;
  struct Fact {
    Question question = Question::kind;
    std::string about, answer;
  };

  // Two answers to one question show that something changes meanwhile: the record is then not complete.
  void add(Question question, std::string about, std::string answer);
  // Something was asked that has no answer which can be compared later: a pipe was read, or standard input.
  void give_up() { complete_ = false; }
  bool complete() const { return complete_; }
  const std::vector<Fact>& facts() const { return facts_; }

  // The answer as it is now; nothing if it cannot be told, as for packages. Records nothing.
  static std::optional<std::string> answer(Question question, const std::string& about);

 private:
  std::vector<Fact> facts_;  // in the order in which they were asked
  std::map<std::pair<Question, std::string>, std::size_t> index_;
  bool complete_ = true;
};

// During its lifetime everything that this thread asks is recorded; with null, nothing is.
class Recording {
 public:
  explicit Recording(FileRecord* record);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  static FileRecord* current();

 private:
  FileRecord* outer_;
};

}  // namespace romas
