// The target "urdf": the robot, and what all elements share.
#include "backends/urdf/urdf_printer.h"

#include <algorithm>
#include <array>

#include "backends/urdf/legalize.h"

namespace romas {

namespace urdf {

UrdfPrinter::UrdfPrinter(const Model& model, const TargetOptions& options, UriScheme uri_scheme)
    : model_(model), options_(options), uri_scheme_(uri_scheme), urdf_source_(from_urdf(model)) {
  for (std::uint32_t i = 0; i < model.extensions.size(); ++i) {
    Foreign& foreign = foreign_[model.extensions[i].owner];
    (model.extensions[i].kind == Extension::Kind::attribute ? foreign.attributes : foreign.elements)
        .push_back(i);
  }
}

std::string UrdfPrinter::print() {
  xml_.declaration();
  if (!options_.banner.empty()) xml_.comment(concat(' ', options_.banner, ' '));
  if (urdf_source_)
    for (const std::string& comment : model_.layout.before_root) xml_.comment(comment);
  robot();
  if (urdf_source_)
    for (const std::string& comment : model_.layout.after_root) xml_.comment(comment);
  return xml_.take();
}

// --- what all elements share -------------------------------------------------------------------------------

// The name with the prefix that it has in the source.
std::string UrdfPrinter::name_at(const Place& place, std::string_view name) const {
  if (!urdf_source_ || model_.layout.prefixed_names.empty()) return std::string(name);
  const auto found = model_.layout.prefixed_names.find(place);
  if (found == model_.layout.prefixed_names.end()) return std::string(name);
  for (const std::string& written : found->second)
    if (written.size() > name.size() && written.ends_with(name) &&
        written[written.size() - name.size() - 1] == ':')
      return written;
  return std::string(name);
}

void UrdfPrinter::begin(std::string_view name, const Place& place) { xml_.begin(name_at(place, name)); }

void UrdfPrinter::attribute(std::string_view name, const std::optional<std::string>& value) {
  if (value) xml_.attribute(name, *value);
}

void UrdfPrinter::attribute(std::string_view name, const std::optional<Number>& value) {
  if (value) attribute(name, *value);
}

void UrdfPrinter::foreign_attributes(const Place& place) {
  const auto found = foreign_.find(place);
  if (found == foreign_.end()) return;
  for (const std::uint32_t index : found->second.attributes)
    xml_.attribute(model_.extensions[index].name, model_.extensions[index].text);
}

void UrdfPrinter::print_extension(std::uint32_t index) { xml_.verbatim(model_.extensions[index].text); }

// In the order of the source if it is known, else in the canonical one. Children that the order does not list
// come last.
void UrdfPrinter::children(const Place& place, const Children& children, const PrintChild& print) {
  const auto foreign = foreign_.find(place);
  const auto layout = urdf_source_ ? model_.layout.children.find(place) : model_.layout.children.end();
  std::vector<bool> printed(children.size(), false);
  std::vector<std::uint32_t> printed_foreign;
  if (layout != model_.layout.children.end()) {
    for (const LayoutItem& item : layout->second) {
      if (item.kind == LayoutItem::Kind::extension) printed_foreign.push_back(item.index);
      print_item(item, place, children, printed, print);
    }
  }
  for (std::size_t i = 0; i < children.size(); ++i)
    if (!printed[i] && !children[i].hidden)
      print(children[i], child_place(place, children[i].slot, children[i].index));
  if (foreign == foreign_.end()) return;
  std::sort(printed_foreign.begin(), printed_foreign.end());
  for (const std::uint32_t index : foreign->second.elements)
    if (!std::binary_search(printed_foreign.begin(), printed_foreign.end(), index)) print_extension(index);
}

void UrdfPrinter::print_item(const LayoutItem& item, const Place& place, const Children& children,
                             std::vector<bool>& done, const PrintChild& print) {
  if (item.kind == LayoutItem::Kind::comment) {
    xml_.comment(model_.layout.comments[item.index]);
  } else if (item.kind == LayoutItem::Kind::extension) {
    if (item.index < model_.extensions.size()) print_extension(item.index);
  } else if (item.kind == LayoutItem::Kind::slot) {
    // Children of one slot are adjacent, so that an index counts from the first of them.
    const auto same_slot = [&](const Child& child) { return child.slot == item.slot; };
    const auto first = std::find_if(children.begin(), children.end(), same_slot);
    const auto at = static_cast<std::size_t>(first - children.begin()) + item.index;
    if (at >= children.size() || children[at].slot != item.slot || done[at]) return;
    done[at] = true;
    print(children[at], child_place(place, item.slot, item.index));
  }
}

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

void UrdfPrinter::text_element(std::string_view name, std::string_view text, const Place& place) {
  begin(name, place);
  foreign_attributes(place);
  if (!text.empty()) xml_.text(text);
  if (text.empty()) children(place, {}, {});
  xml_.end();
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
  const auto layout = urdf_source_ ? model_.layout.children.find(place) : model_.layout.children.end();
  if (layout != model_.layout.children.end()) {
    std::vector<bool> none;
    for (const LayoutItem& item : layout->second) {
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
  if (const auto foreign = foreign_.find(place); foreign != foreign_.end()) {
    std::sort(printed_foreign.begin(), printed_foreign.end());
    for (const std::uint32_t index : foreign->second.elements)
      if (!std::binary_search(printed_foreign.begin(), printed_foreign.end(), index)) print_extension(index);
  }
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
    case EntityKind::ros2_control: return ros2_control(index);
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
  return urdf::UrdfPrinter(legal ? *legal : model, context.options, scheme).print();
}

}  // namespace romas
