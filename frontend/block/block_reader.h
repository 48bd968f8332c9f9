// Block XML: one <Block>, or any root element with <Block> children.
#pragma once

#include "frontend/frontend.h"

namespace romas {

// Reads all Blocks of a file into `library.blocks` and checks each on its own. Block::folder is left empty.
// Returns false if the text is not well-formed.
bool read_blocks(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics, Model& library);

// Reports Blocks that have the same id, name and tag (RM1801). Returns false if there are any.
bool check_unique_blocks(const Model& library, DiagnosticEngine& diagnostics);

}  // namespace romas
