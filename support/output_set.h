// Emitted files, kept as text until everything succeeded, then written all or not at all.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace romas {

class OutputSet {
 public:
  struct Failure {
    std::string path;
    std::string reason;  // "no space left on the device"
  };

  // Adds a file; "-" is standard output. Returns false if the path is already taken.
  bool add(std::string path, std::string text);
  // Adds a copy of another file, byte for byte. Returns false if the path is already taken by something else.
  bool add_copy(std::string path, std::string source);
  // Adds another text for a file that is there: behind symbolic links, with its permissions. Returns false if the path is already taken.
  // Writing fails if the file is read-only or no regular file.
  bool replace(const std::string& path, std::string text);
  bool empty() const { return files_.empty(); }

  // Writes every file beside its final place and renames all at the end; folders on the way are made. When something fails,
  // the temporary files and these folders are removed again and nothing has changed. Existing special files (/dev/null, pipes)
  // are written in place.
  std::optional<Failure> commit();

 private:
  struct File {
    std::string path;
    std::string text;
    std::string source;  // of a copy; empty: the text counts
    bool replaces = false;
  };
  std::vector<File> files_;
};

}  // namespace romas
