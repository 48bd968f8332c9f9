#include "ir/analysis/mimic.h"

namespace romas {

MimicRelation resolve_mimic(const Model& model, JointId joint) {
  MimicRelation result{joint};
  // The count only bounds the walk through a circle.
  for (std::size_t step = 0; step <= model.joints.size(); ++step) {
    const auto& mimic = model.joint(result.leader).mimic;
    if (!mimic || !mimic->joint.id) break;
    result.offset += result.multiplier * mimic->offset.value_or(0).value();
    result.multiplier *= mimic->multiplier.value_or(1).value();
    result.leader = mimic->joint.id;
  }
  return result;
}

}  // namespace romas
