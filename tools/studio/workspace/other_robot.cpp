#include "tools/studio/workspace/other_robot.h"

#include <string_view>
#include <unordered_map>

#include "ir/analysis/motion/kinematics.h"

namespace romas::studio {

OtherRobot::OtherRobot(std::string path, driver::Comparison comparison, FileSearch search)
    : path_(std::move(path)),
      comparison_(std::move(comparison)),
      search_(std::move(search)),
      calculator_(model()) {
  const Model& open = comparison_.results[0].models[0];
  const KinematicTree open_tree(open);
  const KinematicTree tree(model());
  neutral_ = neutral_position(model(), tree);
  std::unordered_map<std::string_view, JointId> by_name;
  for (const JointId id : open_tree.joint_order()) by_name.emplace(open.joint(id).name, id);
  for (const JointId id : tree.joint_order()) {
    const auto found = by_name.find(model().joint(id).name);
    if (found == by_name.end()) continue;
    const int count = position_count(model().joint(id).type);
    if (count != position_count(open.joint(found->second).type)) continue;
    for (int k = 0; k < count; ++k)
      same_.emplace_back(open_tree.q_index(found->second) + k, tree.q_index(id) + k);
  }
}

std::vector<float> OtherRobot::poses_like(const std::vector<double>& q) const {
  std::vector<double> own = neutral_;
  for (const auto& [theirs, mine] : same_)
    if (theirs < q.size()) own[mine] = q[theirs];
  return calculator_.answer(std::move(own)).poses;
}

}  // namespace romas::studio
