// Joints of SDF, and joints that close loops.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "frontend/sdf/model_reading.h"
#include "ir/model/joint_fields.h"
#include "ir/model/no_limit.h"

namespace romas::sdf {

namespace {

// Reads one joint after another.
class JointReader {
 public:
  explicit JointReader(const ModelReading& reading)
      : reading_(reading),
        elements_(reading.elements),
        gazebo_(reading.gazebo),
        frames_(reading.frames),
        model_(reading.model) {}

  // A joint of a type that is not read keeps its links together, so that no second tree is found.
  void read_joint(JointEntry& entry) {
    if (entry.is_gearbox) return;
    const XmlElement& element = *entry.element;
    const PoseGraph::Node& node = frames_.graph().node(entry.node);
    schema_.set_subject("joint", node.name);
    if (entry.closes_loop) {
      if (entry.type) read_loop(entry, *entry.type);
      return;
    }
    Joint joint;
    joint.name = node.name;
    joint.type = entry.type.value_or(JointType::fixed);
    joint.range = element.range;
    joint.name_range = node.range;
    if (const XmlAttribute* type = element.attribute("type")) joint.type_range = type->value.range;
    joint.parent = frames_.link_ref(entry.parent_link, entry.parent.range);
    joint.child = frames_.link_ref(entry.child_link, entry.child.range);
    joint.origin = frames_.pose_in(entry.node, entry.parent_link);
    joint.origin_range = node.range;
    if (entry.type) read_joint_parts(entry, joint);
    entry.model_joint = model_.joints.size();
    model_.joints.push_back(std::move(joint));
  }

 private:
  void read_joint_parts(const JointEntry& entry, Joint& joint) {
    const XmlElement& element = *entry.element;
    const JointType type = joint.type;
    const bool has_axis = type == JointType::revolute || type == JointType::continuous ||
                          type == JointType::prismatic || type == JointType::screw;
    bool found_axis = false;
    const XmlElement* thread_pitch = nullptr;
    const XmlElement* rotor = nullptr;
    const XmlElement* ratio = nullptr;
    const auto meaningless = [&](const XmlElement& part) {
      elements_.lost(part.range, concat("<", part.name, "> has no meaning for the ", to_string(type),
                                        " joint '", joint.name, "'"));
    };
    elements_.read_children<"joint">(
        element, kept([&](const XmlElement& part) { gazebo_.keep(part, joint.name, nullptr); }),
        elsewhere<"parent", "child", "pose">(), on<"axis">([&](const XmlElement& part) {
          if (!has_axis && type != JointType::universal) return meaningless(part);
          read_axis(part, entry, joint);
          found_axis = true;
        }),
        on<"axis2">([&](const XmlElement& part) {
          type == JointType::universal ? read_second_axis(part, joint) : meaningless(part);
        }),
        on<"physics">([&](const XmlElement& part) { read_physics(part, joint.name); }),
        on<"screw_thread_pitch">([&](const XmlElement& part) {
          if (type == JointType::screw) joint.screw_pitch = elements_.number(part);
        }),
        on<"thread_pitch">([&](const XmlElement& part) { thread_pitch = &part; }),
        on<"drake:rotor_inertia">(
            [&](const XmlElement& part) { has_axis ? static_cast<void>(rotor = &part) : meaningless(part); }),
        on<"drake:gear_ratio">([&](const XmlElement& part) { ratio = &part; }),
        on<"gearbox_ratio", "gearbox_reference_body">(meaningless));
    if (rotor != nullptr) read_rotor(*rotor, ratio, joint);
    // In radians per metre, with the opposite sign.
    if (type == JointType::screw && !joint.screw_pitch && thread_pitch != nullptr)
      if (const auto written = elements_.number(*thread_pitch); written && written->value() != 0)
        joint.screw_pitch = Number(-2 * std::numbers::pi / written->value());
    if (has_axis && !found_axis)
      schema_.report(Rule::missing_element, element.start_tag,
                     concat("the ", to_string(type), " joint '", joint.name, "' has no <axis>"));
  }

  // The armature of the joint: the rotor's inertia times the square of the ratio.
  void read_rotor(const XmlElement& rotor, const XmlElement* ratio, Joint& joint) {
    const auto inertia = elements_.number(rotor);
    const auto turns = ratio == nullptr ? std::nullopt : elements_.number(*ratio);
    if (!inertia) return;
    if (!joint.dynamics) {
      joint.dynamics.emplace();
      joint.dynamics->range = rotor.range;
    }
    joint.dynamics->armature = {turns ? Number(inertia->value() * turns->value() * turns->value())
                                      : *inertia};
  }

  void read_axis(const XmlElement& element, const JointEntry& entry, Joint& joint) {
    if (joint.type != JointType::universal) joint.axis = read_direction(reading_, element, entry);
    elements_.read_children<"axis">(
        element, elsewhere<"xyz", "use_parent_model_frame">(),
        on<"limit">([&](const XmlElement& part) { read_limit(part, joint); }),
        on<"dynamics">([&](const XmlElement& part) { read_dynamics(part, joint, 0); }),
        on<"mimic">([&](const XmlElement& part) { read_mimic(part, entry, joint); }));
    // A revolute joint without bounds is continuous.
    if (joint.type == JointType::revolute && (!joint.limit || (!joint.limit->lower && !joint.limit->upper)))
      joint.type = JointType::continuous;
  }

