// Gearboxes of SDF. One gives a ratio between two joints of a common body: theta_2 = -ratio theta_1, where
// theta_1 is the angle from the reference body to the gearbox' parent about <axis>, and theta_2 that to its
// child about <axis2> (the specification of SDFormat, //joint/gearbox_ratio and gearbox_reference_body).
#include <cmath>

#include "frontend/sdf/model_reading.h"

namespace romas::sdf {

namespace {

bool turns(const Joint& joint) {
  return joint.type == JointType::revolute || joint.type == JointType::continuous;
}

// 1 or -1 for parallel directions, 0 for all others.
double parallel(const Vector3& a, const Vector3& b) {
  constexpr double kTolerance = 1e-9;
  const double cosine = a.normalized().dot(b.normalized());
  if (std::abs(cosine) < 1 - kTolerance) return 0;
  return cosine > 0 ? 1 : -1;
}

// Couples the joints of one gearbox after another.
class Gearboxes {
 public:
  explicit Gearboxes(const ModelReading& reading)
      : reading_(reading),
        elements_(reading.elements),
        gazebo_(reading.gazebo),
        frames_(reading.frames),
        model_(reading.model) {}

  void read_gearbox(const JointEntry& gearbox) {
    const XmlElement& element = *gearbox.element;
    const PoseGraph::Node& node = frames_.graph().node(gearbox.node);
    schema_.set_subject("joint", node.name);
    double ratio = 1;  // SDF's default
    PoseGraph::NodeId body = PoseGraph::kNone;
    bool named = false;
    const auto ignore = [&](const XmlElement& part) {
      elements_.lost(part.start_tag,
                     concat("<", part.name, "> of gearbox '", node.name, "' has no place in the model"));
    };
    const auto check_axis = [&](const XmlElement& axis) {
      elements_.read_children<"axis">(axis, elsewhere<"xyz", "use_parent_model_frame">(),
                                      on<"limit", "dynamics", "mimic">([&](const XmlElement& part) {
                                        if (!part.children.empty() || !part.attributes.empty()) ignore(part);
                                      }));
    };
    elements_.read_children<"joint">(
        element, kept(ignore), elsewhere<"parent", "child", "pose">(), on<"axis", "axis2">(check_axis),
        on<"gearbox_ratio">([&](const XmlElement& part) {
          if (const auto written = elements_.number(part)) ratio = written->value();
        }),
        on<"gearbox_reference_body">([&](const XmlElement& part) {
          named = true;
          const PoseGraph::Name name{std::string(trim(part.text.text)), part.text.range};
          const auto found = frames_.graph().find(node.scope, name, "the reference body");
          if (found != PoseGraph::kNone) body = frames_.graph().node(found).body;
        }),
        on<"physics", "screw_thread_pitch", "thread_pitch", "drake:rotor_inertia", "drake:gear_ratio">(
            ignore));
    if (!named) return keep_gearbox(gearbox, "it names no <gearbox_reference_body>");
    if (body == PoseGraph::kNone) return;  // reported
    const GearSide first = gear_side(gearbox, body, gearbox.parent_link, "axis");
    const GearSide second = gear_side(gearbox, body, gearbox.child_link, "axis2");
    if (first.entry == nullptr || second.entry == nullptr)
      return keep_gearbox(gearbox, concat("its ends are not connected to '", frames_.link_name(body),
                                          "' by revolute joints about its axes"));
    if (couple(gearbox, first, second, ratio)) return;
    if (ratio != 0 && couple(gearbox, second, first, 1 / ratio)) return;
    keep_gearbox(gearbox, "both of its joints already follow other joints");
  }

 private:
  struct GearSide {
    const JointEntry* entry = nullptr;  // the joint between the gearbox' reference body and one of its ends
    double sign = 1;                    // of its angle in the angle about the gearbox' axis
  };

