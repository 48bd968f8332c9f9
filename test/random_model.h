// Models with every field, for round trips: chance 1 sets all of them, smaller ones leave some out. Names,
// texts and numbers are the awkward ones. The same seed gives the same model everywhere.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "ir/model.h"
#include "support/text.h"

namespace romas::test {

class RandomModel {
 public:
  RandomModel(std::uint32_t seed, double chance) : engine_(seed), chance_(chance) {}

  Model make() {
    model_ = Model();
    model_.name = any_text();
    maybe(model_.version, [&] { return any_text(); });
    maybe(model_.gravity, [&] { return numbers3(); });
    fill(model_.materials, [&](std::size_t i) { return material(i); });
    fill(model_.links, [&](std::size_t i) { return link(i); });
    fill(model_.joints, [&](std::size_t i) { return joint(i); });
    fill(model_.frames, [&](std::size_t i) { return frame(i); });
    fill(model_.loop_joints, [&](std::size_t i) { return loop_joint(i); });
    fill(model_.force_elements, [&](std::size_t i) { return force_element(i); });
    fill(model_.sensors, [&](std::size_t i) { return sensor(i); });
    fill(model_.transmissions, [&](std::size_t i) { return transmission(i); });
    fill(model_.gazebos, [&](std::size_t) { return gazebo(); });
    fill(model_.ros2_controls, [&](std::size_t i) { return ros2_control(i); });
    fill(model_.blocks, [&](std::size_t i) { return block(i); });
    fill(model_.parts, [&](std::size_t i) { return part(i); });
    fill(model_.extensions, [&](std::size_t) { return extension(); });
    model_.rebuild_index();
    return std::move(model_);
  }

 private:
  // --- chance ---
  std::size_t below(std::size_t count) { return engine_() % count; }
  bool flip() { return static_cast<double>(engine_() % 1000) < chance_ * 1000; }
  template <class Optional, class Make>
  void maybe(Optional& target, Make&& make) {
    if (flip()) target = make();
  }
  // Several of a kind, each seen with its index.
  template <class Store, class Make>
  void fill(Store& store, Make&& make) {
    const std::size_t count = chance_ >= 1 ? 6 : below(6);
    for (std::size_t i = 0; i < count; ++i) store.push_back(make(i));
  }

  // --- values ---
  std::string any_text() {
    static const std::vector<std::string> kTexts = {
        "base",      "tool-0",      "kg",         "true",
        "",          "a b",         "\"quoted\"", "back\\slash",
        "{braces}",  "line\nbreak", "tab\tend",   "gr\xC3\xBC\xC3\x9F",
        "mass",      "link",        "in",         "r",
        "arm.joint", "\x01\x7F",    "#\"##",      "\xF0\x9F\xA4\x96",
        "x",         "007",         "// comment", "r#\"raw\"#",
        "align",     "foreign",     "at",         "carriage\rreturn",
        "true",      "m",           "robot",      "on"};
    return kTexts[below(kTexts.size())];
  }
  std::string name(std::string_view kind, std::size_t index) {
    return index == 0 ? std::string(kind) : concat(any_text(), index);
  }
  Number number() {
    switch (below(12)) {
      case 0: return 0.0;
      case 1: return -0.0;
      case 2: return 1.0;
      case 3: return 0.1;
      case 4: return 1e-9;
      case 5: return 1e22;
      case 6: return 4.9e-324;
      case 7: return -1.7976931348623157e308;
      case 8: return 3.141592653589793;
      case 9: return static_cast<double>(below(1000));
      default:
        return std::ldexp(static_cast<double>(engine_()), static_cast<int>(below(60)) - 50) *
               (below(2) == 0 ? 1 : -1);
    }
  }
  Number3 numbers3() { return {number(), number(), number()}; }
  Number4 numbers4() { return {number(), number(), number(), number()}; }
  std::vector<Number> list() {
    std::vector<Number> result;
    for (std::size_t i = below(4); i > 0; --i) result.push_back(number());
    return result;
  }
  SignedAxis axis() { return static_cast<SignedAxis>(below(6)); }
  SignedAxis axis_across(SignedAxis other) {
    SignedAxis result = axis();
    while (parallel(result, other)) result = axis();
    return result;
  }
  LinkRef link_ref() {
    if (model_.links.empty() || below(5) == 0) return {any_text(), {}, {}};
    return {model_.links[below(model_.links.size())].name, {}, {}};
  }
  JointRef joint_ref() {
    if (model_.joints.empty() || below(5) == 0) return {any_text(), {}, {}};
    return {model_.joints[below(model_.joints.size())].name, {}, {}};
  }

