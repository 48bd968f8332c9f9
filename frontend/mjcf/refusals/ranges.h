// Ranges that MuJoCo takes and nobody means: controls in degrees or of the other side, forces that cannot be
// 0, and keyframes outside of the limits.
#pragma once

#include "frontend/mjcf/file/body_tree.h"

namespace romas::mjcf {

void check_ranges(const BodyTree& tree, MjcfFile& main, SchemaReader& schema);

}  // namespace romas::mjcf
