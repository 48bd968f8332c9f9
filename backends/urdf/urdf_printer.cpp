// The target "urdf": the robot, its links and joints, and what all elements share.
#include "backends/urdf/urdf_printer.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "backends/urdf/legalize.h"
#include "backends/xml/finish_xml.h"
#include "backends/xml/ros2_control_printer.h"
#include "ir/model/joint_fields.h"
#include "ir/model/link_fields.h"

namespace romas {

namespace urdf {

UrdfPrinter::UrdfPrinter(const Model& model, const TargetOptions& options, UriScheme uri_scheme)
    : ElementPrinter(model, from_urdf(model)), options_(options), uri_scheme_(uri_scheme) {}

void UrdfPrinter::print() {
  xml_.declaration();
  if (!options_.banner.empty()) xml_.comment(concat(' ', options_.banner, ' '));
  if (as_read_)
    for (const std::string& comment : model_.layout.before_root) xml_.comment(comment);
  robot();
  if (as_read_)
    for (const std::string& comment : model_.layout.after_root) xml_.comment(comment);
}

// --- what all elements share -------------------------------------------------------------------------------

bool UrdfPrinter::has_origin(const TransformExpr& pose) const {
  if (pose.absent()) return false;
  if (pose.get_if<TransformExpr::XyzRpy>() != nullptr ||
      pose.get_if<TransformExpr::XyzQuaternion>() != nullptr)
    return true;
  const TransformExpr::XyzRpy written = as_xyz_rpy(pose);
  return written.xyz || written.rpy;
}

void UrdfPrinter::pose_attributes(const TransformExpr& pose) {
  if (const auto* quaternion = pose.get_if<TransformExpr::XyzQuaternion>()) {
    if (quaternion->xyz) list_attribute("xyz", *quaternion->xyz);
    list_attribute("quat_xyzw", quaternion->xyzw);
    return;
  }
  const TransformExpr::XyzRpy written = as_xyz_rpy(pose);
  if (written.xyz) list_attribute("xyz", *written.xyz);
  if (written.rpy) list_attribute("rpy", *written.rpy);
}

void UrdfPrinter::origin(const TransformExpr& pose, const Place& place) {
  begin("origin", place);
  pose_attributes(pose);
  finish(place);
}

void UrdfPrinter::value_element(std::string_view name, std::string_view value, const Place& place,
                                std::string_view attribute_name) {
  begin(name, place);
  attribute(attribute_name, value);
  finish(place);
}

// --- the robot ---------------------------------------------------------------------------------------------

void UrdfPrinter::robot() {
  const Place place = entity_place(EntityKind::robot, 0);
  xml_.begin("robot");
  attribute("name", std::string_view(model_.name));
  attribute("version", model_.version);
  foreign_attributes(place);

  struct Store {
    EntityKind kind;
    std::size_t size;
    std::vector<bool> printed = {};
  };
  std::array stores = {Store{EntityKind::material, model_.materials.size()},
                       Store{EntityKind::link, model_.links.size()},
                       Store{EntityKind::joint, model_.joints.size()},
                       Store{EntityKind::frame, model_.frames.size()},
                       Store{EntityKind::loop_joint, model_.loop_joints.size()},
                       Store{EntityKind::force_element, model_.force_elements.size()},
                       Store{EntityKind::transmission, model_.transmissions.size()},
                       Store{EntityKind::sensor, model_.sensors.size()},
                       Store{EntityKind::ros2_control, model_.ros2_controls.size()},
                       Store{EntityKind::gazebo, model_.gazebos.size()}};
  for (Store& store : stores) store.printed.resize(store.size, false);
  const auto print_entity = [&](const LayoutItem& item) {
    auto* store =
        std::find_if(stores.begin(), stores.end(), [&](const Store& s) { return s.kind == item.entity; });
    if (store == stores.end() || item.index >= store->size || store->printed[item.index]) return;
    store->printed[item.index] = true;
    entity(item.entity, item.index);
  };
  std::vector<std::uint32_t> printed_foreign;
  if (const std::vector<LayoutItem>* order = order_at(place)) {
    std::vector<bool> none;
    for (const LayoutItem& item : *order) {
      if (item.kind == LayoutItem::Kind::extension) printed_foreign.push_back(item.index);
      if (item.kind == LayoutItem::Kind::entity) {
        print_entity(item);
      } else {
        print_item(item, place, {}, none, {});
      }
    }
  }
  for (const Store& store : stores)
    for (std::size_t i = 0; i < store.size; ++i)
      print_entity({LayoutItem::Kind::entity, store.kind, Slot::self, static_cast<std::uint32_t>(i)});
  print_foreign_rest(place, std::move(printed_foreign));
  xml_.end();
}

void UrdfPrinter::entity(EntityKind kind, std::size_t index) {
  switch (kind) {
    case EntityKind::material: return material(index);
    case EntityKind::link: return link(index);
    case EntityKind::joint: return joint(index);
    case EntityKind::frame: return frame(index);
    case EntityKind::loop_joint: return loop_joint(index);
    case EntityKind::force_element: return force_element(index);
    case EntityKind::transmission: return transmission(index);
    case EntityKind::sensor: return sensor(index);
    case EntityKind::ros2_control: return print_ros2_control(index, *this);
    case EntityKind::gazebo: return gazebo(index);
    case EntityKind::robot:
    case EntityKind::block:
    case EntityKind::part: return;  // no elements of their own
  }
}

// --- links and materials ---------------------------------------------------------------------------------

void UrdfPrinter::link(std::size_t index) {
  const Link& link = model_.links[index];
  if (link.implicit) return;  // the source does not declare it
  const Place place = entity_place(EntityKind::link, index);
  begin("link", place);
  attribute("name", std::string_view(link.name));
  foreign_attributes(place);
  Children parts;
  if (link.inertial) parts.push_back({Slot::inertial});
  for (std::uint32_t i = 0; i < link.visuals.size(); ++i) parts.push_back({Slot::visual, i});
  for (std::uint32_t i = 0; i < link.collisions.size(); ++i) parts.push_back({Slot::collision, i});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::inertial) inertial(*link.inertial, at);
    if (child.slot == Slot::visual) visual(link.visuals[child.index], at);
    if (child.slot == Slot::collision) collision(link.collisions[child.index], at);
  });
  xml_.end();
}

