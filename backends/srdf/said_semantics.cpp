#include "backends/srdf/said_semantics.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "ir/analysis/motion/keyframes.h"
#include "ir/analysis/tree/moved_from_outside.h"
#include "ir/format/collision_filters.h"
#include "support/names/unique_names.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kWholeBody = "whole_body";

// Readers of SRDF count names without blanks around them.
bool is_name(std::string_view text) { return !text.empty() && trim(text) == text; }
bool is_nameless(const SemanticName& name) { return name.text.empty(); }

// Elements without a name that they need.
void drop_faulty(Semantics& said) {
  const auto drop = [](auto& list, auto... names) {
    std::erase_if(list, [&](const auto& each) { return (is_nameless(each.*names) || ...); });
  };
  drop(said.groups, &SemanticGroup::name);
  for (SemanticGroup& group : said.groups) {
    for (auto* names : {&group.links, &group.joints, &group.subgroups}) std::erase_if(*names, is_nameless);
    drop(group.chains, &SemanticChain::base, &SemanticChain::tip);
  }
  drop(said.states, &GroupState::name, &GroupState::group);
  for (GroupState& state : said.states)
    std::erase_if(state.joints, [](const JointValues& values) {
      return is_nameless(values.joint) || values.values.empty();
    });
  drop(said.end_effectors, &EndEffector::name, &EndEffector::group, &EndEffector::parent_link);
  drop(said.virtual_joints, &VirtualJoint::name, &VirtualJoint::child_link);
  std::erase_if(said.virtual_joints, [](const VirtualJoint& joint) { return joint.parent_frame.empty(); });
  std::erase_if(said.passive_joints, is_nameless);
  drop(said.collision_pairs, &CollisionPair::link1, &CollisionPair::link2);
  std::erase_if(said.unchecked_links, is_nameless);
  drop(said.spheres, &SphereApproximation::link);
  drop(said.joint_properties, &JointProperty::joint);
}

class Collector {
 public:
  Collector(const Model& model, TargetContext& context) : model_(model), context_(context), tree_(model) {}

  Semantics run() {
    if (context_.inputs.semantics != nullptr) said_ = *context_.inputs.semantics;
    drop_faulty(said_);
    said_.robot = {std::string(trim(model_.name)), model_.name_range};
    add_pairs();
    add_keyframes();
    return std::move(said_);
  }

 private:
  void lost(SourceRange range, std::string message) const {
    context_.diagnostics.report(Rule::feature_dropped, range, std::move(message));
  }

  void add_pairs() {
    std::unordered_set<std::uint64_t> known;
    for (const CollisionPair& pair : said_.collision_pairs)
      if (const LinkId a = model_.find_link(pair.link1.text), b = model_.find_link(pair.link2.text);
          a && b && !pair.enabled)
        known.insert(key_of_pair(a, b));
    const ExcludedPairs found = excluded_pairs(model_);
    for (const ExcludedPair& pair : found.pairs) {
      const std::string &a = model_.link(pair.a).name, &b = model_.link(pair.b).name;
      const SourceRange range = model_.extensions[pair.extension].range;
      if (!known.insert(key_of_pair(pair.a, pair.b)).second) continue;
      if (is_name(a) && is_name(b))
        said_.collision_pairs.push_back({{a, range}, {b, range}, "User", false, range});
      else
        lost(range,
             concat("SRDF has no name for one of the links '", a, "' and '", b, "', which do not collide"));
    }
    for (const std::uint32_t extension : found.in_part)
      lost(model_.extensions[extension].range,
           "a collision filter names a link or group that the robot does not have, and is used without it");
    if (found.too_many)
      lost(model_.range,
           concat("more than ", kMostExcludedPairs, " pairs of links do not collide; the rest is left out"));
  }

  void add_keyframes() {
    SemanticGroup group;
    UniqueNames groups;
    for (const SemanticGroup& known : said_.groups) groups.take(known.name.text);
    group.name.text = groups.take(kWholeBody);
    const std::size_t before = said_.states.size();
    for (const Keyframe& keyframe : keyframes_of(model_, tree_)) {
      const Extension& kept = model_.extensions[keyframe.extension];
      report_words(keyframe, kept);
      if (keyframe.positions && !is_said(keyframe, before)) add_state(keyframe, kept, group.name);
    }
    if (said_.states.size() == before) return;
    group.range = said_.states[before].range;
    for (const JointId id : tree_.joint_order())
      if (has_values(id)) group.joints.push_back({model_.joint(id).name, group.range});
    said_.groups.push_back(std::move(group));
  }

