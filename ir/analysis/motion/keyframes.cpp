#include "ir/analysis/motion/keyframes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <span>

#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/moved_from_outside.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Numbers of qpos; nothing where one of them is none.
std::optional<std::vector<double>> numbers_of(std::string_view text) {
  std::vector<double> numbers;
  for (const Token& word : split_words(text)) {
    const std::optional<double> number = parse_double(word.text);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

// Normalises a quaternion w x y z, as MuJoCo does. One of length zero gives the identity.
Eigen::Quaterniond rotation(std::span<const double> wxyz) {
  const Eigen::Quaterniond q(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  return q.norm() > 0 ? q.normalized() : Eigen::Quaterniond::Identity();
}

// The pose of a body in the world, as a motion of the joint that carries it.
std::array<double, 7> floating_position(const Joint& joint, std::span<const double> said) {
  const RigidTransform X_PJ = joint.origin.evaluate();
  const RigidTransform X_PB{rotation(said.subspan(3)).toRotationMatrix(), {said[0], said[1], said[2]}};
  const RigidTransform X_JB = X_PJ.is_identity() ? X_PB : X_PJ.inverse() * X_PB;
  const Eigen::Quaterniond q =
      X_PJ.is_identity() ? rotation(said.subspan(3)) : Eigen::Quaterniond(X_JB.R).normalized();
  return {X_JB.p.x(), X_JB.p.y(), X_JB.p.z(), q.x(), q.y(), q.z(), q.w()};
}

// From MuJoCo's order of numbers, which is that of the bodies.
std::optional<std::vector<double>> positions_of(const Model& model, const KinematicTree& tree,
                                                std::span<const double> qpos) {
  std::vector<double> result = neutral_position(model, tree);
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    const auto count = static_cast<std::size_t>(position_count(joint.type));
    if (count == 0 || is_moved_from_outside(model, joint)) continue;
    if (qpos.size() < count) return std::nullopt;
    const std::span<const double> said = qpos.first(count);
    qpos = qpos.subspan(count);
    const auto to = result.begin() + tree.q_index(id);
    if (joint.type == JointType::floating) {
      std::ranges::copy(floating_position(joint, said), to);
    } else if (joint.type == JointType::ball) {
      const Eigen::Quaterniond q = rotation(said);
      std::ranges::copy(std::array{q.x(), q.y(), q.z(), q.w()}, to);
    } else {
      *to = said.front() - reference_of(model, id);
    }
  }
  return qpos.empty() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

bool is_keyframe(const Model& model, const Extension& extension) {
  return model.layout.format == "mjcf" && extension.owner.kind == EntityKind::robot &&
         extension.kind == Extension::Kind::element && extension.name == "key" && extension.tree != nullptr;
}

std::string_view keyframe_attribute(const Extension& keyframe, std::string_view name) {
  for (const auto& [key, value] : keyframe.tree->attributes)
    if (key == name) return value;
  return {};
}

std::vector<Keyframe> keyframes_of(const Model& model, const KinematicTree& tree) {
  std::vector<Keyframe> result;
  for (std::uint32_t i = 0; i < model.extensions.size(); ++i) {
    const Extension& extension = model.extensions[i];
    if (!is_keyframe(model, extension)) continue;
    Keyframe keyframe{i, std::string(keyframe_attribute(extension, "name")), std::nullopt};
    const auto numbers = numbers_of(keyframe_attribute(extension, "qpos"));
    if (numbers && !numbers->empty()) keyframe.positions = positions_of(model, tree, *numbers);
    result.push_back(std::move(keyframe));
  }
  return result;
}

double reference_of(const Model& model, JointId joint) {
  if (model.layout.format != "mjcf") return 0;
  const Place place{EntityKind::joint, Slot::self, 0, static_cast<std::uint32_t>(joint.index()), 0};
  for (const Extension* extension : model.extensions_at(place))
    if (extension->kind == Extension::Kind::attribute && extension->name == "ref")
      return parse_double(extension->text).value_or(0);
  return 0;
}

}  // namespace romas
