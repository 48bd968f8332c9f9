#include "ir/place_words.h"

namespace romas {

// Switches without a default: the compiler says when an enumerator has no word.
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
    case Slot::plugin: return "plugin";
    case Slot::component: return "component";
    case Slot::command_interface: return "command_interface";
    case Slot::state_interface: return "state_interface";
    case Slot::parameter: return "parameter";
    case Slot::link1: return "link1";
    case Slot::link1_origin: return "link1_origin";
    case Slot::link2: return "link2";
    case Slot::link2_origin: return "link2_origin";
    case Slot::force_value: return "force_value";
    case Slot::force_value2: return "force_value2";
    case Slot::force_value3: return "force_value3";
    case Slot::force_value4: return "force_value4";
    case Slot::force_value5: return "force_value5";
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

constexpr unsigned kByteValues =
    256;  // what an enumeration of one byte can hold; those without a word are no enumerators

template <class Enum>
std::optional<Enum> parse_word(std::string_view word) {
  for (unsigned i = 0; i < kByteValues; ++i)
    if (!word.empty() && to_string(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

std::vector<std::string_view> slot_words() {
  std::vector<std::string_view> result;
  for (unsigned i = 0; i < kByteValues; ++i)
    if (const auto word = to_string(static_cast<Slot>(i)); !word.empty()) result.push_back(word);
  return result;
}

std::optional<EntityKind> parse_entity_kind(std::string_view word) {
  for (std::size_t i = 0; i < kEntityKindCount; ++i)
    if (entity_kind_name(static_cast<EntityKind>(i)) == word) return static_cast<EntityKind>(i);
  return std::nullopt;
}
std::optional<Slot> parse_slot(std::string_view word) { return parse_word<Slot>(word); }
std::optional<Frame::Origin> parse_frame_origin(std::string_view word) {
  return parse_word<Frame::Origin>(word);
}

// --- EntityNames -------------------------------------------------------------------------------------------

namespace {

template <class Entity>
std::optional<std::string_view> own_name(const Entity& entity) {
  if constexpr (std::is_same_v<Entity, Gazebo> || std::is_same_v<Entity, Part>) {
    return std::nullopt;
  } else if constexpr (std::is_same_v<Entity, Block>) {
    return entity.id;
  } else if constexpr (std::is_same_v<Entity, Transmission>) {
    return entity.name ? std::optional<std::string_view>(*entity.name) : std::nullopt;
  } else {
    return entity.name;
  }
}

}  // namespace

const EntityNames::Map& EntityNames::map(EntityKind kind) const {
  auto& slot = maps_[static_cast<std::size_t>(kind)];
  if (slot) return *slot;
  slot.emplace();
  for_each_store(model_, [&](EntityKind stored, const auto& store) {
    if (stored != kind) return;
    for (std::size_t i = 0; i < store.size(); ++i)
      if (const auto name = own_name(store[i])) slot->emplace(*name, static_cast<std::uint32_t>(i));
  });
  return *slot;
}

std::optional<std::uint32_t> EntityNames::find(EntityKind kind, std::string_view name) const {
  const auto found = map(kind).find(name);
  return found == map(kind).end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string_view> EntityNames::unique_name(EntityKind kind, std::uint32_t index) const {
  std::optional<std::string_view> name;
  for_each_store(model_, [&](EntityKind stored, const auto& store) {
    if (stored == kind && index < store.size()) name = own_name(store[index]);
  });
  return name && find(kind, *name) == index ? name : std::nullopt;
}

std::vector<std::string_view> EntityNames::all(EntityKind kind) const {
  std::vector<std::string_view> names;
  for_each_store(model_, [&](EntityKind stored, const auto& store) {
    if (stored != kind) return;
    for (const auto& entity : store)
      if (const auto name = own_name(entity)) names.push_back(*name);
  });
  return names;
}

}  // namespace romas
