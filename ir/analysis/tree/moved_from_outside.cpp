#include "ir/analysis/tree/moved_from_outside.h"

#include <algorithm>

#include "ir/model/child_place.h"

namespace romas {

bool is_moved_from_outside(const Model& model, const Joint& joint) {
  if (model.layout.format != "mjcf" || joint.type != JointType::floating) return false;
  const LinkId child = joint.child.id ? joint.child.id : model.find_link(joint.child.name);
  if (!child) return false;
  return std::ranges::any_of(
      model.extensions_at(entity_place(EntityKind::link, child.index())),
      [](const Extension* kept) { return kept->name == "mocap" && kept->text == "true"; });
}

}  // namespace romas
