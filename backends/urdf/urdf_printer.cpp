// The target "urdf": the robot, and what all elements share.
#include "backends/urdf/urdf_printer.h"

#include <algorithm>
#include <array>

#include "backends/urdf/legalize.h"
#include "backends/xml/finish_xml.h"
#include "backends/xml/ros2_control_printer.h"

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
