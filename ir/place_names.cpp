#include "ir/place_names.h"

#include "support/text.h"

namespace romas {

// Switches without a default: the compiler says when an enumerator has no word.
std::string_view to_string(EntityKind kind) {
  switch (kind) {
    case EntityKind::robot: return "robot";
    case EntityKind::link: return "link";
    case EntityKind::joint: return "joint";
    case EntityKind::frame: return "frame";
    case EntityKind::material: return "material";
    case EntityKind::transmission: return "transmission";
    case EntityKind::sensor: return "sensor";
    case EntityKind::loop_joint: return "loop_joint";
    case EntityKind::force_element: return "force_element";
    case EntityKind::gazebo: return "gazebo";
    case EntityKind::ros2_control: return "ros2_control";
    case EntityKind::block: return "block";
    case EntityKind::part: return "part";
  }
  return {};
}

std::string_view to_string(Slot slot) {
  switch (slot) {
    case Slot::self: return "self";
    case Slot::inertial: return "inertial";
    case Slot::inertial_origin: return "inertial_origin";
    case Slot::mass: return "mass";
    case Slot::inertia: return "inertia";
    case Slot::visual: return "visual";
    case Slot::visual_origin: return "visual_origin";
    case Slot::visual_geometry: return "visual_geometry";
    case Slot::visual_shape: return "visual_shape";
    case Slot::visual_material: return "visual_material";
    case Slot::visual_color: return "visual_color";
    case Slot::visual_texture: return "visual_texture";
    case Slot::collision: return "collision";
    case Slot::collision_origin: return "collision_origin";
    case Slot::collision_geometry: return "collision_geometry";
    case Slot::collision_shape: return "collision_shape";
    case Slot::origin: return "origin";
    case Slot::parent: return "parent";
    case Slot::child: return "child";
    case Slot::axis: return "axis";
    case Slot::limit: return "limit";
    case Slot::dynamics: return "dynamics";
    case Slot::mimic: return "mimic";
    case Slot::safety_controller: return "safety_controller";
    case Slot::calibration: return "calibration";
    case Slot::screw_pitch: return "screw_pitch";
    case Slot::color: return "color";
    case Slot::texture: return "texture";
    case Slot::type: return "type";
    case Slot::transmission_joint: return "transmission_joint";
    case Slot::transmission_actuator: return "transmission_actuator";
    case Slot::mechanical_reduction: return "mechanical_reduction";
    case Slot::hardware_interface: return "hardware_interface";
    case Slot::joint_offset: return "joint_offset";
    case Slot::joint_role: return "joint_role";
    case Slot::camera: return "camera";
    case Slot::camera_image: return "camera_image";
    case Slot::ray: return "ray";
    case Slot::ray_horizontal: return "ray_horizontal";
    case Slot::ray_vertical: return "ray_vertical";
    case Slot::hardware: return "hardware";
    case Slot::component: return "component";
    case Slot::command_interface: return "command_interface";
    case Slot::state_interface: return "state_interface";
    case Slot::parameter: return "parameter";
    case Slot::link1: return "link1";
    case Slot::link1_origin: return "link1_origin";
    case Slot::link2: return "link2";
    case Slot::link2_origin: return "link2_origin";
    case Slot::force_value: return "force_value";
    case Slot::gazebo_property: return "gazebo_property";
    case Slot::shape: return "shape";
    case Slot::contact: return "contact";
    case Slot::diffuse: return "diffuse";
    case Slot::normal: return "normal";
    case Slot::thumbnail: return "thumbnail";
    case Slot::com: return "com";
  }
  return {};
}

std::string_view to_string(Frame::Origin origin) {
  switch (origin) {
    case Frame::Origin::written: return "written";
    case Frame::Origin::lumped_link: return "lumped_link";
    case Frame::Origin::block_body: return "block_body";
    case Frame::Origin::contact: return "contact";
  }
  return {};
}

namespace {

template <class Enum>
std::optional<Enum> parse_word(std::string_view word) {
  for (unsigned i = 0; !to_string(static_cast<Enum>(i)).empty(); ++i)
    if (to_string(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
  return std::nullopt;
}

template <class Enum>
std::vector<std::string_view> words() {
  std::vector<std::string_view> result;
  for (unsigned i = 0; !to_string(static_cast<Enum>(i)).empty(); ++i) result.push_back(to_string(static_cast<Enum>(i)));
  return result;
}

}  // namespace

std::optional<EntityKind> parse_entity_kind(std::string_view word) { return parse_word<EntityKind>(word); }
std::optional<Slot> parse_slot(std::string_view word) { return parse_word<Slot>(word); }
std::optional<Frame::Origin> parse_frame_origin(std::string_view word) { return parse_word<Frame::Origin>(word); }
std::vector<std::string_view> entity_kind_words() { return words<EntityKind>(); }
std::vector<std::string_view> slot_words() { return words<Slot>(); }

std::size_t entity_count(const Model& model, EntityKind kind) {
  switch (kind) {
    case EntityKind::robot: return 1;
    case EntityKind::link: return model.links.size();
    case EntityKind::joint: return model.joints.size();
    case EntityKind::frame: return model.frames.size();
    case EntityKind::material: return model.materials.size();
    case EntityKind::transmission: return model.transmissions.size();
    case EntityKind::sensor: return model.sensors.size();
    case EntityKind::loop_joint: return model.loop_joints.size();
    case EntityKind::force_element: return model.force_elements.size();
    case EntityKind::gazebo: return model.gazebos.size();
    case EntityKind::ros2_control: return model.ros2_controls.size();
    case EntityKind::block: return model.blocks.size();
    case EntityKind::part: return model.parts.size();
  }
  return 0;
}

std::optional<std::string_view> entity_name(const Model& model, EntityKind kind, std::size_t index) {
  if (index >= entity_count(model, kind)) return std::nullopt;
  switch (kind) {
    case EntityKind::robot: return model.name;
    case EntityKind::link: return model.links[index].name;
    case EntityKind::joint: return model.joints[index].name;
    case EntityKind::frame: return model.frames[index].name;
    case EntityKind::material: return model.materials[index].name;
    case EntityKind::transmission:
      if (!model.transmissions[index].name) return std::nullopt;
      return *model.transmissions[index].name;
    case EntityKind::sensor: return model.sensors[index].name;
    case EntityKind::loop_joint: return model.loop_joints[index].name;
    case EntityKind::force_element: return model.force_elements[index].name;
    case EntityKind::ros2_control: return model.ros2_controls[index].name;
    case EntityKind::block: return model.blocks[index].id;
    case EntityKind::gazebo:
    case EntityKind::part: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace romas
