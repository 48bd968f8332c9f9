// Properties of Blocks that other formats of robots have no place for.
#pragma once

#include "backends/target.h"
#include "ir/model/model.h"

namespace romas {

// Reports the losses in a target that is called so ("URDF"): normal maps and thumbnails (RM1901), and that
// links, joints and frames stand for the Blocks and what identifies and joins them (RM1902). Nothing for
// other models.
void report_losses_from_blocks(const Model& model, TargetContext& context, std::string_view target);

}  // namespace romas