void UrdfPrinter::inertial(const Inertial& inertial, const Place& place) {
  begin("inertial", place);
  foreign_attributes(place);
  Children parts;
  if (has_origin(inertial.origin)) parts.push_back({Slot::inertial_origin});
  parts.push_back({Slot::mass});
  parts.push_back({Slot::inertia});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::inertial_origin) return origin(inertial.origin, at);
    if (child.slot == Slot::mass) return value_element("mass", text_of(inertial.mass), at);
    begin("inertia", at);
    fields(inertial.inertia, at);
    finish(at);
  });
  xml_.end();
}

void UrdfPrinter::visual(const Visual& visual, const Place& place) {
  begin("visual", place);
  attribute("name", visual.name);
  foreign_attributes(place);
  Children parts;
  if (has_origin(visual.origin)) parts.push_back({Slot::visual_origin});
  parts.push_back({Slot::visual_geometry});
  if (visual.material) parts.push_back({Slot::visual_material});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::visual_origin) origin(visual.origin, at);
    if (child.slot == Slot::visual_geometry) geometry(visual.geometry, at, Slot::visual_shape);
    if (child.slot == Slot::visual_material) visual_material(*visual.material, at);
  });
  xml_.end();
}

void UrdfPrinter::collision(const Collision& collision, const Place& place) {
  begin("collision", place);
  attribute("name", collision.name);
  foreign_attributes(place);
  Children parts;
  if (has_origin(collision.origin)) parts.push_back({Slot::collision_origin});
  parts.push_back({Slot::collision_geometry});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::collision_origin) origin(collision.origin, at);
    if (child.slot == Slot::collision_geometry) geometry(collision.geometry, at, Slot::collision_shape);
  });
  xml_.end();
}

void UrdfPrinter::geometry(const Geometry& geometry, const Place& place, Slot shape_slot) {
  begin("geometry", place);
  foreign_attributes(place);
  children(place, {{shape_slot}}, [&](const Child&, const Place& at) { shape(geometry, at); });
  xml_.end();
}

void UrdfPrinter::shape(const Geometry& geometry, const Place& place) {
  const auto print = [&](const auto& shape) {
    using Kind = std::decay_t<decltype(shape)>;
    begin(FieldsOf<Kind>::kWord, place);
    if constexpr (std::is_same_v<Kind, Ellipsoid>) {
      attribute("a", shape.radii[0]);
      attribute("b", shape.radii[1]);
      attribute("c", shape.radii[2]);
    } else if constexpr (std::is_same_v<Kind, Mesh>) {
      Mesh mesh = shape;
      mesh.filename = with_scheme(rebase_path(shape.filename, options_), uri_scheme_);
      fields(mesh, place);
    } else {
      fields(shape, place);
    }
  };
  std::visit(print, geometry.shape);
  finish(place);
}

void UrdfPrinter::visual_material(const MaterialUse& material, const Place& place) {
  begin("material", place);
  attribute("name", material.name);
  foreign_attributes(place);
  Children parts;
  if (material.color) parts.push_back({Slot::visual_color});
  if (material.texture) parts.push_back({Slot::visual_texture});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::visual_color) color(*material.color, at);
    if (child.slot == Slot::visual_texture) texture(*material.texture, at);
  });
  xml_.end();
}

void UrdfPrinter::material(std::size_t index) {
  const Material& material = model_.materials[index];
  const Place place = entity_place(EntityKind::material, index);
  begin("material", place);
  attribute("name", std::string_view(material.name));
  foreign_attributes(place);
  Children parts;
  if (material.color) parts.push_back({Slot::color});
  if (material.texture) parts.push_back({Slot::texture});
  children(place, parts, [&](const Child& child, const Place& at) {
    if (child.slot == Slot::color) color(*material.color, at);
    if (child.slot == Slot::texture) texture(*material.texture, at);
  });
  xml_.end();
}

