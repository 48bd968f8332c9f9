// <actuator>: what drives the joints. --mjcf-actuators gives one to every joint that moves by itself; without
// it, transmissions and command interfaces of ros2_control do.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/mjcf/mjcf_document.h"
#include "ir/format/mjcf_actuators.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/entity.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// "hardware_interface/EffortJointInterface", "effort" → motor.
std::optional<ActuatorKind> kind_of_interface(std::string_view interface) {
  const std::string word = to_lower(interface);
  if (word.find("effort") != std::string::npos) return ActuatorKind::motor;
  if (word.find("position") != std::string::npos) return ActuatorKind::position;
  if (word.find("velocity") != std::string::npos) return ActuatorKind::velocity;
  return std::nullopt;
}

bool can_be_driven(const Document& document, JointId id) {
  const auto& freedoms = document.freedoms[id.index()];
  return freedoms.size() == 1 && (freedoms[0].type == "hinge" || freedoms[0].type == "slide");
}

class ActuatorPlan {
 public:
  explicit ActuatorPlan(Document& document) : document_(document) {}

  void plan() {
    const Model& model = document_.model;
    if (const auto kind = actuators_of(document_.context.options)) {
      all_joints(*kind);
      for (const Transmission& transmission : model.transmissions)
        document_.lost(transmission.range, concat("transmission '", transmission.name.value_or(""),
                                                  "' is left out: --mjcf-actuators chooses the actuators"));
      return;
    }
    for (std::uint32_t i = 0; i < model.transmissions.size(); ++i)
      from_transmission(model.transmissions[i], i);
    for (const Ros2Control& control : model.ros2_controls) from_control(control);
  }

  void bound_efforts() {
    for (const Actuator& actuator : document_.actuators) {
      double& bound = document_.driven.at(actuator.joint.index());
      if (const auto own = most_of(actuator)) bound = std::min(bound, *own);
    }
  }

 private:
  // The force or torque that the actuator can give at the joint.
  std::optional<double> most_of(const Actuator& actuator) const {
    if (!is_written_as_it_was(document_, actuator)) {
      const auto effort = effort_of(document_.model.joint(actuator.joint));
      return effort ? std::optional(effort->value()) : std::nullopt;
    }
    const double gear = actuator.gear ? std::abs(actuator.gear->value()) : 1;
    std::optional<double> most;
    const Place place{EntityKind::transmission, Slot::self, 0, *actuator.transmission, 0};
    const auto bound = [&](std::string_view range, std::string_view limited, double factor) {
      const std::string* const text = kept_attribute(document_, place, range);
      const std::string* const whether = kept_attribute(document_, place, limited);
      if (text == nullptr || (whether != nullptr && *whether == "false")) return;
      const auto words = split_words(*text);
      const auto low = words.size() == 2 ? parse_double(words[0].text) : std::nullopt;
      const auto high = words.size() == 2 ? parse_double(words[1].text) : std::nullopt;
      if (!low || !high || *low >= *high) return;
      const double own = std::min(std::abs(*low), std::abs(*high)) * factor;
      most = most ? std::min(*most, own) : own;
    };
    bound("forcerange", "forcelimited", gear);
    if (actuator.kind == ActuatorKind::motor) bound("ctrlrange", "ctrllimited", gear * gain_of(place));
    return most;
  }

  // Whether the forces, controls and gains of a drive are numbers.
  bool has_finite_bounds(JointId joint, double gear) const {
    const auto effort = effort_of(document_.model.joint(joint));
    return std::isnormal(gear * gear) && std::isfinite(1 / (gear * gear)) &&
           (!effort || std::isfinite(effort->value() / gear));
  }

  // The gain of a motor that was a <general>, else 1.
  double gain_of(const Place& place) const {
    const auto drive = drive_of_general([&](std::string_view name) {
      const std::string* text = kept_attribute(document_, place, name);
      return text == nullptr ? std::string_view() : std::string_view(*text);
    });
    return drive ? std::abs(drive->gain) : 1;
  }

  void all_joints(ActuatorKind kind) {
    if (kind == ActuatorKind::none) return;
    for (std::size_t i = 0; i < document_.model.joints.size(); ++i)
      if (can_be_driven(document_, JointId(i)) && !document_.model.joints[i].mimic)
        add(kind, JointId(i), document_.model.joints[i].name, std::nullopt);
  }