  // A joint that has values in an SRDF.
  bool has_values(JointId id) const {
    const Joint& joint = model_.joint(id);
    return tree_.q_index(id) >= 0 && joint.type != JointType::ball && is_name(joint.name) &&
           !is_moved_from_outside(model_, joint);
  }

  void add_state(const Keyframe& keyframe, const Extension& kept, const SemanticName& group) {
    GroupState state;
    state.name = {names_.take(is_name(keyframe.name) ? keyframe.name : "keyframe"), kept.range};
    state.group = group;
    state.range = kept.range;
    for (const JointId id : tree_.joint_order()) {
      if (tree_.q_index(id) < 0 || is_moved_from_outside(model_, model_.joint(id))) continue;
      if (!has_values(id)) {
        lost(kept.range, concat(words_of(keyframe), " has no value for joint '", model_.joint(id).name,
                                "' in SRDF, which cannot hold one for such a joint or name"));
        continue;
      }
      const auto first = keyframe.positions->begin() + tree_.q_index(id);
      state.joints.push_back({{model_.joint(id).name, kept.range},
                              {first, first + position_count(model_.joint(id).type)},
                              kept.range,
                              kept.range});
    }
    if (state.joints.empty()) return;
    if (state.name.text != keyframe.name)
      context_.diagnostics.report(
          Rule::value_approximated, kept.range,
          concat(words_of(keyframe), " is the state '", state.name.text, "' in SRDF"));
    said_.states.push_back(std::move(state));
  }

  void report_words(const Keyframe& keyframe, const Extension& kept) const {
    std::vector<std::string> words;
    for (const auto& [name, value] : kept.tree->attributes)
      if (name != "name" && !(name == "qpos" && keyframe.positions) && !trim(value).empty())
        words.push_back(concat("'", name, "'"));
    if (!words.empty())
      lost(kept.range,
           concat("SRDF has no place for ", join_last(words, " and "), " of ", words_of(keyframe)));
    else if (!keyframe.positions)
      lost(kept.range, concat(words_of(keyframe), " gives no positions, so it is not a state in SRDF"));
  }

  // By a state of an SRDF, from which the keyframe may have been written.
  bool is_said(const Keyframe& keyframe, std::size_t states) const {
    return std::any_of(said_.states.begin(), said_.states.begin() + static_cast<std::ptrdiff_t>(states),
                       [&](const GroupState& state) {
                         const bool same_name =
                             keyframe.name == state.name.text ||
                             keyframe.name == concat(state.group.text, "_", state.name.text);
                         return same_name && agrees(*keyframe.positions, state);
                       });
  }

  // Whether all joints of the robot that the state names, of which there is one, are there.
  bool agrees(const std::vector<double>& positions, const GroupState& state) const {
    constexpr double kSame = 1e-9;
    bool any = false;
    for (const JointValues& values : state.joints) {
      const JointId id = model_.find_joint(values.joint.text);
      if (!id || tree_.q_index(id) < 0) continue;  // a virtual one
      any = true;
      const auto first = positions.begin() + tree_.q_index(id);
      if (!std::equal(values.values.begin(), values.values.end(), first,
                      first + position_count(model_.joint(id).type),
                      [](double a, double b) { return std::abs(a - b) <= kSame; }))
        return false;
    }
    return any;
  }

  static std::string words_of(const Keyframe& keyframe) {
    return keyframe.name.empty() ? std::string("a keyframe") : concat("keyframe '", keyframe.name, "'");
  }

  const Model& model_;
  TargetContext& context_;
  const KinematicTree tree_;
  UniqueNames names_;  // of states of the group of all joints
  Semantics said_;
};

}  // namespace

Semantics said_semantics(const Model& model, TargetContext& context) {
  return Collector(model, context).run();
}

}  // namespace romas
