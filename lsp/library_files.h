// The language's standard library as files that an editor can open.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace romas::lsp {

class LibraryFiles {
 public:
  // The folder that they are written to when they are asked for; empty: none is written.
  void set_folder(std::string folder) { folder_ = std::move(folder); }
  // The file with a part of the library, as messages name that (frontend/language/library.h): it is written
  // where it is not there or says something else. Empty: there is no folder, or it cannot be written.
  std::string path_of(std::string_view shown_name, std::string_view text);

 private:
  std::string folder_;
  std::set<std::string, std::less<>> written_;
};

}  // namespace romas::lsp
