// The facts of materials, sensors, transmissions, simulation, closed loops, forces, servos and modules.
#include <algorithm>
#include <map>

#include "ir/analysis/tree/axis.h"
#include "ir/compare/facts_of_fields.h"
#include "ir/model/entity.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas::facts {

namespace {

const MotionUnits& no_motion() { return motion_units(JointType::fixed); }

void add_attachment(FactNode& node, std::string_view group, Topic topic, const Attachment& side) {
  add(node, group, "link", topic, side.link.name, side.range);
  add_pose(node, group, topic, side.origin, side.range);
}

// How the sides of a ball are turned says nothing: they may turn to each other in every way.
Attachment point_of(const Attachment& side) {
  Attachment point = side;
  point.origin = plain_transform({Matrix3::Identity(), side.origin.evaluate().p});
  return point;
}

const MotionUnits& units_of_joint(const JointRef& joint, const Model& model) {
  return joint.id ? motion_units(model.joint(joint.id).type) : no_motion();
}

void add_parameters(FactNode& node, const std::vector<Ros2Parameter>& parameters) {
  for (const Ros2Parameter& parameter : parameters)
    add(node, "parameter", parameter.name, Topic::ros2_control, parameter.value, parameter.range);
}

FactNode interface(std::string_view word, const Ros2Interface& interface) {
  FactNode node{word, interface.name, Topic::ros2_control, interface.range, {}, {}};
  add_parameters(node, interface.parameters);
  return node;
}

// The topic of a property of Gazebo.
Topic topic_of(GazeboProperty property) {
  switch (property) {
    case GazeboProperty::mu1:
    case GazeboProperty::mu2:
    case GazeboProperty::fdir1:
    case GazeboProperty::kp:
    case GazeboProperty::kd:
    case GazeboProperty::self_collide:
    case GazeboProperty::max_contacts:
    case GazeboProperty::min_depth:
    case GazeboProperty::max_vel: return Topic::gazebo_contact;
    case GazeboProperty::material: return Topic::gazebo_material;
    case GazeboProperty::is_static:
    case GazeboProperty::gravity:
    case GazeboProperty::turn_gravity_off:
    case GazeboProperty::damping_factor:
    case GazeboProperty::stop_cfm:
    case GazeboProperty::stop_erp:
    case GazeboProperty::implicit_spring_damper:
    case GazeboProperty::cfm_damping:
    case GazeboProperty::fudge_factor:
    case GazeboProperty::spring_stiffness:
    case GazeboProperty::spring_reference: return Topic::gazebo_dynamics;
    case GazeboProperty::laser_retro:
    case GazeboProperty::provide_feedback:
    case GazeboProperty::disable_fixed_joint_lumping:
    case GazeboProperty::preserve_fixed_joint: return Topic::gazebo_control;
  }
  return Topic::gazebo_control;
}

struct ValueOfVariant {
  FactValue operator()(bool value) const { return std::string(value ? "true" : "false"); }
  FactValue operator()(const Number& value) const { return numbers({value.value()}); }
  FactValue operator()(const Number3& value) const { return numbers(value); }
  FactValue operator()(const std::string& value) const { return value; }
};

}  // namespace

FactNode material(const Material& material, const FactFile& texture) {
  FactNode node;
  node.topic = Topic::material;
  if (material.color)
    add(node, "", "color", Topic::material, numbers(material.color->rgba), material.color->range);
  if (material.texture) add(node, "", "texture", Topic::material, texture, material.texture->range);
  return node;
}

FactNode sensor(const Sensor& sensor) {
  FactNode node;
  node.topic = Topic::sensor;
  const SourceRange place = name_place(sensor);
  add_text(node, "", "type", Topic::sensor, sensor.type, place);
  add_text(node, "", "id", Topic::sensor_id, sensor.id, place);
  if (sensor.update_rate)
    add(node, "", "update_rate", Topic::sensor, numbers({sensor.update_rate->value()}, "Hz"), place);
  if (sensor.parent_link)
    add(node, "", "parent link", Topic::sensor, sensor.parent_link->name, sensor.parent_link->range);
  if (sensor.parent_joint)
    add(node, "", "parent joint", Topic::sensor, sensor.parent_joint->name, sensor.parent_joint->range);
  add_pose(node, "", Topic::sensor, sensor.origin, place);
  if (sensor.camera) add_fields(node, "camera", *sensor.camera, no_motion(), place, Topic::sensor);
  if (sensor.ray && sensor.ray->horizontal)
    add_fields(node, "ray horizontal", *sensor.ray->horizontal, no_motion(), place, Topic::sensor);
  if (sensor.ray && sensor.ray->vertical)
    add_fields(node, "ray vertical", *sensor.ray->vertical, no_motion(), place, Topic::sensor);
  return node;
}

