// The folders that the page may see. A path from the page is resolved first, symbolic links included, and
// compared then.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace romas::studio {

class Roots {
 public:
  // Folders that do not exist are left out, and so are those that lie below another one.
  explicit Roots(const std::vector<std::string>& folders);

  const std::vector<std::string>& folders() const { return folders_; }
  // The path without links and "..", whether or not it exists; nothing if it leads out of all roots, or is
  // not absolute.
  std::optional<std::string> resolve(const std::string& path) const;

 private:
  std::vector<std::string> folders_;
};

// One thing in a folder.
struct FolderEntry {
  std::string name;
  std::string path;  // resolved
  bool is_folder = false;
};

struct FolderListing {
  std::string path;
  std::string parent;  // empty: it lies outside of the roots
  std::vector<FolderEntry> entries;
  bool complete = true;  // false: there are more entries than anybody reads
};

// Returns the folders in a folder, and the files whose names say that a frontend may read them. Hidden names
// and links that lead out of the roots are left out. Returns nullopt if the path is no readable folder below
// a root.
std::optional<FolderListing> list_folder(const std::string& path, const Roots& roots);

}  // namespace romas::studio
