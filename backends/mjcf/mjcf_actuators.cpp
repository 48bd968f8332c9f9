// <actuator>: what drives the joints. --mjcf-actuators gives one to every joint that moves by itself; without
// it, transmissions and command interfaces of ros2_control do.
//
// Gains follow from the inertia that hangs on the joint where all joints are zero: a position actuator moves
// it as a critically damped oscillator of 20 rad/s, a velocity actuator reaches a velocity within 0.05 s.
// Both are far from the frequencies at which MuJoCo's default step of 2 ms becomes unstable.
#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "backends/mjcf/mjcf_document.h"
#include "ir/entity.h"
#include "ir/no_limit.h"
#include "ir/transmission_fields.h"
#include "support/text.h"

namespace romas::mjcf {

namespace {

constexpr double kFrequency = 20;       // rad/s
constexpr double kVelocityTime = 0.05;  // s
// Of a joint on which nothing with mass hangs, kg m² or kg: gains must not be 0.
constexpr double kLeastInertia = 1e-6;

// The mass and inertia of each link and everything that hangs on it, in the frame of the link, by index.
std::vector<SpatialInertia> composite_inertias(const Document& document) {
  const Model& model = document.model;
  std::vector<SpatialInertia> composites(model.links.size());
  const std::vector<LinkId>& order = document.tree.order();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    SpatialInertia& own = composites[at->index()];
    if (model.link(*at).inertial) own = own + model.link(*at).inertial->spatial();
    const JointId joint = document.tree.parent_joint(*at);
    if (!joint) continue;
    SpatialInertia& above = composites[document.tree.parent_link(*at).index()];
    above = above + own.expressed_in(model.joint(joint).origin.evaluate());
  }
  return composites;
}

// What a joint has to accelerate: a mass, or the moment of inertia about its axis.
double inertia_at(const Joint& joint, const std::vector<SpatialInertia>& composites) {
  const SpatialInertia& body = composites[joint.child.id.index()];
  if (joint.type == JointType::prismatic) return std::max(body.mass, kLeastInertia);
  const Vector3 axis = joint.axis_or_default().normalized();
  const double about_axis = axis.dot(body.tensor * axis) + body.mass * axis.cross(body.com).squaredNorm();
  return std::max(about_axis, kLeastInertia);
}

// "hardware_interface/EffortJointInterface", "effort" → motor.
std::optional<ActuatorKind> kind_of_interface(std::string_view interface) {
  const std::string word = to_lower(interface);
  if (word.find("effort") != std::string::npos) return ActuatorKind::motor;
  if (word.find("position") != std::string::npos) return ActuatorKind::position;
  if (word.find("velocity") != std::string::npos) return ActuatorKind::velocity;
  return std::nullopt;
}

// One that was read from MJCF keeps its own gains and bounds.
bool is_written_as_it_was(const Document& document, const Actuator& actuator) {
  return document.model.layout.format == "mjcf" && actuator.transmission;
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
      for (const Ros2Control& control : model.ros2_controls) control_lost(control);
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
    const auto bound = [&](std::string_view range, std::string_view limited) {
      const Place place{EntityKind::transmission, Slot::self, 0, *actuator.transmission, 0};
      const std::string* const text = kept_attribute(document_, place, range);
      const std::string* const whether = kept_attribute(document_, place, limited);
      if (text == nullptr || (whether != nullptr && *whether == "false")) return;
      const auto words = split_words(*text);
      const auto low = words.size() == 2 ? parse_double(words[0].text) : std::nullopt;
      const auto high = words.size() == 2 ? parse_double(words[1].text) : std::nullopt;
      if (!low || !high || *low >= *high) return;
      const double own = std::min(std::abs(*low), std::abs(*high)) * gear;
      most = most ? std::min(*most, own) : own;
    };
    bound("forcerange", "forcelimited");
    if (actuator.kind == ActuatorKind::motor) bound("ctrlrange", "ctrllimited");
    return most;
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
                                                       "' is left out: MJCF drives hinges and slides alone"));
    std::optional<ActuatorKind> kind;
    for (const auto* interfaces :
         {&side.hardware_interfaces, motor == nullptr ? nullptr : &motor->hardware_interfaces})
      if (interfaces != nullptr)
        for (const std::string& interface : *interfaces)
          if (!kind) kind = kind_of_interface(interface);
    std::optional<Number> gear = transmission.mechanical_reduction;
    if (motor != nullptr && motor->mechanical_reduction) gear = motor->mechanical_reduction;
    if (side.mechanical_reduction) gear = side.mechanical_reduction;
    if (side.offset && side.offset->value() != 0)
      document_.lost(side.range, concat("the offset of transmission '", name, "' has no place in MJCF"));
    add(kind.value_or(ActuatorKind::motor), side.joint.id,
        motor == nullptr || motor->name.empty() ? document_.model.joint(side.joint.id).name : motor->name,
        gear);
    document_.actuators.back().transmission = index;
    if (document_.model.layout.format == "mjcf") return;  // it was an actuator before
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
        break;
      }
    }
    control_lost(control);
  }

  void control_lost(const Ros2Control& control) {
    document_.lost(control.range,
                   concat("of <ros2_control> '", control.name,
                          "' MJCF has the actuators alone; keep the URDF for the controllers"));
  }

  void add(ActuatorKind kind, JointId joint, std::string_view name, const std::optional<Number>& gear) {
    document_.actuators.push_back({kind, joint, document_.names.actuators.take(name), gear, std::nullopt});
    document_.driven.emplace(joint.index(), std::numeric_limits<double>::infinity());
  }

  Document& document_;
};

