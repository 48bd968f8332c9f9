#include "ir/analysis/chain_ends.h"

#include <algorithm>
#include <set>

namespace romas {

namespace {

// A hand of more variables has fingers that are chains.
constexpr std::size_t kMostOfGripper = 2;
// A body that fewer variables carry is a base, and what hangs on it are its limbs.
constexpr std::size_t kFewestOfArm = 3;

class Ends {
 public:
  Ends(const KinematicTree& tree, const DynamicsModel& dynamics) : tree_(tree), dynamics_(dynamics) {
    children_.resize(dynamics.bodies.size());
    below_.resize(dynamics.bodies.size());
    for (std::size_t i = dynamics.bodies.size(); i-- > 0;) {
      const Body& body = dynamics.bodies[i];
      if (body.parent < 0) continue;
      const auto parent = static_cast<std::size_t>(body.parent);
      ++children_[parent];
      if (below_[parent].size() > kMostOfGripper) continue;  // no gripper, whatever follows
      below_[parent].insert(body.q);
      below_[parent].insert(below_[i].begin(), below_[i].end());
    }
  }

  std::vector<LinkId> run() {
    std::vector<LinkId> ends, short_ends;
    for (std::size_t i = 0; i < dynamics_.bodies.size(); ++i) {
      if (!is_end(i)) continue;
      const LinkId link = last_link(static_cast<int>(i));
      if (!link) continue;
      (count(i) > 1 ? ends : short_ends).push_back(link);
    }
    return ends.empty() ? short_ends : ends;
  }

 private:
  std::size_t count(std::size_t body) const {
    return variables_to(dynamics_, {static_cast<int>(body), {}}).size();
  }

  // The fingers hang on it themselves: what hangs on a wrist is no gripper of the forearm.
  bool carries_gripper(std::size_t body) const {
    return children_[body] > 1 && below_[body].size() <= kMostOfGripper && count(body) >= kFewestOfArm;
  }

  bool is_end(std::size_t body) const {
    if (children_[body] > 0 && !carries_gripper(body)) return false;
    for (int at = dynamics_.bodies[body].parent; at >= 0;
         at = dynamics_.bodies[static_cast<std::size_t>(at)].parent)
      if (carries_gripper(static_cast<std::size_t>(at))) return false;
    return true;
  }

  LinkId last_link(int body) const {
    LinkId last;
    for (std::size_t k = 0; k < dynamics_.links.size(); ++k) {
      const LinkId link = dynamics_.link_order[k];
      if (dynamics_.links[k].body == body && (!last || tree_.depth(link) >= tree_.depth(last))) last = link;
    }
    return last;
  }

  const KinematicTree& tree_;
  const DynamicsModel& dynamics_;
  std::vector<std::size_t> children_;  // by body: how many bodies hang on it
  std::vector<std::set<int>> below_;   // by body: variables that move what hangs on it
};

}  // namespace

std::vector<std::size_t> bodies_to(const DynamicsModel& dynamics, const Placement& place) {
  std::vector<std::size_t> bodies;
  for (int at = place.body; at >= 0; at = dynamics.bodies[static_cast<std::size_t>(at)].parent)
    bodies.push_back(static_cast<std::size_t>(at));
  std::reverse(bodies.begin(), bodies.end());
  return bodies;
}

std::vector<std::size_t> variables_to(const DynamicsModel& dynamics, const Placement& place) {
  std::vector<std::size_t> variables;
  for (const std::size_t body : bodies_to(dynamics, place)) {
    const auto variable = static_cast<std::size_t>(dynamics.bodies[body].q);
    if (std::find(variables.begin(), variables.end(), variable) == variables.end())
      variables.push_back(variable);
  }
  return variables;
}

std::vector<LinkId> chain_ends(const KinematicTree& tree, const DynamicsModel& dynamics) {
  return Ends(tree, dynamics).run();
}

}  // namespace romas
