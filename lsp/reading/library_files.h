// The language's standard library as files that an editor can open.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace romas::lsp {

class LibraryFiles {
 public:
  // The folder to which files are written on demand; empty: none is written.
  void set_folder(std::string folder) { folder_ = std::move(folder); }
  // Returns the file with a part of the library, by the name that messages use for it
  // (frontend/language/words/library.h). Writes the file if it does not exist or has another text. Returns an
  // empty path if there is no folder, or if it cannot be written.
  std::string path_of(std::string_view shown_name, std::string_view text);

 private:
  std::string folder_;
  std::set<std::string, std::less<>> written_;
};

}  // namespace romas::lsp
