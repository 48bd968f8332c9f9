// Random models with every field, for round trips. A chance of 1 sets all fields, a smaller one leaves some
// out. Names, texts and numbers include awkward ones. One seed gives the same model everywhere.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/text/escape.h"
#include "test/random_mechanism.h"

namespace romas::test {

class RandomModel : private RandomMechanism {
 public:
  using RandomMechanism::RandomMechanism;

  Model make() {
    Model& made = model();
    made = Model();
    made.name = any_text();
    maybe(made.version, [&] { return any_text(); });
    maybe(made.gravity, [&] { return numbers3(); });
    fill(made.materials, [&](std::size_t i) { return material(i); });
    fill(made.links, [&](std::size_t i) { return link(i); });
    fill(made.joints, [&](std::size_t i) { return joint(i); });
    fill(made.frames, [&](std::size_t i) { return frame(i); });
    fill(made.loop_joints, [&](std::size_t i) { return loop_joint(i); });
    fill(made.force_elements, [&](std::size_t i) { return force_element(i); });
    fill(made.sensors, [&](std::size_t i) { return sensor(i); });
    fill(made.transmissions, [&](std::size_t i) { return transmission(i); });
    fill(made.gazebos, [&](std::size_t) { return gazebo(); });
    fill(made.ros2_controls, [&](std::size_t i) { return ros2_control(i); });
    fill(made.blocks, [&](std::size_t i) { return block(i); });
    fill(made.parts, [&](std::size_t i) { return part(i); });
    fill(made.extensions, [&](std::size_t i) { return extension(i); });
    made.rebuild_index();
    return std::move(made);
  }

 private:
  // --- control ---
  Sensor sensor(std::size_t i) {
    Sensor result;
    result.name = name("sensor", i);
    maybe(result.type, [&] { return any_text(); });
    maybe(result.id, [&] { return any_text(); });
    maybe(result.update_rate, [&] { return number(); });
    maybe(result.parent_link, [&] { return link_ref(); });
    maybe(result.parent_joint, [&] { return joint_ref(); });
    result.origin = pose();
    maybe(result.camera, [&] {
      CameraSensor camera;
      for (auto* value : {&camera.width, &camera.height, &camera.hfov, &camera.near, &camera.far})
        maybe(*value, [&] { return number(); });
      maybe(camera.format, [&] { return any_text(); });
      return camera;
    });
    maybe(result.ray, [&] {
      RaySensor ray;
      maybe(ray.horizontal, [&] { return scan(); });
      maybe(ray.vertical, [&] { return scan(); });
      return ray;
    });
    return result;
  }
  RayScan scan() {
    RayScan result;
    for (auto* value : {&result.samples, &result.resolution, &result.min_angle, &result.max_angle})
      maybe(*value, [&] { return number(); });
    return result;
  }
  Transmission transmission(std::size_t i) {
    Transmission result;
    maybe(result.name, [&] { return name("transmission", i); });
    maybe(result.type, [&] { return any_text(); });
    result.type_is_attribute = flip();
    fill(result.joints, [&](std::size_t) {
      TransmissionJoint joint;
      joint.joint = joint_ref();
      fill(joint.hardware_interfaces, [&](std::size_t) { return any_text(); });
      maybe(joint.role, [&] { return any_text(); });
      maybe(joint.offset, [&] { return number(); });
      maybe(joint.mechanical_reduction, [&] { return number(); });
      return joint;
    });
    fill(result.actuators, [&](std::size_t) {
      TransmissionActuator actuator;
      actuator.name = any_text();
      fill(actuator.hardware_interfaces, [&](std::size_t) { return any_text(); });
      maybe(actuator.role, [&] { return any_text(); });
      maybe(actuator.mechanical_reduction, [&] { return number(); });
      return actuator;
    });
    maybe(result.mechanical_reduction, [&] { return number(); });
    return result;
  }
  Gazebo gazebo() {
    Gazebo result;
    maybe(result.reference, [&] { return link_ref().name; });
    constexpr std::array kAll = {
#define GAZEBO_PROPERTY(enumerator, word, scope, type) GazeboProperty::enumerator,
#include "ir/words/gazebo_properties.def"
#undef GAZEBO_PROPERTY
    };
    for (const GazeboProperty property : kAll) {
      if (!flip()) continue;
      GazeboValue value;
      value.property = property;
      value.is_attribute = below(3) == 0;
      switch (gazebo_property_info(property).type) {
        case GazeboType::boolean: value.value = below(2) == 0; break;
        case GazeboType::number: value.value = number(); break;
        case GazeboType::vector3: value.value = numbers3(); break;
        case GazeboType::text: value.value = any_text(); break;
      }
      result.values.push_back(value);
    }
    return result;
  }
  std::vector<Ros2Parameter> parameters() {
    std::vector<Ros2Parameter> result;
    fill(result, [&](std::size_t) { return Ros2Parameter{any_text(), any_text(), {}}; });
    return result;
  }
  std::vector<Ros2Interface> interfaces() {
    std::vector<Ros2Interface> result;
    for (std::size_t i = below(3); i > 0; --i) result.push_back({any_text(), parameters(), {}});
    return result;
  }
  Ros2Control ros2_control(std::size_t i) {
    Ros2Control result;
    result.name = name("control", i);
    maybe(result.type, [&] { return any_text(); });
    maybe(result.plugin, [&] { return any_text(); });
    result.hardware_parameters = parameters();
    fill(result.components, [&](std::size_t k) {
      Ros2Component component;
      component.kind = static_cast<Ros2Component::Kind>(k % 3);
      component.name = component.kind == Ros2Component::Kind::joint ? joint_ref().name : any_text();
      component.command_interfaces = interfaces();
      component.state_interfaces = interfaces();
      component.parameters = parameters();
      return component;
    });
    return result;
  }

