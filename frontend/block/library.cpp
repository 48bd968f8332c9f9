#include "frontend/block/library.h"

#include <algorithm>
#include <filesystem>

#include "frontend/block/block_reader.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas {

namespace fs = std::filesystem;

void BlockLibrary::load(const std::string& path) {
  if (is_folder(path)) {
    load_folder(path, {}, true);
  } else {
    load_file(path, true);
  }
}

void BlockLibrary::load_given() {
  for (const std::string& path : context_.options.libraries) load(path);
  check_unique_blocks(model_, context_.diagnostics);
}

Model read_block_library(const std::string& path, FrontendContext& context) {
  BlockLibrary library(context);
  library.load(path);
  check_unique_blocks(library.model(), context.diagnostics);
  return library.model();
}

void BlockLibrary::load_neighbours(const std::string& folder, const std::string& except) {
  load_folder(folder, except, false);
  check_unique_blocks(model_, context_.diagnostics);
}

void BlockLibrary::load_folder(const std::string& path, const std::string& except, bool asked_for) {
  const FolderListing listing = list_folder(path);
  std::vector<std::string> files;
  for (const FolderListing::Entry& entry : listing.entries) {
    const std::string extension = to_lower(fs::path(entry.name).extension().string());
    if ((extension != ".xml" && extension != ".block") || entry.kind != PathKind::file) continue;
    const std::string file = (fs::path(path) / entry.name).string();
    if (except.empty() || !is_same_file(file, except)) files.push_back(file);
  }
  if (listing.error && asked_for)
    context_.diagnostics.report(
        Rule::unreadable_file, {},
        concat("cannot read the library folder '", path, "': ", listing.error.message()));
  for (const std::string& file : files) load_file(file, false);
}

void BlockLibrary::load_file(const std::string& path, bool asked_for) {
  SourceManager::ReadError error;
  const FileId file = context_.sources.read_file(path, error, context_.options.max_input);
  if (file == 0) {
    context_.diagnostics.report(error.too_large ? Rule::input_limit : Rule::unreadable_file, {},
                                concat("cannot read the library file '", path, "': ", error.reason));
    return;
  }
  // A file of a folder is read only if its text is recognised as Blocks.
  const FrontendInfo* format = detect_frontend(asked_for ? path : "", context_.sources.text(file));
  if (!asked_for && (format == nullptr || format->name != "block")) return;
  context_.files_read.push_back(path);
  const std::size_t before = model_.blocks.size();
  read_blocks(file, context_, model_);
  for (std::size_t i = before; i < model_.blocks.size(); ++i)
    model_.blocks[i].folder = fs::path(path).parent_path().string();
}

std::vector<std::size_t> BlockLibrary::find(std::string_view id, const std::string* name,
                                            const std::string* tag) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < model_.blocks.size(); ++i) {
    const Block& block = model_.blocks[i];
    if (block.id == id && (name == nullptr || block.name == *name) && (tag == nullptr || block.tag == *tag))
      found.push_back(i);
  }
  return found;
}

}  // namespace romas
