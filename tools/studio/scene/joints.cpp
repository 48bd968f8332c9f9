// Joints of a scene: their variables with limits, whom they follow, where their axes are.
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/axis.h"
#include "ir/model/no_limit.h"
#include "tools/studio/scene/poses.h"
#include "tools/studio/scene/robot_scene.h"
#include "tools/studio/scene/values.h"

namespace romas::studio {

namespace {

using OptionalNumber = std::optional<Number>;

void write_optional(JsonWriter& json, std::string_view key, const OptionalNumber& number) {
  json.key(key);
  if (number)
    json.number(number->value());
  else
    json.null();
}

// Returns the kind of each position variable of a joint, in the order of joint_motion().
std::vector<std::string_view> variable_kinds(JointType type) {
  switch (type) {
    case JointType::fixed:
    case JointType::foreign: return {};
    case JointType::revolute:
    case JointType::continuous:
    case JointType::screw: return {"angle"};
    case JointType::prismatic: return {"length"};
    case JointType::planar: return {"length", "length", "angle"};
    case JointType::universal: return {"angle", "angle"};
    case JointType::ball: return {"quaternion", "quaternion", "quaternion", "quaternion"};
    case JointType::floating:
      return {"length", "length", "length", "quaternion", "quaternion", "quaternion", "quaternion"};
  }
  return {};
}

void write_variables(JsonWriter& json, const Joint& joint, std::span<const double> neutral) {
  const JointLimit limit = position_count(joint.type) == 1 ? effective_limit(joint) : JointLimit{};
  const auto kinds = variable_kinds(joint.type);
  json.key("variables");
  json.begin_array();
  for (std::size_t i = 0; i < neutral.size(); ++i) {
    json.begin_object();
    json.field("kind", kinds[i]);
    write_optional(json, "lower", limit.lower);
    write_optional(json, "upper", limit.upper);
    json.field("neutral", neutral[i]);
    json.end_object();
  }
  json.end_array();
}

void write_follows(JsonWriter& json, const std::optional<MimicRelation>& relation) {
  json.key("follows");
  if (!relation) return json.null();
  json.begin_object();
  json.field("joint", relation->leader.index());
  json.field("multiplier", relation->multiplier);
  json.field("offset", relation->offset);
  json.end_object();
}

void write_axis(JsonWriter& json, const Joint& joint) {
  const Vector3 axis = joint.axis_or_default();
  if (has_axis(joint.type) && !axis.isZero(0) && axis.allFinite())
    return write_vector(json, "axis", unit_axis(axis));
  json.key("axis");
  json.null();
}

}  // namespace

void write_joints(JsonWriter& json, const Model& model, const KinematicTree& tree) {
  const std::vector<double> neutral = neutral_position(model, tree);
  json.key("joints");
  json.begin_array();
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    const int q = tree.q_index(JointId(i));
    const int count = q < 0 ? 0 : position_count(joint.type);
    json.begin_object(JsonWriter::Style::inline_);
    json.field("q", q);
    json.field("count", count);
    write_variables(json, joint,
                    std::span(neutral).subspan(static_cast<std::size_t>(std::max(q, 0)),
                                               static_cast<std::size_t>(count)));
    write_follows(json, followed_by(model, JointId(i)));
    write_pose(json, "frame", joint.origin.evaluate());
    write_axis(json, joint);
    write_optional(json, "effort", joint.limit ? joint.limit->effort : std::nullopt);
    write_optional(json, "velocity", joint.limit ? joint.limit->velocity : std::nullopt);
    json.end_object();
  }
  json.end_array();
}

}  // namespace romas::studio