  void from_transmission(const Transmission& transmission, std::uint32_t index) {
    const std::string name = transmission.name.value_or("");
    if (transmission.joints.size() != 1 || transmission.actuators.size() > 1)
      return document_.lost(
          transmission.range,
          concat("transmission '", name, "' is left out: in MJCF an actuator drives one joint"));
    const TransmissionJoint& side = transmission.joints.front();
    const TransmissionActuator* motor =
        transmission.actuators.empty() ? nullptr : &transmission.actuators.front();
    if (!side.joint.id || !can_be_driven(document_, side.joint.id))
      return document_.lost(transmission.range, concat("transmission '", name,
                                                       "' is left out: MJCF drives only hinges and slides"));
    std::optional<ActuatorKind> kind;
    for (const auto* interfaces :
         {&side.hardware_interfaces, motor == nullptr ? nullptr : &motor->hardware_interfaces})
      if (interfaces != nullptr)
        for (const std::string& interface : *interfaces)
          if (!kind) kind = kind_of_interface(interface);
    std::optional<Number> gear = transmission.mechanical_reduction;
    if (motor != nullptr && motor->mechanical_reduction) gear = motor->mechanical_reduction;
    if (side.mechanical_reduction) gear = side.mechanical_reduction;
    if (document_.model.layout.format != "mjcf" && gear &&
        !has_finite_bounds(side.joint.id, std::abs(gear->value())))
      return document_.lost(transmission.range,
                            concat("transmission '", name, "' is left out: with its reduction of ",
                                   gear->text(), " the drive's bounds are not finite"));
    if (side.offset && side.offset->value() != 0)
      document_.lost(side.range,
                     concat("the offset of transmission '", name, "' cannot be expressed in MJCF"));
    add(kind.value_or(ActuatorKind::motor), side.joint.id,
        motor == nullptr || motor->name.empty() ? document_.model.joint(side.joint.id).name : motor->name,
        gear);
    document_.actuators.back().transmission = index;
    if (document_.model.layout.format == "mjcf") {  // it was an actuator before
      const Place place{EntityKind::transmission, Slot::self, 0, index, 0};
      document_.actuators.back().of_ros2_control =
          kept_attribute(document_, place, kOfRos2Control) != nullptr;
      return;
    }
    document_.rewritten(
        transmission.range,
        concat("transmission '", name, "' is a ", actuator_word(document_.actuators.back().kind),
               " actuator in MJCF, which keeps neither its type nor its interfaces"));
    document_.context.changes.allow_at(transmission.range);
  }

  void from_control(const Ros2Control& control) {
    for (const Ros2Component& component : control.components) {
      if (component.kind != Ros2Component::Kind::joint || !component.joint ||
          has_actuator(document_, component.joint) || !can_be_driven(document_, component.joint))
        continue;
      for (const Ros2Interface& interface : component.command_interfaces) {
        const auto kind = kind_of_interface(interface.name);
        if (!kind) continue;
        add(*kind, component.joint, component.name, std::nullopt);
        document_.actuators.back().of_ros2_control = true;
        break;
      }
    }
  }

  void add(ActuatorKind kind, JointId joint, std::string_view name, const std::optional<Number>& gear) {
    document_.actuators.push_back({kind, joint, document_.names.actuators.take(name), gear});
    document_.driven.emplace(joint.index(), std::numeric_limits<double>::infinity());
  }

  Document& document_;
};

}  // namespace

bool is_written_as_it_was(const Document& document, const Actuator& actuator) {
  return document.model.layout.format == "mjcf" && actuator.transmission;
}

std::string_view actuator_word(ActuatorKind kind) {
  switch (kind) {
    case ActuatorKind::none: break;
    case ActuatorKind::motor: return "motor";
    case ActuatorKind::position: return "position";
    case ActuatorKind::velocity: return "velocity";
  }
  return "none";
}

void plan_actuators(Document& document) {
  ActuatorPlan plan(document);
  plan.plan();
  plan.bound_efforts();
}

bool has_actuator(const Document& document, JointId joint) { return document.driven.contains(joint.index()); }

bool actuators_say_effort(const Document& document, JointId joint) {
  const auto driven = document.driven.find(joint.index());
  const auto effort = effort_of(document.model.joint(joint));
  return effort && driven != document.driven.end() && driven->second == effort->value();
}

}  // namespace romas::mjcf
