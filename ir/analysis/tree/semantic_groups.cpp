#include "ir/analysis/tree/semantic_groups.h"

#include <algorithm>

namespace romas {

namespace {

// Groups of an ordinary robot hold a few hundred joints in all.
constexpr std::size_t kMostSteps = 5'000'000;

class GroupResolver {
 public:
  GroupResolver(const Semantics& semantics, const Model* robot, const KinematicTree* tree)
      : semantics_(semantics), robot_(robot), tree_(tree), state_(semantics.groups.size(), State::open) {}

  SemanticGroups run() {
    const std::size_t count = semantics_.groups.size();
    result_.groups.resize(count);
    for (std::size_t i = 0; i < count; ++i) result_.by_name.try_emplace(semantics_.groups[i].name.text, i);
    for (std::size_t i = 0; i < count; ++i)
      if (state_[i] == State::open) visit(i);
    return std::move(result_);
  }

 private:
  enum class State : unsigned char { open, entered, done };
  struct Entry {
    std::size_t group, next_subgroup;
  };

  // Subgroups first.
  void visit(std::size_t first) {
    path_ = {{first, 0}};
    state_[first] = State::entered;
    while (!path_.empty()) {
      Entry& entry = path_.back();
      const std::vector<SemanticName>& subgroups = semantics_.groups[entry.group].subgroups;
      if (entry.next_subgroup == subgroups.size()) {
        collect(entry.group);
        state_[entry.group] = State::done;
        path_.pop_back();
        continue;
      }
      const auto subgroup = result_.find(subgroups[entry.next_subgroup++].text);
      if (!subgroup || state_[*subgroup] == State::done) continue;
      if (state_[*subgroup] == State::entered) {
        add_cycle(*subgroup);
      } else {
        state_[*subgroup] = State::entered;
        path_.push_back({*subgroup, 0});
      }
    }
  }

  void add_cycle(std::size_t back_to) {
    auto begin =
        std::find_if(path_.begin(), path_.end(), [&](const Entry& entry) { return entry.group == back_to; });
    const auto length = static_cast<std::size_t>(path_.end() - begin);
    if (!afford(length)) return;
    std::vector<std::size_t> cycle;
    for (; begin != path_.end(); ++begin) cycle.push_back(begin->group);
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    for (const std::size_t group : cycle) result_.groups[group].whole = false;
    result_.cycles.push_back(std::move(cycle));
  }

  bool afford(std::size_t steps) {
    result_.complete = result_.complete && steps <= left_;
    left_ -= std::min(left_, steps);
    return result_.complete;
  }

  void collect(std::size_t index) {
    SemanticGroups::Group& to = result_.groups[index];
    if (robot_ == nullptr || tree_ == nullptr) {
      to.whole = false;
      return;
    }
    const SemanticGroup& from = semantics_.groups[index];
    for (const SemanticName& link : from.links) add_link(robot_->find_link(link.text), to);
    for (const SemanticName& joint : from.joints) add_joint(joint, to);
    for (const SemanticChain& chain : from.chains) add_chain(chain, to);
    for (const SemanticName& subgroup : from.subgroups) add_subgroup(subgroup, to);
    std::sort(to.joints.begin(), to.joints.end());
    to.joints.erase(std::unique(to.joints.begin(), to.joints.end()), to.joints.end());
    to.joints.shrink_to_fit();
  }

  void add_link(LinkId link, SemanticGroups::Group& to) {
    if (!link || !afford(1)) {
      to.whole = false;
    } else if (const JointId joint = tree_->parent_joint(link)) {
      to.joints.push_back(joint);
    } else {
      to.root_joint = true;
    }
  }

  void add_joint(const SemanticName& name, SemanticGroups::Group& to) {
    const JointId joint = robot_->find_joint(name.text);
    const std::vector<VirtualJoint>& virtual_joints = semantics_.virtual_joints;
    if (joint && afford(1))
      to.joints.push_back(joint);
    else if (afford(virtual_joints.size()) &&
             std::any_of(virtual_joints.begin(), virtual_joints.end(),
                         [&](const VirtualJoint& one) { return one.name.text == name.text; }))
      to.root_joint = true;
    else
      to.whole = false;
  }