  // The second axis of a universal joint has a fixed direction and independent values.
  void read_second_axis(const XmlElement& element, Joint& joint) {
    elements_.read_children<"axis">(
        element, elsewhere<"xyz", "use_parent_model_frame">(),
        on<"limit">([&](const XmlElement& part) { read_limit(part, joint); }),
        on<"dynamics">([&](const XmlElement& part) { read_dynamics(part, joint, 1); }),
        on<"mimic">([&](const XmlElement& part) {
          elements_.lost(part.range, concat("the second axis of universal joint '", joint.name,
                                            "' cannot follow another joint in the model"));
        }));
    // A single value would apply to both axes.
    if (joint.dynamics)
      for_each_field<JointDynamics>([&](const auto& field) {
        auto& values = field.of(*joint.dynamics);
        if (values.size() == 1) values.emplace_back(0);
      });
  }

  void read_limit(const XmlElement& element, Joint& joint) {
    if (joint.type == JointType::universal) {
      if (!element.children.empty())
        elements_.lost(element.range,
                       concat("the limits of universal joint '", joint.name, "' have no place in the model"));
      return;
    }
    JointLimit limit;
    limit.range = element.range;
    elements_.read_children<"limit">(
        element, on_fields(limit, [&](const XmlElement& part, std::optional<Number>& value) {
          value = elements_.finite_number(part);
        }));
    // Negative limits of effort and velocity mean none.
    if (limit.effort && limit.effort->value() < 0) limit.effort.reset();
    if (limit.velocity && limit.velocity->value() < 0) limit.velocity.reset();
    if (limit == JointLimit()) return;
    // Bounds that a limit of the model leaves out count as 0. A revolute joint without any is continuous.
    if (joint.type == JointType::prismatic || limit.lower || limit.upper) {
      if (!limit.lower) limit.lower = no_lower_limit();
      if (!limit.upper) limit.upper = no_limit();
    }
    joint.limit = limit;
  }

  // Damping and friction have a value for each degree of freedom, 0 where it is absent.
  void read_dynamics(const XmlElement& element, Joint& joint, std::size_t freedom) {
    JointDynamics dynamics;
    if (joint.dynamics) dynamics = *joint.dynamics;
    dynamics.range = element.range;
    const auto of_freedom = [&](const XmlElement& part, std::vector<Number>& values) {
      const auto value = elements_.number(part);
      if (!value) return;
      values.resize(std::max(values.size(), freedom + 1));
      values[freedom] = *value;
    };
    // A value of 0 is SDF's default and means that there is no spring.
    const auto spring = on_properties([&](GazeboProperty property, const XmlElement& part) {
      if (const auto value = elements_.number(part); value && value->value() != 0)
        gazebo_.set_property(joint.name, property, part);
    });
    elements_.read_children<"dynamics">(element, on_fields(dynamics, of_freedom), spring);
    if (!dynamics.says_nothing()) joint.dynamics = std::move(dynamics);
  }

  // q = multiplier (q_leader - reference) + offset
  void read_mimic(const XmlElement& element, const JointEntry& entry, Joint& joint) {
    JointMimic mimic;
    mimic.range = element.range;
    const PoseGraph::Name leader = attribute_name(element, "joint");
    if (leader.text.empty()) {
      schema_.report(Rule::missing_attribute, element.start_tag,
                     concat("<mimic> of joint '", joint.name, "' does not say which joint it follows"));
      return;
    }
    mimic.joint = {concat(frames_.graph().prefix_of(frames_.graph().node(entry.node).scope), leader.text),
                   leader.range,
                   {}};
    if (const std::string axis = attribute_text(element, "axis"); !axis.empty() && axis != "axis")
      elements_.lost(element.attribute("axis")->range,
                     "a joint can follow only the first axis of another one; this one names the second");
    std::optional<Number> reference;
    elements_.read_children<"mimic">(
        element, elements_.fields_of(mimic),
        on<"reference">([&](const XmlElement& part) { reference = elements_.number(part); }));
    if (reference && reference->value() != 0)
      mimic.offset = Number(value_or_default(mimic, &JointMimic::offset) -
                            value_or_default(mimic, &JointMimic::multiplier) * reference->value());
    joint.mimic = std::move(mimic);
  }

  void read_physics(const XmlElement& element, std::string_view joint) {
    const auto limit = [&](const XmlElement& stop) {
      elements_.read_children<"physics/ode/limit">(stop, gazebo_.properties_of(joint));
    };
    const auto engine = [&](const XmlElement& ode) {
      elements_.read_children<"physics/ode">(ode, on<"limit">(limit), gazebo_.properties_of(joint));
    };
    elements_.read_children<"physics">(element, on<"ode">(engine), gazebo_.properties_of(joint));
  }

