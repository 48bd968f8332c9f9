#include "ir/model/verify.h"

#include <cmath>
#include <type_traits>

#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/model/labels.h"
#include "ir/model/link_fields.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"
#include "ir/model/visit.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Upper bound of the faults reported: one bug tends to cause many.
constexpr std::size_t kMaxFaults = 50;

class Verifier {
 public:
  explicit Verifier(const Model& model) : model_(model), counts_(entity_counts(model)) {}
  std::vector<std::string> run();

 private:
  template <class... Pieces>
  void fault(const Pieces&... pieces) {
    if (faults_.size() < kMaxFaults) faults_.push_back(concat(pieces...));
  }

  void check_index();
  void check_references();
  void check_gazebos();
  void check_ros2_controls();
  void check_parts();
  void check_extensions();
  void check_layout();
  void check_layout_item(const Place& key, const LayoutItem& item);
  bool exists(const Place& place) const;
  bool link_place_exists(const Link& link, const Place& place) const;
  void check_numbers();

  template <class Entity>
  void check_reference(const Ref<Entity>& ref, Id<Entity> found, EntityKind owner, std::size_t index,
                       std::string_view what) {
    if (ref.id == found) return;
    const std::string head =
        concat(label(model_, owner, index), ": the reference to ", what, " '", ref.name, "' ");
    if (!found) {
      fault(head, "is resolved to ", label(model_, ref.id), ", although nothing has that name");
    } else {
      fault(head, "is resolved to ", label(model_, ref.id), " instead of ", label(model_, found));
    }
  }

  // Numbers, by what holds them.
  void number(const Number& value) { finite_ = finite_ && std::isfinite(value.value()); }
  void number(const std::optional<Number>& value) {
    if (value) number(*value);
  }
  template <std::size_t N>
  void number(const std::array<Number, N>& values) {
    for (const Number& value : values) number(value);
  }
  template <std::size_t N>
  void number(const std::optional<std::array<Number, N>>& values) {
    if (values) number(*values);
  }
  void number(const std::vector<Number>& values) {
    for (const Number& value : values) number(value);
  }
  void number(const TransformExpr& pose) {
    for_each_number(pose, [this](const Number& value) { number(value); });
  }
  void number(const Boxed<JointAxis>& axis) {
    if (axis) number(axis->xyz);
  }
  void number(const Boxed<Color>& color) {
    if (color) number(color->rgba);
  }
  void number(const InertiaTensor& tensor) { fields(tensor); }
  void number(const Geometry& geometry) {
    std::visit([this](const auto& shape) { fields(shape); }, geometry.shape);
  }
  template <class... Values>
  void numbers(const Values&... values) {
    (number(values), ...);
  }

  template <class Struct>
  void fields(const Struct& object) {
    for_each_field_number(object, [this](const Number& value) { number(value); });
  }

  void entity_numbers(const Link& link);
  void entity_numbers(const Joint& joint);
  void entity_numbers(const Frame& frame) { number(frame.origin); }
  void entity_numbers(const Material& material) { number(material.color); }
  void entity_numbers(const Transmission& transmission);
  void entity_numbers(const Sensor& sensor);
  void entity_numbers(const LoopJoint& loop) { numbers(loop.link1.origin, loop.link2.origin, loop.axis); }
  void entity_numbers(const ForceElement& element);
  void entity_numbers(const Gazebo& gazebo);
  void entity_numbers(const Ros2Control&) {}
  void entity_numbers(const Block& block);
  void entity_numbers(const Part& part) { number(part.offset); }

  const Model& model_;
  std::array<std::size_t, kEntityKindCount> counts_;
  std::vector<std::string> faults_;
  bool finite_ = true;
};

std::vector<std::string> Verifier::run() {
  check_index();
  check_references();
  check_gazebos();
  check_ros2_controls();
  check_parts();
  check_extensions();
  check_layout();
  check_numbers();
  return std::move(faults_);
}

// The name indices find every entity, and the first of several with the same name.
void Verifier::check_index() {
  const auto check = [&](const auto& store, EntityKind kind, const auto& find) {
    for (std::size_t i = 0; i < store.size(); ++i) {
      const auto id = find(store[i].name);
      if (!id || id.index() > i || store[id.index()].name != store[i].name)
        fault("the index does not know ", label(model_, kind, i));
    }
  };
  check(model_.links, EntityKind::link, [&](const std::string& name) { return model_.find_link(name); });
  check(model_.joints, EntityKind::joint, [&](const std::string& name) { return model_.find_joint(name); });
  check(model_.materials, EntityKind::material,
        [&](const std::string& name) { return model_.find_material(name); });
}

