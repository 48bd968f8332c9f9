#include "ir/analysis/motion/named_postures.h"

#include <algorithm>

#include "ir/analysis/motion/keyframes.h"

namespace romas {

namespace {

constexpr double kRounded = 1e-6;  // rad or m beyond a limit: of rounded numbers

bool within(const std::vector<double>& q, const std::vector<VariableRange>& ranges) {
  for (std::size_t i = 0; i < q.size(); ++i)
    if (ranges[i].travel == Travel::limits &&
        (q[i] < ranges[i].range.lower - kRounded || q[i] > ranges[i].range.upper + kRounded))
      return false;
  return true;
}

}  // namespace

std::vector<NamedPosture> named_postures(const Model& model, const KinematicTree& tree,
                                         const DynamicsModel& dynamics,
                                         const std::vector<VariableRange>& ranges,
                                         const Semantics* semantics) {
  using Source = NamedPosture::Source;
  const std::vector<double> zero = nearest_to_zero(dynamics, ranges);
  std::vector<NamedPosture> postures = {{Source::zero, {}, zero, true},
                                        {Source::middle, {}, middle_of_travel(dynamics, ranges), true}};
  const auto add = [&](Source source, const std::string& name, std::vector<double> q) {
    const bool in_limits = within(q, ranges);
    postures.push_back({source, name, std::move(q), in_limits});
  };
  for (const Keyframe& keyframe : keyframes_of(model, tree)) {
    if (!keyframe.positions) continue;
    std::vector<double> q = zero;
    for (const JointVariables& row : dynamics.joints)
      for (int k = 0; k < row.n_q; ++k)
        q[static_cast<std::size_t>(row.q + k)] =
            (*keyframe.positions)[static_cast<std::size_t>(tree.q_index(row.joint) + k)];
    add(Source::keyframe, keyframe.name, std::move(q));
  }
  if (semantics == nullptr) return postures;
  for (const GroupState& state : semantics->states) {
    std::vector<double> q = zero;
    for (const JointValues& joint : state.joints) {
      const auto row = std::ranges::find_if(dynamics.joints, [&](const JointVariables& one) {
        return model.joint(one.joint).name == joint.joint.text;
      });
      if (row == dynamics.joints.end() || static_cast<std::size_t>(row->n_q) != joint.values.size()) continue;
      std::copy(joint.values.begin(), joint.values.end(), q.begin() + row->q);
    }
    add(Source::state, state.name.text, std::move(q));
  }
  return postures;
}

}  // namespace romas
