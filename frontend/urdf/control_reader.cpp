// Transmissions and ros2_control.
#include <algorithm>

#include "frontend/urdf/urdf_reading.h"
#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/schema/field_reader.h"
#include "frontend/xml/words/ros2_control.h"
#include "ir/model/transmission_fields.h"
#include "ir/words/control_words.h"

namespace romas::urdf {

namespace {

// The part of a word that tells it from the others of its kind.
std::string_view own_part(std::string_view word) {
  for (const std::string_view ending : {"JointInterface", "ActuatorInterface", "Interface", "Transmission"})
    if (word.ends_with(ending)) return word.substr(0, word.size() - ending.size());
  return word;
}

// Reports a word of ros_control that it does not have. Names with the prefix of another package are not
// judged.
template <std::size_t count>
void check_ros_word(SchemaReader& schema, const XmlText& text, std::string_view package,
                    const std::array<std::string_view, count>& words, std::string_view what) {
  const std::string_view value = trim(text.text);
  const std::string_view word = value.starts_with(package) ? value.substr(package.size()) : value;
  if (word.empty() || word.find_first_of("/:") != std::string_view::npos || has_unexpanded(value)) return;
  if (std::find(words.begin(), words.end(), word) != words.end()) return;
  const std::string_view own = own_part(word);
  std::string_view near = nearest_name(word, words);
  if (own != word) {
    near = nearest_name(own, words, own_part);
    const auto meant = std::find_if(words.begin(), words.end(),
                                    [&](std::string_view known) { return own_part(known) == near; });
    if (!near.empty()) near = *meant;
  }
  auto diagnostic = schema.report(Rule::hardware_interface, text.part(text.text.find(word), word.size()),
                                  concat("ros_control has no ", what, " ", quote(word), did_you_mean(near)));
  if (!near.empty() && text.literal)
    diagnostic.suggest(text.part(text.text.find(word), word.size()), std::string(near));
}

void check_transmission_type(SchemaReader& schema, const XmlText& text) {
  check_ros_word(schema, text, "transmission_interface/", kTransmissionTypeWords, "transmission");
}
void check_hardware_interface(SchemaReader& schema, const XmlText& text) {
  check_ros_word(schema, text, "hardware_interface/", kHardwareInterfaceWords, "hardware interface");
}

// Reads a transmission or <ros2_control>.
class ControlReader {
 public:
  explicit ControlReader(UrdfReading& in) : in_(in), schema_(in.schema), model_(in.model) {}

  void read_transmission(const XmlElement& element) {
    Transmission transmission;
    transmission.name = schema_.text(element, "name");
    transmission.range = element.range;
    transmission.name_range = schema_.value_range(element, "name");
    transmission.type = schema_.text(element, "type");
    transmission.type_is_attribute = transmission.type.has_value();
    if (const XmlAttribute* type = element.attribute("type")) check_transmission_type(schema_, type->value);
    schema_.set_subject("transmission",
                        transmission.name ? std::string_view(*transmission.name) : std::string_view());
    const std::size_t index = model_.transmissions.size();
    const Place place = entity_place(EntityKind::transmission, index);
    for (const KnownChild& part : schema_.open(element, kTransmission, place)) {
      switch (part.row->slot) {
        case Slot::transmission_joint: transmission.joints.push_back(read_transmission_joint(part)); break;
        case Slot::transmission_actuator:
          transmission.actuators.push_back(read_transmission_actuator(part));
          note_rotor(*part.element, transmission);
          break;
        case Slot::type:
          if (transmission.type_is_attribute) {
            schema_.report(
                Rule::repeated_element, part.element->start_tag,
                "the element has both <type> and the attribute 'type'; only the attribute is used");
            schema_.keep_element(*part.element, place);
          } else {
            check_transmission_type(schema_, part.element->text);
            transmission.type = read_text(part);
          }
          break;
        default: read_element_field(part, transmission, [&](auto& value) { read_content(part, value); });
      }
    }
    if (!transmission.type || trim(*transmission.type).empty())
      schema_.report(Rule::hardware_interface, element.start_tag,
                     concat("transmission ", quote(transmission.name.value_or("")),
                            " has no <type>, without which ROS does not load it"));
    in_.place_entity(EntityKind::transmission, index);
    model_.transmissions.push_back(std::move(transmission));
  }

  void read_ros2_control(const XmlElement& element) {
    const std::size_t index = model_.ros2_controls.size();
    Ros2Control control =
        romas::read_ros2_control(element, entity_place(EntityKind::ros2_control, index), schema_);
    in_.place_entity(EntityKind::ros2_control, index);
    model_.ros2_controls.push_back(std::move(control));
  }

