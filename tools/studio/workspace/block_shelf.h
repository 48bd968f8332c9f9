// The Blocks that can be taken: those of Block files and folders, and of the folder of the assembly.
//
// romasc refuses a whole library for one fault. Here the sound Blocks are there all the same: texts without
// the faulty ones stand in for their files, of the same length, so that every place stays where it is.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/request/request.h"
#include "ir/model/model.h"
#include "support/shown/diagnostic_render.h"

namespace romas::studio {

struct BlockShelf {
  enum class Fault : unsigned char { none, duplicate, errors };

  std::unique_ptr<SourceManager> sources = std::make_unique<SourceManager>();
  DiagnosticReport report;  // all findings on the Blocks
  // All Blocks that could be read; Block::folder works from the working folder.
  Model model;
  std::vector<Fault> faults;           // of each
  std::vector<std::string> libraries;  // that an assembly may be compiled with, in the order of the request
  SourceManager::Texts texts;          // in place of files with faulty Blocks
  std::size_t asked = 0;               // how many libraries were named
  bool with_neighbours = false;        // the folder of the assembly was read
  bool has_faults() const { return !texts.empty() || libraries.size() != asked; }

  // The Block of this id, name and tag; nothing if there is none, or several.
  std::optional<std::size_t> find(const Block& block) const;
};

// `assembly`: the file whose folder is read too; empty: none.
BlockShelf read_shelf(const driver::CompileRequest& request, const std::string& assembly);

// The same for an assembly that was read from `files_read`: its folder counts only where the libraries have
// not all of its Blocks, as romasc reads it.
BlockShelf read_shelf_of(const driver::CompileRequest& request, const std::string& assembly,
                         const std::vector<std::string>& files_read);

}  // namespace romas::studio
