// The part of a model that the choices of one body can change.
#include <tuple>
#include <utility>

#include "passes/kernel/search/choice_search.h"

namespace romas::lowering {

ChoiceSearch::Neighbourhood ChoiceSearch::neighbourhood(std::size_t i) const {
  std::vector<bool> near(choices_.size(), false);
  int top = static_cast<int>(i);
  for (int up = 0; top >= 0 && up <= reach_; top = model_.bodies[static_cast<std::size_t>(top)].parent, ++up)
    near[static_cast<std::size_t>(top)] = true;
  std::vector<int> depth(choices_.size(), -1);
  depth[i] = 0;
  for (std::size_t k = i + 1; k < choices_.size(); ++k) {
    const int parent = model_.bodies[k].parent;
    if (parent >= 0 && depth[static_cast<std::size_t>(parent)] >= 0)
      depth[k] = depth[static_cast<std::size_t>(parent)] + 1;
    if (depth[k] > 0 && depth[k] <= reach_) near[k] = true;
  }
  Neighbourhood part = restricted(near, top >= 0);
  part.centre = i;
  number_variables(part.model);
  return part;
}

// Those of the part alone, so that M is no larger than it; followers keep what they share.
void ChoiceSearch::number_variables(DynamicsModel& part) {
  std::unordered_map<int, std::pair<int, int>> known;  // first velocity variable: the new ones
  part.n_q = part.n_v = 0;
  for (Body& body : part.bodies) {
    const auto [place, unknown] = known.try_emplace(body.v, part.n_q, part.n_v);
    std::tie(body.q, body.v) = place->second;
    if (!unknown) continue;
    const int dof = motion_dof(body.motion);
    part.n_q += body.motion == Motion::ball || body.motion == Motion::floating ? dof + 1 : dof;
    part.n_v += dof;
  }
}

void ChoiceSearch::burden(Body& carrier, const RigidTransform& X_PB) {
  carrier.inertia += MassMoments::of({1, Vector3(0.1, 0.2, 0.3), Matrix3::Identity()}).expressed_in(X_PB);
  carrier.mass_scale += 1;
  carrier.second_scale += 1;
}

ChoiceSearch::Neighbourhood ChoiceSearch::restricted(const std::vector<bool>& near, bool free_root) const {
  Neighbourhood part;
  part.free_root = free_root;
  part.model.gravity = model_.gravity;
  if (free_root) {
    Body root;
    root.motion = Motion::floating;
    root.q = model_.n_q;
    root.v = model_.n_v;
    burden(root, {});
    part.model.bodies.push_back(root);
  }
  std::vector<int> index(choices_.size(), free_root ? 0 : -1);
  for (std::size_t k = 0; k < choices_.size(); ++k) {
    const Body& body = model_.bodies[k];
    const int parent = body.parent < 0 ? -1 : index[static_cast<std::size_t>(body.parent)];
    if (near[k]) {
      index[k] = static_cast<int>(part.model.bodies.size());
      part.bodies.push_back(k);
      part.model.bodies.push_back(body);
      part.model.bodies.back().parent = parent;
    } else if (body.parent >= 0 && near[static_cast<std::size_t>(body.parent)]) {
      burden(part.model.bodies[static_cast<std::size_t>(parent)], body.X_PB);
    }
  }
  return part;
}

}  // namespace romas::lowering
