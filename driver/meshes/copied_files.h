// The files that --copy-meshes may copy: only meshes and pictures, and only from folders that belong to the
// robot. A description may come from a stranger, and its copies may go to others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "ir/packages/file_search.h"

namespace romas::driver {

class CopiedFiles {
 public:
  // The folders of the description, of the package around it, of `search`'s packages, and of libraries.
  CopiedFiles(const FileSearch& search, const std::vector<std::string>& libraries, std::uint64_t max_bytes);

  // Why a file is not copied, as the end of a sentence; empty if it is. `package` is the one that its URI
  // names, or empty.
  std::string reason_against(const std::string& path, const std::string& package) const;

  std::uint64_t max_bytes() const { return max_bytes_; }

 private:
  bool is_inside(const std::filesystem::path& canonical, const std::string& package) const;

  const FileSearch& search_;
  const std::uint64_t max_bytes_;
  std::vector<std::filesystem::path> folders_;  // canonical
};

}  // namespace romas::driver