  // --- modular robots ---
  Block block(std::size_t i) {
    Block result;
    result.id = i % 2 == 0 ? concat("00", i) : std::string("twin");
    result.name = i % 2 == 0 ? any_text() : concat("block", i);
    result.tag = flip() ? any_text() : std::string();
    maybe(result.is_base, [&] { return below(2) == 0; });
    maybe(result.is_tool, [&] { return below(2) == 0; });
    maybe(result.shape, [&] { return BlockShape{pose(), any_text(), {}}; });
    for (auto* file : {&result.diffuse, &result.normal, &result.thumbnail})
      maybe(*file, [&] { return any_text(); });
    fill(result.contacts, [&](std::size_t) {
      return Contact{pose(), static_cast<ContactType>(below(2)), axis(), axis(), {}};
    });
    maybe(result.mass, [&] { return number(); });
    maybe(result.com, [&] { return numbers3(); });
    maybe(result.inertia, [&] { return inertia(); });
    if (flip()) result.folder = any_text();
    return result;
  }
  Part part(std::size_t i) {
    Part result;
    result.id = static_cast<int>(i);
    result.parent_id = static_cast<int>(below(4)) - 1;
    if (!model().blocks.empty() && below(8) != 0) result.block = BlockId(below(model().blocks.size()));
    result.parent_contact = static_cast<int>(below(3)) - 1;
    result.child_contact = static_cast<int>(below(3)) - 1;
    result.parent_matched_axis = axis();
    result.child_matched_axis = axis();
    result.joint_type = static_cast<PartJointType>(below(3));
    maybe(result.offset, [&] { return number(); });
    if (!model().links.empty() && flip()) result.link = LinkId(below(model().links.size()));
    if (!model().joints.empty() && flip()) result.joint = JointId(below(model().joints.size()));
    return result;
  }

  Extension extension(std::size_t i) {
    Extension result;
    const std::vector<std::pair<EntityKind, std::size_t>> kinds = {
        {EntityKind::robot, 1},
        {EntityKind::link, model().links.size()},
        {EntityKind::joint, model().joints.size()},
        {EntityKind::transmission, model().transmissions.size()},
        {EntityKind::gazebo, model().gazebos.size()},
        {EntityKind::ros2_control, model().ros2_controls.size()},
        {EntityKind::part, model().parts.size()}};
    auto kind = kinds[below(kinds.size())];
    if (kind.second == 0) kind = kinds[0];
    result.owner.kind = kind.first;
    result.owner.index = static_cast<std::uint32_t>(below(kind.second));
    result.owner.slot = static_cast<Slot>(below(static_cast<std::size_t>(Slot::com) + 1));
    result.owner.sub = static_cast<std::uint32_t>(below(3));
    result.owner.subsub = static_cast<std::uint16_t>(below(2));
    result.kind = static_cast<Extension::Kind>(below(2));
    static const std::vector<std::string> kNames = {"note", "mass", "drake:x", "_a-b.7",
                                                    "gr\xC3\xBC\xC3\x9F"};
    result.name = kNames[below(kNames.size())];
    if (result.kind == Extension::Kind::attribute) {
      result.name.append(std::to_string(i));  // an element has an attribute once
      result.text = any_text();
    } else {
      raw_text(result);
    }
    return result;
  }
  // An element, a processing instruction, or character data: what can stand in XML.
  void raw_text(Extension& element) {
    switch (below(4)) {
      case 0:
        element.name = concat('?', element.name);
        element.text = concat('<', element.name, " {braces} \"quoted\"\n?>");
        break;
      case 1:
        element.name.clear();
        element.text = concat(escape_xml_text(any_text()), "\n&amp;");
        break;
      default:
        element.text = concat('<', element.name, " a=\"", escape_xml_attribute(any_text()), "\">\n",
                              escape_xml_text(any_text()), "<b/></", element.name, ">");
    }
  }
};

}  // namespace romas::test