FactNode transmission(const Transmission& transmission, const Model& model) {
  FactNode node;
  node.topic = Topic::transmission;
  add_text(node, "", "type", Topic::transmission, transmission.type, name_place(transmission));
  add_fields(node, "", transmission, no_motion(), transmission.range, Topic::transmission);
  for (const TransmissionJoint& joint : transmission.joints) {
    FactNode driven{"joint", joint.joint.name, Topic::transmission, joint.range, {}, {}};
    add_texts(driven, "hardware interfaces", Topic::transmission, joint.hardware_interfaces, joint.range);
    add_fields(driven, "", joint, units_of_joint(joint.joint, model), joint.range, Topic::transmission);
    node.parts.push_back(std::move(driven));
  }
  for (const TransmissionActuator& actuator : transmission.actuators) {
    FactNode driver{"actuator", actuator.name, Topic::transmission, actuator.range, {}, {}};
    add_texts(driver, "hardware interfaces", Topic::transmission, actuator.hardware_interfaces,
              actuator.range);
    add_fields(driver, "", actuator, no_motion(), actuator.range, Topic::transmission);
    node.parts.push_back(std::move(driver));
  }
  return node;
}

// A spring that rests at zero, or has no stiffness, is what a joint without these words has.
bool is_no_spring(const GazeboValue& value) {
  const auto* number = std::get_if<Number>(&value.value);
  return number != nullptr && number->value() == 0 &&
         (value.property == GazeboProperty::spring_reference ||
          value.property == GazeboProperty::spring_stiffness);
}

void add_gazebo_values(const Model& model, const std::vector<std::size_t>& gazebos, FactNode& node) {
  std::map<GazeboProperty, const GazeboValue*> last;
  for (const std::size_t index : gazebos)
    for (const GazeboValue& value : model.gazebos[index].values) last[value.property] = &value;
  // Two words for one thing, of which `gravity` counts.
  if (last.contains(GazeboProperty::gravity)) last.erase(GazeboProperty::turn_gravity_off);
  for (const auto& [property, value] : last) {
    const bool* off = std::get_if<bool>(&value->value);
    if (off != nullptr && property == GazeboProperty::turn_gravity_off)
      add(node, "", gazebo_property_info(GazeboProperty::gravity).name, topic_of(property),
          std::string(*off ? "false" : "true"), value->range);
    else
      add(node, "", gazebo_property_info(property).name, topic_of(property),
          std::visit(ValueOfVariant{}, value->value), value->range, is_no_spring(*value));
  }
}

FactNode ros2_control(const Ros2Control& control) {
  constexpr std::array<std::string_view, 3> kKinds = {"joint", "sensor", "gpio"};
  FactNode node;
  node.topic = Topic::ros2_control;
  add_text(node, "", "type", Topic::ros2_control, control.type, name_place(control));
  add_text(node, "", "plugin", Topic::ros2_control, control.plugin, name_place(control));
  add_parameters(node, control.hardware_parameters);
  for (const Ros2Component& component : control.components) {
    FactNode part{kKinds[static_cast<std::size_t>(component.kind)],
                  component.name,
                  Topic::ros2_control,
                  component.range,
                  {},
                  {}};
    for (const Ros2Interface& command : component.command_interfaces)
      part.parts.push_back(interface("command interface", command));
    for (const Ros2Interface& state : component.state_interfaces)
      part.parts.push_back(interface("state interface", state));
    add_parameters(part, component.parameters);
    node.parts.push_back(std::move(part));
  }
  return node;
}

FactNode loop_joint(const LoopJoint& loop) {
  FactNode node;
  node.topic = Topic::loop;
  add(node, "", "type", Topic::loop, std::string(to_string(loop.type)), name_place(loop));
  const bool is_ball = loop.type == JointType::ball;
  add_attachment(node, "link1", Topic::loop, is_ball ? point_of(loop.link1) : loop.link1);
  add_attachment(node, "link2", Topic::loop, is_ball ? point_of(loop.link2) : loop.link2);
  if (loop.axis)
    add(node, "", "axis", has_axis(loop.type) ? Topic::loop : Topic::unused_motion,
        direction(axis_vector(*loop.axis)), loop.axis->range, axis_vector(*loop.axis) == Vector3(1, 0, 0));
  return node;
}

FactNode force(const ForceElement& element) {
  FactNode node;
  node.topic = Topic::force;
  const SourceRange place = name_place(element);
  const auto type = [&](std::string_view word) {
    add(node, "", "type", Topic::force, std::string(word), place);
  };
  if (const auto* spring = std::get_if<LinearSpringDamper>(&element.force)) {
    type("LinearSpringDamper");
    add_attachment(node, "link1", Topic::force, spring->link1);
    add_attachment(node, "link2", Topic::force, spring->link2);
    add_fields(node, "", *spring, no_motion(), place, Topic::force);
  } else if (const auto* wing = std::get_if<Wing>(&element.force)) {
    type("Wing");
    add(node, "", "parent", Topic::force, wing->parent.name, wing->parent.range);
    add_pose(node, "", Topic::force, wing->origin, place);
    add_fields(node, "", *wing, no_motion(), place, Topic::force);
  } else if (const auto* thrust = std::get_if<Thrust>(&element.force)) {
    type("Thrust");
    add(node, "", "parent", Topic::force, thrust->parent.name, thrust->parent.range);
    add_pose(node, "", Topic::force, thrust->origin, place);
    add_fields(node, "", *thrust, no_motion(), place, Topic::force);
  }
  return node;
}