  void read_loop(const JointEntry& entry, JointType type) {
    const PoseGraph::Node& node = frames_.graph().node(entry.node);
    LoopJoint loop;
    loop.name = node.name;
    loop.type = type == JointType::revolute ? JointType::continuous : type;
    loop.range = entry.element->range;
    loop.name_range = node.range;
    loop.link1 = {frames_.link_ref(entry.parent_link, entry.parent.range),
                  frames_.pose_in(entry.node, entry.parent_link), false, entry.parent.range};
    loop.link2 = {frames_.link_ref(entry.child_link, entry.child.range),
                  frames_.pose_in(entry.node, entry.child_link), false, entry.child.range};
    const auto leave_out = [&](const XmlElement& part) {
      elements_.lost(part.range, concat("<", part.name, "> of joint '", node.name,
                                        "', which closes a loop, has no place in the model"));
    };
    const auto leave_out_values = [&](const XmlElement& part) {
      if (!part.children.empty() || !part.attributes.empty()) leave_out(part);
    };
    elements_.read_children<"joint">(
        *entry.element, kept(leave_out), elsewhere<"parent", "child", "pose">(),
        on<"axis">([&](const XmlElement& axis) {
          loop.axis = read_direction(reading_, axis, entry);
          elements_.read_children<"axis">(
              axis, elsewhere<"xyz">(),
              on<"limit", "dynamics", "mimic", "use_parent_model_frame">(leave_out_values));
        }),
        on<"axis2", "physics", "screw_thread_pitch", "thread_pitch", "gearbox_ratio",
           "gearbox_reference_body", "drake:rotor_inertia", "drake:gear_ratio">(leave_out));
    model_.loop_joints.push_back(std::move(loop));
  }

  const ModelReading& reading_;
  Elements& elements_;
  SchemaReader& schema_ = elements_.schema();
  GazeboContent& gazebo_;
  Frames& frames_;
  Model& model_;
};

}  // namespace

JointAxis read_direction(const ModelReading& reading, const XmlElement& axis, const JointEntry& entry) {
  Elements& elements = reading.elements;
  PoseGraph& graph = reading.frames.graph();
  const PoseGraph::Node& joint = graph.node(entry.node);
  JointAxis result{{Number(0), Number(0), Number(1)}, axis.start_tag, {}};  // SDF's default
  const XmlElement* xyz = axis.child("xyz");
  if (xyz == nullptr) {
    elements.require(axis, "xyz");
  } else {
    result.range = xyz->text.range;
    if (const auto written = elements.vector3(*xyz)) {
      result.xyz = *written;
      result.xyz_range = xyz->text.literal ? xyz->text.range : SourceRange();
    }
  }
  // The frame in which it is given: the joint's, a named one, or in old versions the model's.
  PoseGraph::NodeId frame = entry.node;
  const PoseGraph::Name named = xyz == nullptr ? PoseGraph::Name() : attribute_name(*xyz, "expressed_in");
  const XmlElement* of_model = axis.child("use_parent_model_frame");
  const bool in_model = of_model != nullptr ? elements.boolean(*of_model).value_or(false)
                                            : elements.versions().of(axis.range) < kSinceJointFrame;
  if (!named.text.empty()) {
    const auto found = graph.find(joint.scope, named, "the frame of this axis");
    if (found != PoseGraph::kNone) frame = found;
  } else if (in_model) {
    frame = graph.model_of(joint.scope);
  }
  if (frame == entry.node) return result;
  const Matrix3 R_JE = joint.X_MF.R.transpose() * graph.node(frame).X_MF.R;
  if (R_JE == Matrix3::Identity()) return result;
  const Vector3 direction =
      R_JE * Vector3(result.xyz[0].value(), result.xyz[1].value(), result.xyz[2].value());
  constexpr double kNoise = 1e-15;
  for (int i = 0; i < 3; ++i)
    result.xyz[static_cast<std::size_t>(i)] = Number(std::abs(direction[i]) < kNoise ? 0 : direction[i]);
  result.xyz_range = {};  // its numbers are those of another frame
  return result;
}

void read_joints(const ModelReading& reading) {
  JointReader reader(reading);
  for (JointEntry& joint : reading.frames.joints()) reader.read_joint(joint);
}

// Joints that close loops share the names of all others, in whichever order they stand.
void report_taken_names(const Model& model, SchemaReader& schema) {
  std::unordered_map<std::string_view, SourceRange> joints;
  for (const Joint& joint : model.joints) joints.emplace(joint.name, joint.name_range);
  for (const LoopJoint& loop : model.loop_joints) {
    const auto found = joints.find(loop.name);
    if (found == joints.end()) continue;
    SourceRange first = found->second;
    SourceRange second = loop.name_range;
    if (second.begin < first.begin) std::swap(first, second);
    schema
        .report(Rule::duplicate_name, second,
                concat("joint '", loop.name, "' is defined twice; give one of them another name"))
        .note(first, "the first is here");
  }
}

}  // namespace romas::sdf