  // --- poses ---
  TransformExpr pose(int depth = 3) {
    switch (below(depth > 0 ? 12 : 8)) {
      case 0: return {};
      case 1: return TransformExpr::XyzRpy{numbers3(), std::nullopt};
      case 2: return TransformExpr::XyzRpy{std::nullopt, numbers3(), angle_unit()};
      case 3: return TransformExpr::XyzRpy{numbers3(), numbers3(), angle_unit()};
      case 4:
        return TransformExpr::XyzQuaternion{below(2) == 0 ? std::optional(numbers3()) : std::nullopt,
                                            numbers4()};
      case 5:
        return TransformExpr({rotation_from_rpy({angle(), angle(), angle()}), {angle(), angle(), angle()}});
      case 6: {
        const SignedAxis parent = axis();
        const SignedAxis child = axis();
        return TransformExpr::AxisAlignment{parent, axis_across(parent), child, axis_across(child)};
      }
      case 7: return TransformExpr::XyzRpy{std::nullopt, Number3{0.0, -0.0, 0.0}, angle_unit()};
      case 8: return TransformExpr::inverse(pose(depth - 1));
      case 9: return TransformExpr::compose({pose(depth - 1), TransformExpr::XyzRpy{}});
      default: return TransformExpr::compose({pose(depth - 1), pose(depth - 1), pose(depth - 1)});
    }
  }
  double angle() { return static_cast<double>(below(6283)) / 1000 - 3.1415; }
  TransformExpr::AngleUnit angle_unit() {
    return below(2) == 0 ? TransformExpr::AngleUnit::radian : TransformExpr::AngleUnit::degree;
  }

  // --- links ---
  Material material(std::size_t i) {
    Material result;
    result.name = name("material", i);
    maybe(result.color, [&] { return Color{numbers4(), {}}; });
    maybe(result.texture, [&] { return Texture{any_text(), {}}; });
    return result;
  }
  MaterialUse material_use() {
    MaterialUse result;
    maybe(result.name, [&] { return any_text(); });
    maybe(result.color, [&] { return Color{numbers4(), {}}; });
    maybe(result.texture, [&] { return Texture{any_text(), {}}; });
    return result;
  }
  Geometry geometry(std::size_t i) {
    switch (i % 6) {
      case 0: return {Box{numbers3()}, {}};
      case 1: return {Cylinder{number(), number()}, {}};
      case 2: return {Sphere{number()}, {}};
      case 3: return {Capsule{number(), number()}, {}};
      case 4: return {Ellipsoid{numbers3()}, {}};
      default: {
        Mesh mesh{any_text(), std::nullopt, {}};
        maybe(mesh.scale, [&] { return numbers3(); });
        return {mesh, {}};
      }
    }
  }
  InertiaTensor inertia() { return {number(), number(), number(), number(), number(), number(), {}}; }
  Link link(std::size_t i) {
    Link result;
    result.name = name("link", i);
    maybe(result.inertial, [&] { return Inertial{pose(), number(), inertia(), {}, {}, {}}; });
    fill(result.visuals, [&](std::size_t k) {
      Visual visual;
      visual.geometry = geometry(k);
      visual.origin = pose();
      maybe(visual.name, [&] { return any_text(); });
      maybe(visual.material, [&] { return material_use(); });
      return visual;
    });
    fill(result.collisions, [&](std::size_t k) {
      Collision collision;
      collision.geometry = geometry(k + 1);
      collision.origin = pose();
      maybe(collision.name, [&] { return any_text(); });
      return collision;
    });
    result.implicit = flip();
    return result;
  }

