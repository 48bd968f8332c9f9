// SDF: the document itself, frames, model-wide properties, and features that SDF lacks.
#include <algorithm>

#include "backends/from_blocks.h"
#include "backends/from_mjcf.h"
#include "backends/sdf/sdf_document.h"
#include "backends/xml/finish_xml.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace sdf {

namespace {

// True if some joint is written with the rotor of its drive.
bool has_rotors(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
    return (dof(joint.type) == 1 || joint.type == JointType::planar) && joint.dynamics &&
           !joint.dynamics->armature.empty();
  });
}

// The lowest version that can express the model, unless one was requested.
Version choose_version(const Model& model, const TargetOptions& options) {
  if (const auto asked = parse_version(options.one(TargetOption::sdf_version))) return *asked;
  for (const Joint& joint : model.joints)
    if (joint.mimic) return Version::v1_11;
  return Version::v1_9;
}

}  // namespace

void write_pose(XmlWriter& xml, const TransformExpr& expression, std::string_view relative_to) {
  const auto* quaternion = expression.get_if<TransformExpr::XyzQuaternion>();
  const TransformExpr::XyzRpy pose = as_xyz_rpy(expression);
  const bool says_nothing = !pose.xyz && !pose.rpy && quaternion == nullptr;
  if (says_nothing && relative_to.empty()) return;
  const XmlScope element(xml, "pose");
  if (!relative_to.empty()) xml.attribute("relative_to", relative_to);
  const std::string xyz = number_list_text(pose.xyz.value_or(Number3{}));
  if (quaternion != nullptr) {
    xml.attribute("rotation_format", "quat_xyzw");
    xml.text(concat(xyz, " ", number_list_text(quaternion->xyzw)));
  } else if (!says_nothing) {
    xml.text(concat(xyz, " ", number_list_text(pose.rpy.value_or(Number3{}))));
  }
}

namespace {

// Whether fixed joints alone stand between the ground and the canonical link of the model, which a frame of
// the ground is attached to: the first one.
bool canonical_link_stands(const Document& document) {
  LinkId link(document.world.index() == 0 ? 1 : 0);
  if (link.index() >= document.model.links.size()) return false;
  for (JointId joint = document.tree.parent_joint(link); joint; joint = document.tree.parent_joint(link)) {
    if (document.model.joint(joint).type != JointType::fixed) return false;
    link = document.tree.parent_link(link);
  }
  return link == document.world;
}

// False for one that is left out: within a model, SDF attaches frames to links.
bool may_stand_on_ground(const Document& document, std::size_t index) {
  const Frame& frame = document.model.frames[index];
  const std::string& name = document.names.frames[index];
  if (!canonical_link_stands(document)) {
    document.lost(name_place(frame), concat("frame '", frame.name,
                                            "' of the ground is left out: SDF attaches the frames of a model "
                                            "to its links, and the first of them moves"));
    document.context.changes.allow(EntityKind::frame, name);
    return false;
  }
  document.rewritten(name_place(frame),
                     concat("frame '", frame.name,
                            "' of the ground is attached to the first link in SDF, which does not move"));
  document.context.changes.allow(EntityKind::frame, name, "link");
  return true;
}

}  // namespace

void write_frames(Document& document, const Element<"model">& model) {
  for (std::size_t i = 0; i < document.model.frames.size(); ++i) {
    const Frame& frame = document.model.frames[i];
    if (document.world && frame.link.id == document.world && !may_stand_on_ground(document, i)) continue;
    const auto element = model.open<"frame">();
    element.attribute("name", document.names.frames[i]);
    element.attribute("attached_to", document.frame_of(frame.link.id));
    element.pose(frame.origin);
  }
}

void write_model_properties(Document& document, const Element<"model">& model) {
  const Model& robot = document.model;
  const GazeboValue* is_static = nullptr;
  for (const Gazebo& gazebo : robot.gazebos)
    for (const GazeboValue& value : gazebo.values)
      if (!gazebo.reference && value.property == GazeboProperty::is_static) is_static = &value;
  if (is_static != nullptr) model.text<"static">(gazebo_text(*is_static));
  for (std::size_t i = 0; i < robot.gazebos.size(); ++i) {
    const Gazebo& gazebo = robot.gazebos[i];
    if (gazebo.reference) continue;
    for (const GazeboValue& value : gazebo.values) {
      if (value.property != GazeboProperty::is_static) {
        document.lost(value.range,
                      concat("<", gazebo_property_info(value.property).name,
                             "> of a <gazebo> element without reference cannot be expressed in SDF"));
      }
    }
    write_foreign_of_robot(document, static_cast<std::uint32_t>(i));
  }
}

