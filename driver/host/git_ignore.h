// The files that git ignores, by the .gitignore files of a folder and of those above it, up to the root of
// its repository.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "support/files/path_pattern.h"

namespace romas::driver {

// The rules for the entries of one folder. A value; folders below share those above them. The lists of a user
// (core.excludesFile) are not read, so that a check says the same on every machine.
class GitIgnore {
 public:
  // Returns the rules of a folder, given by its absolute path. The rules of the folders above it are read,
  // too.
  static GitIgnore of(const std::string& folder);
  // Returns the rules of a folder in this one.
  GitIgnore below(const std::string& folder) const;

  // Whether an entry of the folder is left out. The folder itself is not.
  bool leaves_out(std::string_view path, bool is_folder) const;

 private:
  struct Rules {
    PathPatterns patterns;
    std::size_t base = 0;  // length of the folder's path, with the '/' behind it
    std::shared_ptr<const Rules> above;
  };
  void add(const std::string& file, const std::string& folder);
  void enter(const std::string& folder);

  std::shared_ptr<const Rules> rules_;  // the nearest first; null: none
};

}  // namespace romas::driver
