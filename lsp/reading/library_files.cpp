#include "lsp/reading/library_files.h"

#include <filesystem>

#include "frontend/language/words/library.h"
#include "support/files/output_set.h"
#include "support/sources/source_manager.h"

namespace romas::lsp {

std::string LibraryFiles::path_of(std::string_view shown_name, std::string_view text) {
  if (folder_.empty()) return {};
  const std::string_view file = shown_name.substr(shown_name.rfind('/') + 1);
  std::string path = (std::filesystem::path(folder_) / language::kStandardLibrary / file).string();
  if (written_.contains(path)) return path;
  SourceManager known;
  SourceManager::ReadError problem;
  const FileId there = known.read_file(path, problem, SourceManager::kDefaultMaxInput);
  if (there == 0 || known.text(there) != text) {
    OutputSet files;
    files.add(path, std::string(text));
    if (files.commit()) return {};
  }
  written_.insert(path);
  return path;
}

}  // namespace romas::lsp
