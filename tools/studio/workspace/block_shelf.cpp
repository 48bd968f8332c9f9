#include "tools/studio/workspace/block_shelf.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "frontend/block/block_reader.h"
#include "frontend/block/library.h"
#include "ir/assembly/assembly.h"

namespace romas::studio {

namespace {

namespace fs = std::filesystem;

// Whether a file lies in a folder that is a library, or is one itself.
bool is_library(const std::vector<std::string>& libraries, std::string_view file) {
  return std::find(libraries.begin(), libraries.end(), file) != libraries.end();
}

class ShelfReader {
 public:
  ShelfReader(const driver::CompileRequest& request, const std::string& assembly)
      : options_(request.input.frontend), assembly_(assembly), diagnostics_(request.severities) {}

  BlockShelf run() {
    read();
    shelf_.report = {shelf_.sources.get(), diagnostics_.sorted(), diagnostics_.omitted()};
    shelf_.faults.resize(shelf_.model.blocks.size(), BlockShelf::Fault::none);
    for (const Diagnostic& diagnostic : shelf_.report.diagnostics)
      if (diagnostic.severity == Severity::error) blame(diagnostic);
    // A finding that was not kept may be about any Block.
    if (!shelf_.report.omitted.empty() && diagnostics_.has_errors())
      std::fill(shelf_.faults.begin(), shelf_.faults.end(), BlockShelf::Fault::errors);
    leave_out_faulty_blocks();
    return std::move(shelf_);
  }

 private:
  void read() {
    FrontendContext context{*shelf_.sources, diagnostics_, options_, files_read_};
    BlockLibrary library(context);
    shelf_.with_neighbours = !assembly_.empty();
    shelf_.asked = options_.libraries.size();
    for (const std::string& path : options_.libraries) {
      const std::size_t before = unplaced_errors();
      library.load(path);
      if (unplaced_errors() == before) shelf_.libraries.push_back(path);
    }
    if (assembly_.empty()) {
      check_unique_blocks(library.model(), diagnostics_);
    } else {
      library.load_neighbours(fs::path(assembly_).parent_path().string(), assembly_);
    }
    check_blocks(library.model(), diagnostics_);
    shelf_.model = library.model();
  }

  // Counts the errors without a place: those of files and folders that cannot be read.
  std::size_t unplaced_errors() const {
    const auto found = diagnostics_.sorted();
    return static_cast<std::size_t>(std::count_if(found.begin(), found.end(), [](const Diagnostic& each) {
      return each.severity == Severity::error && !each.range.valid();
    }));
  }

  void blame(const Diagnostic& diagnostic) {
    const bool duplicate = diagnostic.rule == Rule::block_duplicate;
    const auto fault = duplicate ? BlockShelf::Fault::duplicate : BlockShelf::Fault::errors;
    if (diagnostic.range.valid() && !blame(diagnostic.range, fault))
      faulty_files_.insert(diagnostic.range.file);
    if (!duplicate) return;
    for (const DiagnosticNote& note : diagnostic.notes) blame(note.range, fault);
  }

  // False if the place lies in no Block.
  bool blame(SourceRange place, BlockShelf::Fault fault) {
    bool found = false;
    for (std::size_t i = 0; i < shelf_.faults.size(); ++i) {
      const SourceRange& block = shelf_.model.blocks[i].range;
      if (block.file != place.file || place.begin < block.begin || place.end > block.end) continue;
      shelf_.faults[i] = std::max(shelf_.faults[i], fault);
      found = true;
    }
    return found;
  }

  void leave_out_faulty_blocks() {
    std::map<FileId, std::vector<std::size_t>> by_file;
    for (std::size_t i = 0; i < shelf_.faults.size(); ++i)
      by_file[shelf_.model.blocks[i].range.file].push_back(i);
    for (const auto& [file, blocks] : by_file) {
      const auto is_sound = [&](std::size_t i) { return shelf_.faults[i] == BlockShelf::Fault::none; };
      if (std::none_of(blocks.begin(), blocks.end(), is_sound)) faulty_files_.insert(file);
      // Places in a text that was converted are no places in its file.
      const bool as_read = shelf_.sources->text(file) == shelf_.sources->original_text(file);
      const bool sound = std::all_of(blocks.begin(), blocks.end(), is_sound);
      if (!sound && !as_read) faulty_files_.insert(file);
      if (!sound && !faulty_files_.contains(file)) blank(file, blocks);
    }
    for (const FileId file : faulty_files_) leave_out(file);
  }

  void blank(FileId file, const std::vector<std::size_t>& blocks) {
    std::string text(shelf_.sources->text(file));
    for (const std::size_t i : blocks) {
      if (shelf_.faults[i] == BlockShelf::Fault::none) continue;
      const SourceRange& range = shelf_.model.blocks[i].range;
      for (std::size_t at = range.begin; at < range.end; ++at)
        if (text[at] != '\n') text[at] = ' ';
    }
    shelf_.texts.emplace(SourceManager::file_key(std::string(shelf_.sources->name(file))), std::move(text));
  }

  // A file that is a library itself is not named any more; one of a folder is a text that is no Block.
  void leave_out(FileId file) {
    const std::string name(shelf_.sources->name(file));
    for (std::size_t i = 0; i < shelf_.faults.size(); ++i)
      if (shelf_.model.blocks[i].range.file == file && shelf_.faults[i] == BlockShelf::Fault::none)
        shelf_.faults[i] = BlockShelf::Fault::errors;
    if (is_library(shelf_.libraries, name)) {
      std::erase(shelf_.libraries, name);
    } else {
      shelf_.texts.emplace(SourceManager::file_key(name), std::string());
    }
  }

  const FrontendOptions& options_;
  const std::string& assembly_;
  DiagnosticEngine diagnostics_;
  std::vector<std::string> files_read_;
  BlockShelf shelf_;
  std::set<FileId> faulty_files_;
};

}  // namespace

std::optional<std::size_t> BlockShelf::find(const Block& block) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    const Block& other = model.blocks[i];
    if (other.id != block.id || other.name != block.name || other.tag != block.tag) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

BlockShelf read_shelf(const driver::CompileRequest& request, const std::string& assembly) {
  return ShelfReader(request, assembly).run();
}

BlockShelf read_shelf_of(const driver::CompileRequest& request, const std::string& assembly,
                         const std::vector<std::string>& files_read) {
  BlockShelf shelf = read_shelf(request, {});
  if (assembly.empty()) return shelf;
  const auto is_from_library = [&](const std::string& file) {
    for (FileId id = 1; id <= shelf.sources->file_count(); ++id)
      if (shelf.sources->name(id) == file) return true;
    return file == assembly;
  };
  const bool suffices =
      !shelf.model.blocks.empty() && std::all_of(files_read.begin(), files_read.end(), is_from_library);
  return suffices ? std::move(shelf) : read_shelf(request, assembly);
}

}  // namespace romas::studio