  void add_chain(const SemanticChain& chain, SemanticGroups::Group& to) {
    const LinkId base = robot_->find_link(chain.base.text);
    const LinkId tip = robot_->find_link(chain.tip.text);
    const auto depth = [&](LinkId link) {
      return link && tree_->reached(link) ? static_cast<std::size_t>(tree_->depth(link)) : 0;
    };
    if (!afford(1 + depth(base) + depth(tip))) {
      to.whole = false;
      return;
    }
    const ChainJoints found = joints_of_chain(chain, *robot_, *tree_);
    to.joints.insert(to.joints.end(), found.joints.begin(), found.joints.end());
    to.root_joint = to.root_joint || found.root_joint;
    to.whole = to.whole && found.shape != ChainShape::unknown && found.shape != ChainShape::apart;
  }

  void add_subgroup(const SemanticName& name, SemanticGroups::Group& to) {
    const auto subgroup = result_.find(name.text);
    if (!subgroup || state_[*subgroup] != State::done ||
        !afford(1 + result_.groups[*subgroup].joints.size())) {
      to.whole = false;
      return;
    }
    const SemanticGroups::Group& from = result_.groups[*subgroup];
    to.joints.insert(to.joints.end(), from.joints.begin(), from.joints.end());
    to.root_joint = to.root_joint || from.root_joint;
    to.whole = to.whole && from.whole;
  }

  const Semantics& semantics_;
  const Model* robot_;
  const KinematicTree* tree_;
  SemanticGroups result_;
  std::vector<State> state_;
  std::vector<Entry> path_;
  std::size_t left_ = kMostSteps;
};

}  // namespace

bool SemanticGroups::Group::has(JointId joint) const {
  return std::binary_search(joints.begin(), joints.end(), joint);
}

std::optional<std::size_t> SemanticGroups::find(std::string_view name) const {
  const auto found = by_name.find(name);
  return found == by_name.end() || name.empty() ? std::nullopt : std::optional(found->second);
}

ChainJoints joints_of_chain(const SemanticChain& chain, const Model& robot, const KinematicTree& tree) {
  ChainJoints result;
  const LinkId base = robot.find_link(chain.base.text);
  const LinkId tip = robot.find_link(chain.tip.text);
  if (!base || !tip) return result;
  result.shape = ChainShape::apart;
  if (!tree.reached(base) || !tree.reached(tip)) return result;
  // Both ends climb to the same depth, then together to the link where they meet.
  LinkId from_tip = tip;
  LinkId from_base = base;
  std::vector<JointId> base_side;
  const auto climb = [&](LinkId& link, std::vector<JointId>& joints) {
    joints.push_back(tree.parent_joint(link));
    link = tree.parent_link(link);
  };
  while (tree.depth(from_tip) > tree.depth(from_base)) climb(from_tip, result.joints);
  while (tree.depth(from_base) > tree.depth(from_tip)) climb(from_base, base_side);
  while (from_tip != from_base && tree.depth(from_tip) > 0) {
    climb(from_tip, result.joints);
    climb(from_base, base_side);
  }
  if (from_tip != from_base) {
    result.joints.clear();
    return result;
  }
  result.shape = base_side.empty()       ? ChainShape::down
                 : result.joints.empty() ? ChainShape::up
                                         : ChainShape::bent;
  result.ancestor = from_tip;
  if (result.shape == ChainShape::down) return result;
  if (const JointId above = tree.parent_joint(from_tip))
    result.joints.push_back(above);
  else
    result.root_joint = true;
  result.joints.insert(result.joints.end(), base_side.rbegin(), base_side.rend());
  return result;
}

SemanticGroups resolve_groups(const Semantics& semantics, const Model* robot, const KinematicTree* tree) {
  return GroupResolver(semantics, robot, tree).run();
}

bool has_link(const SemanticGroups::Group& group, LinkId link, const KinematicTree& tree) {
  const JointId joint = tree.parent_joint(link);
  return joint ? group.has(joint) : group.root_joint;
}

}  // namespace romas
