#include "backends/from_blocks.h"

#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

void report_losses_from_blocks(const Model& model, TargetContext& context, std::string_view target) {
  for (const Block& block : model.blocks) {
    const std::string& name = block.name.empty() ? block.id : block.name;
    for (const auto& [what, file] : {std::pair("normal map", &block.normal), {"thumbnail", &block.thumbnail}})
      if (*file)
        context.diagnostics.report(
            Rule::feature_dropped, block.range,
            concat("the ", what, " '", **file, "' of Block '", name, "' has no place in ", target));
  }
  if (!model.blocks.empty())
    context.diagnostics.report(
        Rule::value_approximated, name_place(model),
        concat(target,
               " has no Blocks: links, joints and frames represent them; ids and tags, marks of base and "
               "tool, and types and axes of contacts are left out"));
}

}  // namespace romas
