// Random materials, links, joints, servos, frames, loops and force elements, which refer to each other by
// name.
#pragma once

#include <string>
#include <utility>

#include "test/random_values.h"

namespace romas::test {

class RandomMechanism : public RandomValues {
 public:
  using RandomValues::RandomValues;

  // The model so far. References are to entities in it, or to none.
  Model& model() { return model_; }

  // --- references ---
  LinkRef link_ref() {
    if (model_.links.empty() || below(5) == 0) return {any_text(), {}, {}};
    return {model_.links[below(model_.links.size())].name, {}, {}};
  }
  JointRef joint_ref() {
    if (model_.joints.empty() || below(5) == 0) return {any_text(), {}, {}};
    return {model_.joints[below(model_.joints.size())].name, {}, {}};
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
    maybe(result.dynamics, [&] { return JointDynamics{list(), list(), list(), {}}; });
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

 private:
  Model model_;
};

}  // namespace romas::test