void Verifier::check_references() {
  for_each_link_ref(model_, [&](const LinkRef& ref, EntityKind owner, std::size_t index) {
    check_reference(ref, model_.find_link(ref.name), owner, index, "link");
  });
  for_each_joint_ref(model_, [&](const JointRef& ref, EntityKind owner, std::size_t index) {
    check_reference(ref, model_.find_joint(ref.name), owner, index, "joint");
  });
}

void Verifier::check_gazebos() {
  for (std::size_t i = 0; i < model_.gazebos.size(); ++i) {
    const Gazebo& gazebo = model_.gazebos[i];
    if (std::pair(gazebo.link, gazebo.joint) != model_.referred(gazebo))
      fault(label(model_, EntityKind::gazebo, i), " is not resolved to what its reference names");
  }
}

void Verifier::check_ros2_controls() {
  for (std::size_t i = 0; i < model_.ros2_controls.size(); ++i)
    for (const Ros2Component& component : model_.ros2_controls[i].components) {
      const JointId joint =
          component.kind == Ros2Component::Kind::joint ? model_.find_joint(component.name) : JointId();
      if (component.joint != joint)
        fault(label(model_, EntityKind::ros2_control, i), ": component '", component.name,
              "' is resolved to ", label(model_, component.joint), " instead of ", label(model_, joint));
    }
}

void Verifier::check_parts() {
  for (std::size_t i = 0; i < model_.parts.size(); ++i) {
    const auto check = [&](const auto& id, std::size_t count) {
      if (id && id.index() >= count)
        fault(label(model_, EntityKind::part, i), ": its ", label(model_, id), " does not exist");
    };
    check(model_.parts[i].block, model_.blocks.size());
    check(model_.parts[i].link, model_.links.size());
    check(model_.parts[i].joint, model_.joints.size());
  }
}

bool Verifier::link_place_exists(const Link& link, const Place& place) const {
  switch (place.slot) {
    case Slot::visual:
    case Slot::visual_origin:
    case Slot::visual_geometry:
    case Slot::visual_shape:
    case Slot::visual_material:
    case Slot::visual_color:
    case Slot::visual_texture: return place.sub < link.visuals.size();
    case Slot::collision:
    case Slot::collision_origin:
    case Slot::collision_geometry:
    case Slot::collision_shape: return place.sub < link.collisions.size();
    default: return true;  // the element may hold nothing but an unknown attribute
  }
}

bool Verifier::exists(const Place& place) const {
  const auto kind = static_cast<std::size_t>(place.kind);
  if (kind >= kEntityKindCount || place.index >= counts_[kind]) return false;
  if (place.kind == EntityKind::link) return link_place_exists(model_.links[place.index], place);
  if (place.kind == EntityKind::transmission && place.slot == Slot::transmission_joint)
    return place.sub < model_.transmissions[place.index].joints.size();
  if (place.kind == EntityKind::transmission && place.slot == Slot::transmission_actuator)
    return place.sub < model_.transmissions[place.index].actuators.size();
  if (place.kind == EntityKind::ros2_control && place.slot == Slot::component)
    return place.sub < model_.ros2_controls[place.index].components.size();
  if (place.kind == EntityKind::gazebo && place.slot == Slot::gazebo_property)
    return place.sub < model_.gazebos[place.index].values.size();
  if (place.kind == EntityKind::block && place.slot == Slot::contact)
    return place.sub < model_.blocks[place.index].contacts.size();
  return true;
}

void Verifier::check_extensions() {
  for (const Extension& extension : model_.extensions)
    if (!exists(extension.owner))
      fault("extension '", extension.name, "' belongs to ", label(model_, extension.owner),
            ", which does not exist");
}

void Verifier::check_layout() {
  for (const auto& [place, items] : model_.layout.children) {
    if (!exists(place))
      fault("the layout orders the children of ", label(model_, place), ", which does not exist");
    for (const LayoutItem& item : items) check_layout_item(place, item);
  }
}

