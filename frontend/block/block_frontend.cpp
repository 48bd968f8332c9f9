// The frontend of Block files: every Block becomes a robot of one link.
#include <filesystem>

#include "frontend/block/block_reader.h"
#include "ir/assembly/assembly.h"
#include "support/text/text.h"

namespace romas {

FrontendResult parse_block(FileId file, FrontendContext& context) {
  FrontendResult result;
  Model library;
  if (!read_blocks(file, context, library)) {
    result.malformed = true;
    return result;
  }
  check_unique_blocks(library, context.diagnostics);
  check_blocks(library, context.diagnostics);
  const std::string stem = std::filesystem::path(context.sources.name(file)).filename().string();
  for (const Block& block : library.blocks) {
    Model model;
    model.adopt_spellings(library);
    model.range = block.range;
    model.name_range = block.id_range;
    copy_extensions_of_block(library, static_cast<std::size_t>(&block - library.blocks.data()), model);
    model.blocks.push_back(block);
    build_block_robot(model);
    const std::string file_name = stem.substr(0, stem.find('.'));
    model.name = !context.options.robot_name.empty() && library.blocks.size() == 1
                     ? context.options.robot_name
                 : library.blocks.size() == 1 ? file_name
                                              : model.links.front().name;
    result.models.push_back(std::move(model));
  }
  return result;
}

}  // namespace romas
