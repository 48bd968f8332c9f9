// Keeps the index of files from session to session, in a folder of the user.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/cache/result_cache.h"
#include "lsp/reading/reading.h"

namespace romas::lsp {

// The texts that an input is read from.
struct FilesRead {
  std::vector<std::string> keys;  // the file of the input first
  bool has_semantics = false;     // it is an SRDF; the files of the robot are there, too
};

// An entry counts as long as everything that it was made from is the same: texts by their content, files that
// were looked for, and how the project is read. A folder that cannot be used counts as no folder. Not for use
// from two threads at once.
class IndexCache {
 public:
  static constexpr std::uint64_t kMostBytes = 100'000'000;  // on the disk

  // Empty: nothing is kept.
  explicit IndexCache(std::string folder) : folder_(std::move(folder)) {}
  // Removes what was not used for longest, beyond the bound.
  ~IndexCache();
  IndexCache(const IndexCache&) = delete;
  IndexCache& operator=(const IndexCache&) = delete;

  // Writes what was learned, which waits until then. Asks go_on() in front of each entry; false forgets the
  // rest.
  void write(const std::function<bool()>& go_on);
  // Returns the cache of a project. Returns nullptr if nothing is kept.
  driver::ResultCache* of(const ProjectRequest& project);
  // Known from earlier, or read now.
  FilesRead files_read(const driver::Input& input, const ProjectRequest& project);

 private:
  std::string folder_;
  std::map<std::string, std::unique_ptr<driver::ResultCache>> caches_;  // by ProjectRequest::identity
};

}  // namespace romas::lsp