void UrdfPrinter::color(const Color& color, const Place& place) {
  begin("color", place);
  list_attribute("rgba", color.rgba);
  finish(place);
}

void UrdfPrinter::texture(const Texture& texture, const Place& place) {
  begin("texture", place);
  attribute("filename", std::string_view(with_scheme(rebase_path(texture.filename, options_), uri_scheme_)));
  finish(place);
}

// --- joints ----------------------------------------------------------------------------------------------

void UrdfPrinter::joint(std::size_t index) {
  const Joint& joint = model_.joints[index];
  const Place place = entity_place(EntityKind::joint, index);
  std::string name = name_at(place, "joint");
  if (joint.dialect && name == "joint") name = "drake:joint";
  xml_.begin(name);
  attribute("name", std::string_view(joint.name));
  attribute("type",
            joint.type == JointType::foreign ? std::string_view(joint.foreign_type) : to_string(joint.type));
  foreign_attributes(place);
  Children parts;
  if (has_origin(joint.origin)) parts.push_back({Slot::origin});
  parts.push_back({Slot::parent});
  parts.push_back({Slot::child});
  if (joint.axis) parts.push_back({Slot::axis});
  if (joint.calibration) parts.push_back({Slot::calibration});
  const bool only_armature = joint.dynamics && !joint.dynamics->armature.empty() &&
                             joint.dynamics->damping.empty() && joint.dynamics->friction.empty();
  if (joint.dynamics && !only_armature) parts.push_back({Slot::dynamics});
  if (joint.limit) parts.push_back({Slot::limit});
  if (joint.mimic) parts.push_back({Slot::mimic});
  if (joint.safety_controller) parts.push_back({Slot::safety_controller});
  if (joint.screw_pitch) parts.push_back({Slot::screw_pitch});
  children(place, parts, [&](const Child& child, const Place& at) { joint_child(joint, child, at); });
  xml_.end();
}

void UrdfPrinter::joint_child(const Joint& joint, const Child& child, const Place& place) {
  switch (child.slot) {
    case Slot::origin: return origin(joint.origin, place);
    case Slot::parent: return link_reference("parent", joint.parent, place);
    case Slot::child: return link_reference("child", joint.child, place);
    case Slot::axis: return axis(*joint.axis, place);
    case Slot::calibration: return calibration(*joint.calibration, place);
    case Slot::dynamics: return dynamics(*joint.dynamics, place);
    case Slot::limit: return limit(*joint.limit, place);
    case Slot::mimic: return mimic(*joint.mimic, place);
    case Slot::safety_controller: return safety_controller(*joint.safety_controller, place);
    case Slot::screw_pitch:
      return value_element(as_read_ ? "screw_thread_pitch" : "drake:screw_thread_pitch",
                           joint.screw_pitch->text(), place);
    default: assert(false && "a part of a joint without a case");
  }
}

void UrdfPrinter::link_reference(std::string_view element, const LinkRef& link, const Place& place) {
  begin(element, place);
  attribute("link", std::string_view(link.name));
  finish(place);
}

void UrdfPrinter::axis(const JointAxis& axis, const Place& place) {
  begin("axis", place);
  list_attribute("xyz", axis.xyz);
  finish(place);
}

void UrdfPrinter::limit(const JointLimit& limit, const Place& place) {
  begin("limit", place);
  fields(limit, place);
  finish(place);
}

void UrdfPrinter::dynamics(const JointDynamics& dynamics, const Place& place) {
  begin("dynamics", place);
  fields(dynamics, place);
  finish(place);
}

void UrdfPrinter::mimic(const JointMimic& mimic, const Place& place) {
  begin("mimic", place);
  attribute("joint", std::string_view(mimic.joint.name));
  fields(mimic, place);
  finish(place);
}

void UrdfPrinter::safety_controller(const JointSafetyController& safety, const Place& place) {
  begin("safety_controller", place);
  fields(safety, place);
  finish(place);
}

void UrdfPrinter::calibration(const JointCalibration& calibration, const Place& place) {
  begin("calibration", place);
  fields(calibration, place);
  finish(place);
}

}  // namespace urdf

std::string emit_urdf(const Model& model, TargetContext& context) {
  const std::optional<Model> legal = urdf::legalize(model, context);
  const UriScheme scheme = choose_uri_scheme(model, "urdf", context);
  const Model& printed = legal ? *legal : model;
  urdf::UrdfPrinter printer(printed, context.options, scheme);
  printer.print();
  for (const std::uint32_t index : printer.repeated_attributes()) {
    const Extension& extension = printed.extensions[index];
    context.diagnostics.report(
        Rule::feature_dropped, extension.range,
        concat("URDF has its own word for '", extension.name, "' there; the attribute is left out"));
    context.changes.allow_at(extension.range);
  }
  return finish_xml(printer.xml(), printed, context.diagnostics);
}

}  // namespace romas
