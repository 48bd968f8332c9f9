// Gearboxes of SDF. One gives a ratio between two joints of a common body: theta_2 = -ratio theta_1, where
// theta_1 is the angle from the reference body to the gearbox' parent about <axis>, and theta_2 that to its
// child about <axis2> (the specification of SDFormat, //joint/gearbox_ratio and gearbox_reference_body).
#include <cmath>

#include "frontend/sdf/sdf_reader.h"

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

}  // namespace

// The joint of the tree between two links, and how its angle counts about an axis of the gearbox.
SdfReader::GearSide SdfReader::gear_side(const JointEntry& gearbox, PoseGraph::NodeId body,
                                         PoseGraph::NodeId link, std::string_view axis) {
  const XmlElement* written = gearbox.element->child(axis);
  if (written == nullptr || link == PoseGraph::kNone || body == PoseGraph::kNone) return {};
  const auto between = [&](PoseGraph::NodeId parent, PoseGraph::NodeId child) -> const JointEntry* {
    const LinkEntry& below = *entry(child);
    if (below.joint == kNoJoint || joints_[below.joint].parent_link != parent) return nullptr;
    return &joints_[below.joint];
  };
  const JointEntry* outwards = between(body, link);
  const JointEntry* joint = outwards != nullptr ? outwards : between(link, body);
  if (joint == nullptr || !turns(model_.joints[joint->model_joint])) return {};
  const auto direction = [&](const JointAxis& of, const JointEntry& in) -> Vector3 {
    return graph_.node(in.node).X_MF.R * Vector3(of.xyz[0].value(), of.xyz[1].value(), of.xyz[2].value());
  };
  const Joint& turning = model_.joints[joint->model_joint];
  if (!turning.axis) return {};
  const double sign =
      parallel(direction(*turning.axis, *joint), direction(read_direction(*written, gearbox), gearbox));
  if (sign == 0) return {};
  return {joint, outwards != nullptr ? sign : -sign};
}

// theta_f = -ratio theta_l, with theta = sign q
bool SdfReader::couple(const JointEntry& gearbox, const GearSide& leader, const GearSide& follower,
                       double ratio) {
  Joint& following = model_.joints[follower.entry->model_joint];
  const Joint& leading = model_.joints[leader.entry->model_joint];
  if (following.mimic || &following == &leading) return false;
  JointMimic mimic;
  mimic.range = gearbox.element->range;
  mimic.joint = {leading.name, graph_.node(gearbox.node).range, {}};
  mimic.multiplier = Number(-ratio * leader.sign * follower.sign);
  approximated(gearbox.element->start_tag,
               concat("gearbox '", graph_.node(gearbox.node).name, "' becomes a mimic: '", following.name,
                      "' turns ", mimic.multiplier->value(), " times as far as '", leading.name, "'"));
  following.mimic = std::move(mimic);
  return true;
}

void SdfReader::read_gearbox(const JointEntry& gearbox) {
  const XmlElement& element = *gearbox.element;
  const PoseGraph::Node& node = graph_.node(gearbox.node);
  schema_.set_subject("joint", node.name);
  double ratio = 1;  // SDF's default
  PoseGraph::NodeId body = PoseGraph::kNone;
  bool named = false;
  const auto ignore = [&](const XmlElement& part) {
    lost(part.start_tag, concat("<", part.name, "> of gearbox '", node.name, "' has no place in the model"));
  };
  const auto check_axis = [&](const XmlElement& axis) {
    read_children<"axis">(axis, elsewhere<"xyz", "use_parent_model_frame">(),
                          on<"limit", "dynamics", "mimic">([&](const XmlElement& part) {
                            if (!part.children.empty() || !part.attributes.empty()) ignore(part);
                          }));
  };
  read_children<"joint">(
      element, kept(ignore), elsewhere<"parent", "child", "pose">(), on<"axis", "axis2">(check_axis),
      on<"gearbox_ratio">([&](const XmlElement& part) {
        if (const auto written = number(part)) ratio = written->value();
      }),
      on<"gearbox_reference_body">([&](const XmlElement& part) {
        named = true;
        const PoseGraph::Name name{std::string(trim(part.text.text)), part.text.range};
        const auto found = graph_.find(node.scope, name, "the reference body");
        if (found != PoseGraph::kNone) body = graph_.node(found).body;
      }),
      on<"physics", "screw_thread_pitch", "thread_pitch", "drake:rotor_inertia", "drake:gear_ratio">(ignore));
  if (!named) return keep_gearbox(gearbox, "it names no <gearbox_reference_body>");
  if (body == PoseGraph::kNone) return;  // reported
  const GearSide first = gear_side(gearbox, body, gearbox.parent_link, "axis");
  const GearSide second = gear_side(gearbox, body, gearbox.child_link, "axis2");
  if (first.entry == nullptr || second.entry == nullptr)
    return keep_gearbox(gearbox, concat("its ends are not connected to '", link_name(body),
                                        "' by revolute joints about its axes"));
  if (couple(gearbox, first, second, ratio)) return;
  if (ratio != 0 && couple(gearbox, second, first, 1 / ratio)) return;
  keep_gearbox(gearbox, "both of its joints already follow other joints");
}

// It is kept as written where its names and frames mean the same in the model.
void SdfReader::keep_gearbox(const JointEntry& gearbox, std::string_view why) {
  const XmlElement& element = *gearbox.element;
  const PoseGraph::Node& node = graph_.node(gearbox.node);
  bool means_the_same = node.scope == 0 && gearbox.child_link != PoseGraph::kNone &&
                        !entry(gearbox.child_link)->moved && versions_.of(element.range) >= 107 &&
                        gearbox.child.text == link_name(gearbox.child_link);
  if (const XmlElement* pose = element.child("pose"))
    means_the_same = means_the_same && attribute_text(*pose, "relative_to").empty();
  for (const XmlElement& axis : element.children)
    if (const XmlElement* xyz = axis.child("xyz"))
      means_the_same = means_the_same && attribute_text(*xyz, "expressed_in").empty();
  if (!means_the_same) return lost(element.start_tag, concat("gearbox '", node.name, "' is left out: ", why));
  keep(element, {}, nullptr);
  approximated(element.start_tag, concat("gearbox '", node.name, "' couples no joints of the model: ", why,
                                         "; it is kept as written"));
}

}  // namespace romas::sdf