void Verifier::check_layout_item(const Place& key, const LayoutItem& item) {
  bool good = true;
  switch (item.kind) {
    case LayoutItem::Kind::entity:
      good = static_cast<std::size_t>(item.entity) < kEntityKindCount &&
             item.index < counts_[static_cast<std::size_t>(item.entity)];
      break;
    case LayoutItem::Kind::extension: good = item.index < model_.extensions.size(); break;
    case LayoutItem::Kind::comment: good = item.index < model_.layout.comments.size(); break;
    case LayoutItem::Kind::slot:
      if (key.kind == EntityKind::link && key.slot == Slot::self && key.index < model_.links.size()) {
        good = link_place_exists(model_.links[key.index],
                                 {EntityKind::link, item.slot, 0, key.index, item.index});
      }
      break;
  }
  if (!good) fault("the layout of ", label(model_, key), " lists something that does not exist");
}

void Verifier::entity_numbers(const Link& link) {
  if (link.inertial) {
    fields(*link.inertial);
    numbers(link.inertial->origin, link.inertial->inertia);
  }
  for (const Visual& visual : link.visuals) {
    numbers(visual.origin, visual.geometry);
    if (visual.material) number(visual.material->color);
  }
  for (const Collision& collision : link.collisions) numbers(collision.origin, collision.geometry);
}

void Verifier::entity_numbers(const Joint& joint) {
  numbers(joint.origin, joint.axis, joint.screw_pitch);
  if (const auto& l = joint.limit) fields(*l);
  if (const auto& d = joint.dynamics) fields(*d);
  if (const auto& m = joint.mimic) fields(*m);
  if (const auto& s = joint.safety_controller) fields(*s);
  if (const auto& c = joint.calibration) fields(*c);
  if (const auto& servo = joint.servo) {
    for (const ServoValue& value : servo->values)
      if (const auto* written = std::get_if<Number>(&value.value)) number(*written);
    for (const ServoMapPoint& place : servo->map) numbers(place.joint, place.angle);
    for (const ServoCoupling& coupling : servo->couplings) number(coupling.gear);
  }
}

void Verifier::entity_numbers(const Transmission& transmission) {
  fields(transmission);
  for (const TransmissionJoint& joint : transmission.joints) fields(joint);
  for (const TransmissionActuator& actuator : transmission.actuators) fields(actuator);
}

void Verifier::entity_numbers(const Sensor& sensor) {
  numbers(sensor.origin, sensor.update_rate);
  if (const auto& c = sensor.camera) fields(*c);
  if (!sensor.ray) return;
  for (const auto& scan : {sensor.ray->horizontal, sensor.ray->vertical})
    if (scan) fields(*scan);
}

void Verifier::entity_numbers(const ForceElement& element) {
  if (const auto* spring = std::get_if<LinearSpringDamper>(&element.force)) {
    numbers(spring->link1.origin, spring->link2.origin);
  } else if (const auto* wing = std::get_if<Wing>(&element.force)) {
    number(wing->origin);
  } else if (const auto* thrust = std::get_if<Thrust>(&element.force)) {
    number(thrust->origin);
  }
  std::visit([this](const auto& force) { fields(force); }, element.force);
}

void Verifier::entity_numbers(const Gazebo& gazebo) {
  for (const GazeboValue& value : gazebo.values) {
    if (const auto* scalar = std::get_if<Number>(&value.value)) number(*scalar);
    if (const auto* vector = std::get_if<Number3>(&value.value)) number(*vector);
  }
}

void Verifier::entity_numbers(const Block& block) {
  for (const Contact& contact : block.contacts) number(contact.pose);
  if (block.shape) number(block.shape->pose);
  numbers(block.mass, block.com);
  if (block.inertia) number(*block.inertia);
}

void Verifier::check_numbers() {
  for_each_store(model_, [&](EntityKind kind, const auto& store) {
    for (std::size_t i = 0; i < store.size(); ++i) {
      finite_ = true;
      entity_numbers(store[i]);
      if (!finite_) fault(label(model_, kind, i), " has a number that is not finite");
    }
  });
  finite_ = true;
  number(model_.gravity);
  if (!finite_) fault("the gravity is not finite");
}

}  // namespace

std::vector<std::string> verify_model(const Model& model) { return Verifier(model).run(); }

}  // namespace romas
