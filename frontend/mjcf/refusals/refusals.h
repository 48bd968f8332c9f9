// What MuJoCo's compiler refuses although its reader takes the text: bodies, shapes, constraints, tendons,
// actuators and sensors that contradict themselves or each other. The names of the rules' sources are those
// of src/user in MuJoCo.
#pragma once

#include <functional>

#include "frontend/mjcf/file/asset_table.h"
#include "frontend/mjcf/file/body_tree.h"
#include "frontend/mjcf/file/named_parts.h"

namespace romas::mjcf {

struct RefusalInputs {
  const BodyTree& tree;
  const NamedParts& parts;
  std::function<const AssetTable&(MjcfFile&)> assets;
  MjcfFile& main;
};

// Reports it, except where an error was reported already.
void check_refusals(const RefusalInputs& inputs, SchemaReader& schema);

}  // namespace romas::mjcf