  // --- joints ---
  Joint joint(std::size_t i) {
    Joint result;
    result.name = name("joint", i);
    result.type = static_cast<JointType>(below(10));
    if (result.type == JointType::foreign) result.foreign_type = any_text();
    result.dialect = flip();
    result.parent = link_ref();
    result.child = link_ref();
    result.origin = pose();
    maybe(result.axis, [&] { return joint_axis(); });
    maybe(result.limit, [&] {
      JointLimit limit;
      for (auto* value : {&limit.lower, &limit.upper, &limit.effort, &limit.velocity, &limit.acceleration,
                          &limit.deceleration, &limit.jerk})
        maybe(*value, [&] { return number(); });
      return limit;
    });
    maybe(result.dynamics, [&] { return JointDynamics{list(), list(), {}}; });
    maybe(result.mimic, [&] {
      JointMimic mimic{joint_ref(), std::nullopt, std::nullopt, {}};
      maybe(mimic.multiplier, [&] { return number(); });
      maybe(mimic.offset, [&] { return number(); });
      return mimic;
    });
    maybe(result.safety_controller, [&] {
      JointSafetyController safety;
      for (auto* value :
           {&safety.soft_lower_limit, &safety.soft_upper_limit, &safety.k_position, &safety.k_velocity})
        maybe(*value, [&] { return number(); });
      return safety;
    });
    maybe(result.calibration, [&] {
      JointCalibration calibration;
      for (auto* value : {&calibration.reference_position, &calibration.rising, &calibration.falling})
        maybe(*value, [&] { return number(); });
      return calibration;
    });
    maybe(result.screw_pitch, [&] { return number(); });
    maybe(result.servo, [&] { return servo(); });
    return result;
  }
  Servo servo() {
    Servo result;
    result.family = flip() ? "dynamixel" : any_text();
    if (flip()) result.device = any_text();
    for (const ServoPropertyInfo& info : all_servo_properties()) {
      if (!flip()) continue;
      ServoValue value;
      value.property = info.property;
      switch (info.kind) {
        case ServoValueKind::whole: value.value = Number(static_cast<double>(below(5000)) - 1000); break;
        case ServoValueKind::number: value.value = number(); break;
        case ServoValueKind::word:
          value.value = std::string(info.values.substr(0, info.values.find(' ')));
          break;
        case ServoValueKind::text: value.value = any_text(); break;
        case ServoValueKind::boolean: value.value = below(2) == 0; break;
      }
      result.values.push_back(std::move(value));
    }
    if (flip())
      for (std::size_t i = 0; i < 2 + below(3); ++i)
        result.map.push_back(
            {Number(static_cast<double>(i) - 0.5), Number(0.1 - 0.25 * static_cast<double>(i))});
    if (flip()) result.couplings.push_back({{concat("coupled", below(3)), {}, {}}, number(), {}});
    return result;
  }
  JointAxis joint_axis() {
    JointAxis result;
    if (below(2) == 0) {
      result.xyz = numbers3();
    } else {
      const Vector3 direction = unit_vector(axis());
      result.xyz = {direction.x(), direction.y(), direction.z()};
    }
    return result;
  }
  Frame frame(std::size_t i) {
    Frame result;
    result.name = name("frame", i);
    result.link = link_ref();
    result.origin = pose();
    result.kind = static_cast<Frame::Origin>(below(4));
    return result;
  }
  Attachment attachment() { return {link_ref(), pose(), flip(), {}}; }
  LoopJoint loop_joint(std::size_t i) {
    LoopJoint result;
    result.name = name("loop", i);
    result.type = static_cast<JointType>(below(9));
    result.link1 = attachment();
    result.link2 = attachment();
    maybe(result.axis, [&] { return joint_axis(); });
    return result;
  }
  ForceElement force_element(std::size_t i) {
    ForceElement result;
    result.name = name("force", i);
    if (i % 3 == 0) {
      LinearSpringDamper spring;
      spring.link1 = attachment();
      spring.link2 = attachment();
      for (auto* value : {&spring.rest_length, &spring.stiffness, &spring.damping})
        maybe(*value, [&] { return number(); });
      spring.nested = flip();
      result.force = spring;
    } else if (i % 3 == 1) {
      Wing wing;
      wing.parent = link_ref();
      wing.origin = pose();
      wing.profile = any_text();
      for (auto* value : {&wing.chord, &wing.span, &wing.stall_angle, &wing.nominal_speed})
        maybe(*value, [&] { return number(); });
      result.force = wing;
    } else {
      Thrust thrust;
      thrust.parent = link_ref();
      thrust.origin = pose();
      maybe(thrust.direction, [&] { return numbers3(); });
      maybe(thrust.scale_factor, [&] { return number(); });
      maybe(thrust.limits, [&] { return std::array<Number, 2>{number(), number()}; });
      result.force = thrust;
    }
    return result;
  }

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
#include "ir/gazebo_properties.def"
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
    if (!model_.blocks.empty() && below(8) != 0) result.block = BlockId(below(model_.blocks.size()));
    result.parent_contact = static_cast<int>(below(3)) - 1;
    result.child_contact = static_cast<int>(below(3)) - 1;
    result.parent_matched_axis = axis();
    result.child_matched_axis = axis();
    result.joint_type = static_cast<PartJointType>(below(3));
    maybe(result.offset, [&] { return number(); });
    if (!model_.links.empty() && flip()) result.link = LinkId(below(model_.links.size()));
    if (!model_.joints.empty() && flip()) result.joint = JointId(below(model_.joints.size()));
    return result;
  }

  Extension extension() {
    Extension result;
    const std::vector<std::pair<EntityKind, std::size_t>> kinds = {
        {EntityKind::robot, 1},
        {EntityKind::link, model_.links.size()},
        {EntityKind::joint, model_.joints.size()},
        {EntityKind::transmission, model_.transmissions.size()},
        {EntityKind::gazebo, model_.gazebos.size()},
        {EntityKind::ros2_control, model_.ros2_controls.size()},
        {EntityKind::part, model_.parts.size()}};
    auto kind = kinds[below(kinds.size())];
    if (kind.second == 0) kind = kinds[0];
    result.owner.kind = kind.first;
    result.owner.index = static_cast<std::uint32_t>(below(kind.second));
    result.owner.slot = static_cast<Slot>(below(static_cast<std::size_t>(Slot::com) + 1));
    result.owner.sub = static_cast<std::uint32_t>(below(3));
    result.owner.subsub = static_cast<std::uint16_t>(below(2));
    result.kind = static_cast<Extension::Kind>(below(2));
    result.name = any_text();
    result.text = concat("<", any_text(), ">", any_text(), "\n", any_text());
    return result;
  }

  std::mt19937 engine_;
  double chance_;
  Model model_;
};

}  // namespace romas::test
