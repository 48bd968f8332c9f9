// Block XML: one <Block>, or any root element with <Block> children.
#pragma once

#include <cstddef>

#include "frontend/frontend.h"

namespace romas {

// Reads all Blocks of a file into `library.blocks` and checks each on its own. Block::folder is left empty.
// Returns false if the text is not well-formed.
bool read_blocks(FileId file, FrontendContext& context, Model& library);

// Copies the foreign content of a Block of the library for the next Block of `to`.
void copy_extensions_of_block(const Model& library, std::size_t block, Model& to);

// Reports Blocks that have the same id, name and tag (RM1801). Returns false if there are any.
bool check_unique_blocks(const Model& library, DiagnosticEngine& diagnostics);

}  // namespace romas
