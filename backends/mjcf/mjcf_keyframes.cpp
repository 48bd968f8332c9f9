// <keyframe>: those that an MJCF had, and the states of an SRDF beside the robot.
#include <algorithm>
#include <cmath>
#include <map>

#include "backends/mjcf/mjcf_positions.h"
#include "ir/analysis/motion/keyframes.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/mimic.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// Short files can ask for very many: each state has a number for each joint of the robot.
constexpr std::size_t kMostNumbers = 10'000'000;

std::string numbers_text(const std::vector<double>& numbers) { return join(numbers, " ", format_double); }

class KeyframeWriter {
 public:
  explicit KeyframeWriter(Document& document)
      : document_(document),
        model_(document.model),
        read_(keyframes_of(model_, document.tree)),
        home_(home_position(document)) {}

  void write() {
    if (rewrites_keyframes(document_))
      for (const Keyframe& keyframe : read_) again(keyframe);
    if (const Semantics* semantics = document_.context.inputs.semantics)
      for (const GroupState& state : semantics->states) of_state(state, *semantics);
    if (keys_.empty()) return;
    const XmlScope section(document_.xml, "keyframe");
    for (const Key& key : keys_) {
      const XmlScope element(document_.xml, "key");
      for (const auto& [name, value] : key) document_.xml.attribute(name, value);
    }
  }

 private:
  using Key = std::vector<std::pair<std::string, std::string>>;

  // Repeats a keyframe of MJCF, with numbers for a root that is freed, and without controls of other
  // actuators.
  void again(const Keyframe& keyframe) {
    const Extension& kept = model_.extensions[keyframe.extension];
    const bool freed = frees_root(document_);
    const bool redriven = actuators_of(document_.context.options).has_value();
    std::vector<std::string> lost;
    Key& key = keys_.emplace_back();
    for (const auto& [name, value] : kept.tree->attributes) {
      if (redriven && (name == "ctrl" || name == "act")) {
        lost.push_back(concat("'", name, "'"));
        continue;
      }
      std::string before;
      if (freed && name == "qpos" && keyframe.positions)
        before = numbers_text(standing_root(document_, *keyframe.positions)) + " ";
      if (freed && name == "qvel") before = "0 0 0 0 0 0 ";
      key.emplace_back(name, before + value);
    }
    if (!lost.empty())
      document_.lost(kept.range, concat("a keyframe loses ", join_last(lost, " and "),
                                        ", which belong to other actuators than those of --mjcf-actuators"));
  }

  // Joints that the state does not name stand where they do at home.
  void of_state(const GroupState& state, const Semantics& semantics) {
    if (state.name.text.empty()) return;              // reported where the SRDF is an input
    std::map<std::size_t, const JointValues*> named;  // by the joint's index
    std::optional<RigidTransform> root;
    for (const JointValues& values : state.joints) {
      const JointId id = model_.find_joint(values.joint.text);
      if (!id)
        place_root(values, semantics, root);
      else if (document_.tree.q_index(id) >= 0 &&
               values.values.size() == static_cast<std::size_t>(position_count(model_.joint(id).type)))
        named[id.index()] = &values;
    }
    if (named.empty() && !(root && frees_root(document_)))
      return document_.lost(state.range,
                            concat(words_of(state), " gives no joint a position, so it is not a keyframe"));
    if (numbers_ += home_.size(); numbers_ > kMostNumbers)
      return document_.lost(state.range, concat(words_of(state), " is left out: the states have more than ",
                                                kMostNumbers, " numbers together"));
    std::vector<double> q = home_;
    for (const auto& [joint, values] : named)
      std::ranges::copy(values->values, q.begin() + document_.tree.q_index(JointId(joint)));
    move_followers(document_, q);
    if (is_there(state, q)) return;
    report_others(state, named);
    write_state(state, q, root);
  }

  void write_state(const GroupState& state, const std::vector<double>& q,
                   const std::optional<RigidTransform>& root) {
    std::vector<double> qpos;
    if (frees_root(document_)) qpos = root ? free_position(*root) : standing_root(document_, q);
    if (root && !frees_root(document_))
      document_.lost(
          state.range,
          concat(words_of(state),
                 " gives a pose of the root, which does not move in MJCF without --floating-base"));
    const std::vector<double> joints = qpos_of(document_, q);
    qpos.insert(qpos.end(), joints.begin(), joints.end());
    keys_.push_back({{"name", name_of(state)}, {"qpos", numbers_text(qpos)}});
  }

  // Takes the pose of the root from the values of the virtual joint between the world and the root.
  void place_root(const JointValues& values, const Semantics& semantics,
                  std::optional<RigidTransform>& root) const {
    const auto joint = std::ranges::find(semantics.virtual_joints, values.joint.text,
                                         [](const VirtualJoint& one) { return one.name.text; });
    if (joint == semantics.virtual_joints.end() || joint->type == VirtualJointType::fixed) return;
    Joint motion;
    motion.type = joint->type == VirtualJointType::planar ? JointType::planar : JointType::floating;
    motion.axis.emplace().xyz = {Number(0), Number(0), Number(1)};
    if (values.values.size() == static_cast<std::size_t>(position_count(motion.type)))
      root = joint_motion(motion, values.values);
  }

  // A keyframe of the state's name and positions, which was written for it.
  bool is_there(const GroupState& state, const std::vector<double>& q) const {
    constexpr double kSame = 1e-9;
    return std::ranges::any_of(read_, [&](const Keyframe& keyframe) {
      return (keyframe.name == state.name.text || keyframe.name == long_name_of(state)) &&
             keyframe.positions && std::ranges::equal(*keyframe.positions, q, [](double a, double b) {
               return std::abs(a - b) <= kSame;
             });
    });
  }

  void report_others(const GroupState& state, const std::map<std::size_t, const JointValues*>& named) const {
    std::size_t others = 0;
    for (const JointId id : document_.tree.joint_order())
      if (!document_.freedoms[id.index()].empty() && !named.contains(id.index()) && !followed_by(model_, id))
        ++others;
    if (others > 0)
      document_.rewritten(state.range, concat(words_of(state), " has no value for ", others,
                                              others == 1 ? " joint, which is" : " joints, which are",
                                              " at zero, or at the bound nearest to it, in its keyframe"));
  }

  // Names of keyframes are unique, and states of different groups may have the same.
  std::string name_of(const GroupState& state) {
    std::string name = document_.names.keys.take(state.name.text);
    if (name == state.name.text) return name;
    name = document_.names.keys.take(long_name_of(state));
    document_.rewritten(state.range, concat(words_of(state), " is the keyframe '", name,
                                            "', because another one has its name"));
    return name;
  }

  static std::string long_name_of(const GroupState& state) {
    return concat(state.group.text, "_", state.name.text);
  }
  static std::string words_of(const GroupState& state) {
    return concat("state '", state.name.text, "' of group '", state.group.text, "'");
  }

  Document& document_;
  const Model& model_;
  const std::vector<Keyframe> read_;
  const std::vector<double> home_;
  std::vector<Key> keys_;  // to be written
  std::size_t numbers_ = 0;
};

}  // namespace

bool rewrites_keyframes(const Document& document) {
  return frees_root(document) || actuators_of(document.context.options).has_value();
}

void write_keyframes(Document& document) {
  for (const Extension& extension : document.model.extensions)
    if (is_keyframe(document.model, extension))
      if (const std::string_view name = keyframe_attribute(extension, "name"); !name.empty())
        document.names.keys.take(name);
  KeyframeWriter(document).write();
}

}  // namespace romas::mjcf