namespace {

void report_control(const Document& document) {
  const std::vector<bool> said = said_by_ros2_control(document.model);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Transmission& transmission = document.model.transmissions[i];
    if (!said[i])
      document.lost(transmission.range,
                    concat("transmission '", transmission.name.value_or(""), "' cannot be expressed in SDF"));
  }
  for (const Ros2Control& control : document.model.ros2_controls)
    document.lost(control.range, concat("<ros2_control> '", control.name,
                                        "' cannot be expressed in SDF; keep the URDF for the controllers"));
  for (const ForceElement& force : document.model.force_elements)
    document.lost(force.range, concat("force element '", force.name, "' cannot be expressed in SDF"));
}

void report_extensions(const Document& document) {
  if (document.model.layout.format == "mjcf")
    return report_losses_from_mjcf(document.model, document.context, "SDF");
  for (const Extension& extension : document.model.extensions) {
    // Extensions of <gazebo> elements are handled where links, joints and sensors are written.
    if (extension.owner.kind == EntityKind::gazebo && extension.owner.slot == Slot::self &&
        extension.kind == Extension::Kind::element)
      continue;
    if (extension.owner.kind == EntityKind::transmission ||
        extension.owner.kind == EntityKind::ros2_control || extension.owner.kind == EntityKind::force_element)
      continue;  // dropped with their owners, which were reported
    if (extension.kind == Extension::Kind::attribute && extension.name.starts_with("xmlns")) continue;
    if (extension.text.starts_with("<?"))
      continue;  // an instruction for programs that read XML, no feature of the robot
    document.lost(extension.range, extension.kind == Extension::Kind::element
                                       ? concat("<", extension.name, "> is not known to SDF")
                                       : concat("the attribute '", extension.name, "' is not known to SDF"));
  }
}

}  // namespace

void report_losses(const Document& document) {
  if (document.model.gravity)
    document.lost(document.model.range, "gravity belongs to the world in SDF, not to a model; set it there");
  for (const Material& material : document.model.materials)
    document.rewritten(material.range, concat("SDF has no named materials: the name '", material.name,
                                              "' is left out, its colour is written at every visual"));
  report_control(document);
  report_gazebo_losses(document);
  report_losses_from_blocks(document.model, document.context, "SDF");
  report_extensions(document);
}

// The canonical link, if it has to be named: the root of a model with free bodies, whose poses are relative
// to it, unless it is the first link of the file. Invalid otherwise.
LinkId canonical_link(const Document& document) {
  const auto is_floating = [](const Joint& joint) { return joint.type == JointType::floating; };
  const auto& joints = document.model.joints;
  const std::vector<LinkId>& roots = document.tree.roots();
  if (document.world || roots.empty() || roots.front().index() == 0 ||
      std::none_of(joints.begin(), joints.end(), is_floating))
    return {};
  return roots.front();
}

}  // namespace sdf

std::string emit_sdf(const Model& model, TargetContext& context) {
  using namespace sdf;
  KinematicTree tree(model);
  const LinkId world = find_world(model, tree);
  Names names = legalize_names(model, world, context);
  Document document{model,
                    context,
                    std::move(tree),
                    AttachedElements(model),
                    choose_version(model, context.options),
                    world,
                    std::move(names),
                    XmlWriter{}};
  const auto on_world = [&](const Joint& joint) {
    return joint.parent.id == world && joint.type != JointType::floating;
  };
  document.names_world = world && std::any_of(model.joints.begin(), model.joints.end(), on_world);
  document.uri_scheme = choose_uri_scheme(model, "sdf", context);
  XmlWriter& xml = document.xml;
  xml.declaration();
  if (!context.options.banner.empty()) xml.comment(concat(" ", context.options.banner, " "));
  {
    const Element<"sdf"> root(xml);
    root.attribute("version", to_string(document.version));
    if (has_rotors(model)) root.attribute("xmlns:drake", "http://drake.mit.edu");
    const auto body = root.open<"model">();
    body.attribute("name", model.name.empty() ? std::string_view("model") : std::string_view(model.name));
    if (model.name.empty()) context.changes.rename(EntityKind::robot, 0, "model");
    if (const LinkId canonical = canonical_link(document))
      body.attribute("canonical_link", document.names.links[canonical.index()]);
    write_model_properties(document, body);
    write_links(document, body);
    write_joints(document, body);
    write_frames(document, body);
  }
  report_losses(document);
  return finish_xml(xml, model, context.diagnostics);
}

}  // namespace romas
