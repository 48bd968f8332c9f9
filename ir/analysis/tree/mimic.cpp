#include "ir/analysis/tree/mimic.h"

#include "ir/model/joint_fields.h"

namespace romas {

MimicRelation resolve_mimic(const Model& model, JointId joint) {
  MimicRelation result{joint};
  // The number of steps is bounded, because followers may form a cycle.
  for (std::size_t step = 0; step <= model.joints.size(); ++step) {
    const auto& mimic = model.joint(result.leader).mimic;
    if (!mimic || !mimic->joint.id) break;
    result.offset += result.multiplier * value_or_default(*mimic, &JointMimic::offset);
    result.multiplier *= value_or_default(*mimic, &JointMimic::multiplier);
    result.leader = mimic->joint.id;
  }
  return result;
}

std::optional<MimicRelation> followed_by(const Model& model, JointId joint) {
  if (!model.joint(joint).mimic || position_count(model.joint(joint).type) != 1) return std::nullopt;
  const MimicRelation relation = resolve_mimic(model, joint);
  if (relation.leader == joint || position_count(model.joint(relation.leader).type) != 1) return std::nullopt;
  return relation;
}

}  // namespace romas