class ActuatorWriter {
 public:
  ActuatorWriter(Document& document, const Actuator& actuator, double inertia)
      : document_(document),
        actuator_(actuator),
        joint_(document.model.joint(actuator.joint)),
        inertia_(inertia),
        effort_(effort_of(joint_)),
        gear_(actuator.gear && actuator.gear->value() != 0 ? actuator.gear->value() : 1) {}

  void write() {
    if (is_written_as_it_was(document_, actuator_)) return as_it_was();
    // MuJoCo 2.2 has no damping in <position>; <general> with the same meaning has.
    const bool general = actuator_.kind == ActuatorKind::position && document_.version == Version::v2;
    const XmlScope element(document_.xml, general ? "general" : actuator_word(actuator_.kind));
    document_.xml.attribute("name", actuator_.name);
    document_.xml.attribute("joint", document_.freedoms[actuator_.joint.index()].front().name);
    if (actuator_.gear && actuator_.gear->value() != 1)
      document_.xml.attribute("gear", actuator_.gear->text());
    if (actuator_.kind == ActuatorKind::motor) motor();
    if (actuator_.kind == ActuatorKind::position) position(general);
    if (actuator_.kind == ActuatorKind::velocity) velocity();
  }

 private:
  void as_it_was() {
    const XmlScope element(document_.xml, actuator_word(actuator_.kind));
    document_.xml.attribute("name", actuator_.name);
    document_.xml.attribute("joint", document_.freedoms[actuator_.joint.index()].front().name);
    if (actuator_.gear) document_.xml.attribute("gear", actuator_.gear->text());
    write_kept_attributes(document_, {EntityKind::transmission, Slot::self, 0, *actuator_.transmission, 0});
  }

  // Attributes of a symmetric range, in units of the actuator.
  void symmetric(std::string_view limited, std::string_view range, const Number& joint_bound, double factor) {
    const Number bound = factor == 1 ? joint_bound : Number(joint_bound.value() * factor);
    bounded(limited, range, concat("-", bound.text()), bound.text());
  }

  void bounded(std::string_view limited, std::string_view range, const std::string& lower,
               const std::string& upper) {
    if (document_.version == Version::v2) document_.xml.attribute(limited, "true");
    document_.xml.attribute(range, concat(lower, " ", upper));
  }

  void force() {
    if (effort_) symmetric("forcelimited", "forcerange", *effort_, 1 / std::abs(gear_));
  }

  void motor() {
    if (effort_) symmetric("ctrllimited", "ctrlrange", *effort_, 1 / std::abs(gear_));
  }

  void position(bool general) {
    const double stiffness = inertia_ * kFrequency * kFrequency / (gear_ * gear_);
    const double damping = 2 * inertia_ * kFrequency / (gear_ * gear_);
    if (general) {
      document_.xml.attribute("gaintype", "fixed");
      document_.xml.attribute("biastype", "affine");
      document_.number("gainprm", stiffness);
      document_.xml.attribute("biasprm", concat("0 ", -stiffness, " ", -damping));
    } else {
      document_.number("kp", stiffness);
      document_.number("kv", damping);
    }
    positions_of_joint();
    force();
  }

  // The control is the length of the actuator: gear × the joint's position.
  void positions_of_joint() {
    if (joint_.type == JointType::continuous || !joint_.limit) return;
    const auto& [lower, upper] = std::pair(joint_.limit->lower, joint_.limit->upper);
    if (!lower || !upper || means_no_limit(*lower) || means_no_limit(*upper) ||
        lower->value() >= upper->value())
      return;
    if (gear_ == 1) return bounded("ctrllimited", "ctrlrange", lower->text(), upper->text());
    const auto [least, most] = std::minmax(lower->value() * gear_, upper->value() * gear_);
    bounded("ctrllimited", "ctrlrange", format_double(least), format_double(most));
  }

  void velocity() {
    const std::optional<Number> limit = joint_.limit ? joint_.limit->velocity : std::nullopt;
    const bool known = limit && limit->value() > 0 && !means_no_limit(*limit);
    document_.number("kv", inertia_ / kVelocityTime / (gear_ * gear_));
    if (known) symmetric("ctrllimited", "ctrlrange", *limit, std::abs(gear_));
    force();
  }

  Document& document_;
  const Actuator& actuator_;
  const Joint& joint_;
  const double inertia_;  // at the joint
  const std::optional<Number> effort_;
  const double gear_;
};

}  // namespace

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

void write_actuators(Document& document) {
  const std::vector<std::string_view> kept = kept_actuators(document);
  if (document.actuators.empty() && kept.empty()) return;
  const XmlScope section(document.xml, "actuator");
  const std::vector<SpatialInertia> composites = composite_inertias(document);
  std::size_t next = 0, next_kept = 0;
  const auto write = [&] {
    const Actuator& actuator = document.actuators[next++];
    ActuatorWriter(document, actuator, inertia_at(document.model.joint(actuator.joint), composites)).write();
  };
  for (const char kind : order_of_actuators(document)) {
    if (kind == 't' && next < document.actuators.size()) write();
    if (kind == 'k' && next_kept < kept.size()) document.xml.verbatim(kept[next_kept++]);
  }
  while (next < document.actuators.size()) write();
  while (next_kept < kept.size()) document.xml.verbatim(kept[next_kept++]);
}

}  // namespace romas::mjcf