 private:
  std::string read_text(const KnownChild& child) {
    schema_.open(*child.element, *child.row->row, child.place);
    return std::string(child.element->text.text);
  }

  // The text of an element, as a value.
  void read_content(const KnownChild& child, std::optional<std::string>& to) { to = read_text(child); }

  void read_content(const KnownChild& child, std::optional<Number>& to) {
    schema_.open(*child.element, *child.row->row, child.place);
    to = schema_.number(child.element->text, child.element->name);
  }

  TransmissionJoint read_transmission_joint(const KnownChild& child) {
    TransmissionJoint joint;
    joint.range = child.element->range;
    joint.joint = in_.joint_ref(*child.element, "name");
    for (const KnownChild& part : schema_.open(*child.element, kTransmissionJoint, child.place)) {
      if (part.row->slot == Slot::hardware_interface) {
        check_hardware_interface(schema_, part.element->text);
        joint.hardware_interfaces.push_back(read_text(part));
      }
      read_element_field(part, joint, [&](auto& value) { read_content(part, value); });
    }
    return joint;
  }

  TransmissionActuator read_transmission_actuator(const KnownChild& child) {
    TransmissionActuator actuator;
    actuator.range = child.element->range;
    actuator.name = in_.name_of(*child.element);
    for (const KnownChild& part : schema_.open(*child.element, kTransmissionActuator, child.place)) {
      if (part.row->slot == Slot::hardware_interface) {
        check_hardware_interface(schema_, part.element->text);
        actuator.hardware_interfaces.push_back(read_text(part));
      }
      read_element_field(part, actuator, [&](auto& value) { read_content(part, value); });
    }
    return actuator;
  }

  // Drake's <drake:rotor_inertia> and <drake:gear_ratio>. Both stay in the actuator too. Drake drives one
  // joint by a transmission, which stands in front of its actuators.
  void note_rotor(const XmlElement& actuator, const Transmission& transmission) {
    const XmlElement* inertia = nullptr;
    const XmlElement* ratio = nullptr;
    for (const XmlElement& child : actuator.children) {
      if (child.name == "drake:rotor_inertia") inertia = &child;
      if (child.name == "drake:gear_ratio") ratio = &child;
    }
    if (inertia == nullptr || transmission.joints.size() != 1) return;
    const auto rotor = schema_.number(*inertia, "value");
    const auto turns = ratio == nullptr ? std::nullopt : schema_.number(*ratio, "value");
    if (!rotor) return;
    const Number armature = turns ? Number(rotor->value() * turns->value() * turns->value()) : *rotor;
    in_.rotors.push_back({transmission.joints.front().joint.name, armature, inertia->range});
  }

  UrdfReading& in_;
  SchemaReader& schema_;
  Model& model_;
};

}  // namespace

void read_transmission(UrdfReading& in, const XmlElement& element) {
  ControlReader(in).read_transmission(element);
}
void report_misplaced_control(UrdfReading& in, const XmlElement& element, std::string_view parent) {
  in.schema.report(Rule::ros2control_refused, element.start_tag,
                   concat("<ros2_control> is inside <", parent,
                          ">, but the controller manager reads it only directly in <robot>; move it there"));
  Model aside;
  SchemaReader reader(in.sources, in.schema.diagnostics(), aside);
  in.misplaced_controls.push_back(
      romas::read_ros2_control(element, entity_place(EntityKind::ros2_control, 0), reader));
}

void check_misplaced_joints(UrdfReading& in) {
  for (const Ros2Control& control : in.misplaced_controls)
    for (const Ros2Component& component : control.components)
      if (component.kind == Ros2Component::Kind::joint && component.name_range.valid() &&
          !in.model.find_joint(component.name))
        in.schema.report(Rule::ros2control_joint, component.name_range,
                         concat("<ros2_control> drives joint '", component.name, "', which does not exist",
                                did_you_mean(component.name, in.model.joints, &Joint::name)));
}

void read_ros2_control(UrdfReading& in, const XmlElement& element) {
  ControlReader(in).read_ros2_control(element);
}

// Several drives of a joint add up.
void set_armatures(UrdfReading& in) {
  for (const UrdfReading::Rotor& rotor : in.rotors) {
    const JointId id = in.model.find_joint(rotor.joint);
    if (!id || dof(in.model.joint(id).type) != 1) continue;
    Boxed<JointDynamics>& dynamics = in.model.joint(id).dynamics;
    if (!dynamics) {
      dynamics.emplace();
      dynamics->range = rotor.range;
    }
    std::vector<Number>& armature = dynamics->armature;
    if (armature.empty())
      armature = {rotor.armature};
    else
      armature.front() = Number(armature.front().value() + rotor.armature.value());
  }
}

}  // namespace romas::urdf