  // The joint of the tree between two links, and how its angle counts about an axis of the gearbox.
  GearSide gear_side(const JointEntry& gearbox, PoseGraph::NodeId body, PoseGraph::NodeId link,
                     std::string_view axis) {
    const XmlElement* written = gearbox.element->child(axis);
    if (written == nullptr || link == PoseGraph::kNone || body == PoseGraph::kNone) return {};
    const auto between = [&](PoseGraph::NodeId parent, PoseGraph::NodeId child) -> const JointEntry* {
      const LinkEntry& below = *frames_.entry(child);
      if (below.joint == kNoJoint || frames_.joints()[below.joint].parent_link != parent) return nullptr;
      return &frames_.joints()[below.joint];
    };
    const JointEntry* outwards = between(body, link);
    const JointEntry* joint = outwards != nullptr ? outwards : between(link, body);
    if (joint == nullptr || !turns(model_.joints[joint->model_joint])) return {};
    const auto direction = [&](const JointAxis& of, const JointEntry& in) -> Vector3 {
      return frames_.graph().node(in.node).X_MF.R *
             Vector3(of.xyz[0].value(), of.xyz[1].value(), of.xyz[2].value());
    };
    const Joint& turning = model_.joints[joint->model_joint];
    if (!turning.axis) return {};
    const double sign = parallel(direction(*turning.axis, *joint),
                                 direction(read_direction(reading_, *written, gearbox), gearbox));
    if (sign == 0) return {};
    return {joint, outwards != nullptr ? sign : -sign};
  }

  // theta_f = -ratio theta_l, with theta = sign q
  bool couple(const JointEntry& gearbox, const GearSide& leader, const GearSide& follower, double ratio) {
    Joint& following = model_.joints[follower.entry->model_joint];
    const Joint& leading = model_.joints[leader.entry->model_joint];
    if (following.mimic || &following == &leading) return false;
    JointMimic mimic;
    mimic.range = gearbox.element->range;
    mimic.joint = {leading.name, frames_.graph().node(gearbox.node).range, {}};
    mimic.multiplier = Number(-ratio * leader.sign * follower.sign);
    elements_.approximated(
        gearbox.element->start_tag,
        concat("gearbox '", frames_.graph().node(gearbox.node).name, "' becomes a mimic: '", following.name,
               "' turns ", mimic.multiplier->value(), " times as far as '", leading.name, "'"));
    following.mimic = std::move(mimic);
    return true;
  }

  // It is kept as written where its names and frames mean the same in the model.
  void keep_gearbox(const JointEntry& gearbox, std::string_view why) {
    const XmlElement& element = *gearbox.element;
    const PoseGraph::Node& node = frames_.graph().node(gearbox.node);
    bool means_the_same = node.scope == 0 && gearbox.child_link != PoseGraph::kNone &&
                          !frames_.entry(gearbox.child_link)->frame.moved &&
                          elements_.versions().of(element.range) >= 107 &&
                          gearbox.child.text == frames_.link_name(gearbox.child_link);
    if (const XmlElement* pose = element.child("pose"))
      means_the_same = means_the_same && attribute_text(*pose, "relative_to").empty();
    for (const XmlElement& axis : element.children)
      if (const XmlElement* xyz = axis.child("xyz"))
        means_the_same = means_the_same && attribute_text(*xyz, "expressed_in").empty();
    if (!means_the_same)
      return elements_.lost(element.start_tag, concat("gearbox '", node.name, "' is left out: ", why));
    gazebo_.keep(element, {}, nullptr);
    elements_.approximated(
        element.start_tag,
        concat("gearbox '", node.name, "' couples no joints of the model: ", why, "; it is kept as written"));
  }

  const ModelReading& reading_;
  Elements& elements_;
  SchemaReader& schema_ = elements_.schema();
  GazeboContent& gazebo_;
  Frames& frames_;
  Model& model_;
};

}  // namespace

void read_gearboxes(const ModelReading& reading) {
  Gearboxes gearboxes(reading);
  for (const JointEntry& joint : reading.frames.joints())
    if (joint.is_gearbox) gearboxes.read_gearbox(joint);
}

}  // namespace romas::sdf
