// Emitted files, kept as text until everything succeeded, then written all or not at all.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace romas {

class Capture;

class OutputSet {
 public:
  struct Failure {
    std::string path;
    std::string reason;  // "no space left on the device"
  };

  // Adds a file; "-" is standard output. Returns false if the path is already taken.
  bool add(std::string path, std::string text);
  // Adds a copy of another file, byte for byte. Returns false if the path is already taken by something else.
  // Writing fails if the source is no regular file, or has become larger than `max_bytes`.
  bool add_copy(std::string path, std::string source,
                std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max());
  // Replaces the text of an existing file: symbolic links are followed, permissions kept. Returns false if
  // the path is already taken. Writing fails if the file is read-only or no regular file.
  bool replace(const std::string& path, std::string text);
  bool empty() const { return files_.empty(); }
  // The paths of all files, in the order in which they were added; without standard output.
  std::vector<std::string> paths() const;

  // Writes every file beside its final place and renames all at the end; missing folders are made. If
  // something fails, the temporary files and these folders are removed, and nothing has changed. Existing
  // special files (/dev/null, pipes) are written in place. A Capture (support/process/capture.h) keeps all
  // files instead. A signal that ends the process leaves all files or none, too; only SIGKILL and a loss of
  // power may leave temporary files (.romasc-PID-N.tmp), files kept aside (.romasc-PID-N.old) and a part of
  // the renames.
  std::optional<Failure> commit();

 private:
  struct File {
    std::string path;
    std::string text;
    std::string source;  // of a copy; empty: the text counts
    std::uint64_t max_bytes = 0;
    bool replaces = false;
  };
  class Writer;

  const File* find(const std::string& path) const;
  void insert(File file);
  std::optional<Failure> keep(Capture& capture) const;
  bool is_canonical_path_taken(const std::string& canonical);

  std::vector<File> files_;
  std::unordered_map<std::string, std::size_t> by_path_;  // normalised; without standard output
  std::unordered_set<std::string> canonical_;             // of the first files, as far as somebody asked
  std::size_t canonical_count_ = 0;
};

// Why an output cannot be written, from an errno value: "no space left on the device".
std::string reason_for_no_writing(int error_number);

}  // namespace romas