FactNode servo(const Servo& servo, const Joint& joint) {
  FactNode node{"servo", "", Topic::servo, servo.range, {}, {}};
  add(node, "", "family", Topic::servo, servo.family, servo.range);
  add(node, "", "device", Topic::servo, servo.device, servo.range, servo.device.empty());
  for (const ServoValue& value : servo.values) {
    const ServoPropertyInfo& info = servo_property_info(value.property);
    FactValue fact = std::visit(ValueOfVariant{}, value.value);
    if (auto* number = std::get_if<FactNumbers>(&fact))
      number->unit =
          info.kind == ServoValueKind::number ? unit_for_people(servo_units(info, joint.type)) : "";
    add(node, "", info.name, Topic::servo, std::move(fact), value.range);
  }
  std::vector<double> map;
  for (const ServoMapPoint& point : servo.map) {
    map.push_back(point.joint.value());
    map.push_back(point.angle.value());
  }
  if (!map.empty()) add(node, "", "map", Topic::servo, numbers(std::move(map)), servo.range);
  for (const ServoCoupling& coupling : servo.couplings) {
    FactNode part{"coupling", coupling.joint.name, Topic::servo, coupling.range, {}, {}};
    add(part, "", "gear", Topic::servo, numbers({coupling.gear.value()}), coupling.range);
    node.parts.push_back(std::move(part));
  }
  return node;
}

FactNode block(const Block& block, const std::function<FactFile(const std::string&)>& file) {
  FactNode node;
  node.topic = Topic::module;
  const SourceRange place = block.id_range.valid() ? SourceRange(block.id_range) : SourceRange(block.range);
  const auto text = [&](std::string_view name, const std::string& value) {
    add(node, "", name, Topic::module, value, place, value.empty());
  };
  text("id", block.id);
  text("tag", block.tag);
  text("is_base", block.base() ? "true" : "");
  text("is_tool", block.tool() ? "true" : "");
  if (block.shape) {
    add_pose(node, "shape", Topic::module, block.shape->pose, block.shape->range);
    add(node, "shape", "file", Topic::module, file(block.shape->file), block.shape->range);
  }
  const auto picture = [&](std::string_view name, const std::optional<std::string>& written) {
    if (written) add(node, "", name, Topic::module, file(*written), place);
  };
  picture("diffuse", block.diffuse);
  picture("normal", block.normal);
  picture("thumbnail", block.thumbnail);
  if (block.mass) add(node, "", "mass", Topic::module, numbers({block.mass->value()}, "kg"), place);
  if (block.com) add(node, "", "centre of mass", Topic::module, numbers(*block.com, "m"), place);
  if (block.inertia) {
    const InertiaTensor& t = *block.inertia;
    add(node, "inertia", "", Topic::module,
        numbers(std::array{t.ixx, t.iyy, t.izz, t.ixy, t.ixz, t.iyz}, "kg*m^2"), place);
  }
  for (const Contact& contact : block.contacts) {
    FactNode part{"contact", "", Topic::module, contact.range, {}, {}};
    add_pose(part, "", Topic::module, contact.pose, contact.range);
    add(part, "", "type", Topic::module, std::string(to_string(contact.type)), contact.range);
    add(part, "", "rot_axis", Topic::module, std::string(to_string(contact.rot_axis)), contact.range);
    add(part, "", "zero_axis", Topic::module, std::string(to_string(contact.zero_axis)), contact.range);
    node.parts.push_back(std::move(part));
  }
  return node;
}

FactNode part(const Part& part, const Model& model) {
  FactNode node;
  node.topic = Topic::module;
  const auto number = [&](std::string_view name, double value) {
    add(node, "", name, Topic::module, numbers({value}), part.range);
  };
  number("parent", part.parent_id);
  number("parent contact", part.parent_contact);
  number("child contact", part.child_contact);
  if (part.block && part.block.index() < model.blocks.size())
    add(node, "", "Block", Topic::module, model.blocks[part.block.index()].id, part.range);
  add(node, "", "parent matched axis", Topic::module, std::string(to_string(part.parent_matched_axis)),
      part.range);
  add(node, "", "child matched axis", Topic::module, std::string(to_string(part.child_matched_axis)),
      part.range);
  add(node, "", "joint type", Topic::module, std::string(to_string(part.joint_type)), part.range);
  if (part.offset)
    add(node, "", "offset", Topic::module,
        numbers({part.offset->value()}, part.joint_type == PartJointType::prismatic ? "m" : "deg"),
        part.range, part.offset->value() == 0);
  return node;
}

}  // namespace romas::facts
