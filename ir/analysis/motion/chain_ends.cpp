#include "ir/analysis/motion/chain_ends.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "support/text/text.h"

namespace romas {

namespace {

// A hand of more variables has fingers that are chains.
constexpr std::size_t kMostOfGripper = 2;
// A body that fewer variables carry is a base, and what hangs on it are its limbs.
constexpr std::size_t kFewestOfArm = 3;

class Ends {
 public:
  Ends(const Model& model, const KinematicTree& tree, const DynamicsModel& dynamics)
      : model_(model), tree_(tree), dynamics_(dynamics) {
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
      if (dynamics_.links[k].body == body && (!last || rank(link) >= rank(last))) last = link;
    }
    return last;
  }

  std::pair<bool, std::size_t> rank(LinkId link) const {
    return {is_end_name(model_.link(link).name), static_cast<std::size_t>(tree_.depth(link))};
  }

  const Model& model_;
  const KinematicTree& tree_;
  const DynamicsModel& dynamics_;
  std::vector<std::size_t> children_;  // by body: how many bodies hang on it
  std::vector<std::set<int>> below_;   // by body: variables that move what hangs on it
};

constexpr std::array<std::string_view, 5> kEndWords = {"tool", "tcp", "ee", "eef", "feet"};
constexpr std::array<std::string_view, 4> kEndsOfWords = {"foot", "toe", "tip", "effector"};

bool is_end_word(std::string_view word) {
  return std::ranges::find(kEndWords, word) != kEndWords.end() ||
         std::ranges::any_of(kEndsOfWords, [&](std::string_view end) { return word.ends_with(end); });
}

}  // namespace

bool is_end_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (std::size_t begin = 0; begin < name.size();) {
    std::size_t end = begin;
    while (end < name.size() && is_letter(name[end])) ++end;
    if (is_end_word(to_lower(name.substr(begin, end - begin)))) return true;
    begin = end + 1;
  }
  return false;
}

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

std::vector<LinkId> chain_ends(const Model& model, const KinematicTree& tree, const DynamicsModel& dynamics) {
  return Ends(model, tree, dynamics).run();
}

std::vector<LinkId> other_ends(const KinematicTree& tree, const DynamicsModel& dynamics, LinkId end) {
  const auto body_of = [&](std::size_t k) { return dynamics.links[k].body; };
  const auto at = std::ranges::find(dynamics.link_order, end);
  if (at == dynamics.link_order.end()) return {};
  const int body = body_of(static_cast<std::size_t>(at - dynamics.link_order.begin()));
  std::vector<LinkId> links, carriers;
  for (std::size_t k = 0; k < dynamics.links.size(); ++k) {
    if (body_of(k) != body) continue;
    links.push_back(dynamics.link_order[k]);
    if (const LinkId parent = tree.parent_link(links.back())) carriers.push_back(parent);
  }
  std::erase_if(
      links, [&](LinkId link) { return link == end || std::ranges::find(carriers, link) != carriers.end(); });
  return links;
}

}  // namespace romas
