// Places in a model, what is foreign at them, and how the source orders them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/provenance.h"
#include "support/source_manager.h"

namespace romas {

enum class EntityKind : std::uint8_t {
  robot,
  link,
  joint,
  frame,
  material,
  transmission,
  sensor,
  loop_joint,
  force_element,
  gazebo,
  ros2_control,
  block,
  part,
};

std::string_view entity_kind_name(EntityKind kind);  // "link", "loop_joint", …

// A part of an entity in which something foreign can stand, and the kinds of children that a Layout orders.
enum class Slot : std::uint8_t {
  self,      // the entity's own element
  inertial,  // of a link
  inertial_origin,
  mass,
  inertia,
  visual,  // sub = index of the visual in its link; likewise collision
  visual_origin,
  visual_geometry,
  visual_shape,  // <box>, <mesh>, … inside the geometry
  visual_material,
  visual_color,
  visual_texture,
  collision,
  collision_origin,
  collision_geometry,
  collision_shape,
  origin,  // of a joint, sensor, frame
  parent,
  child,
  axis,
  limit,
  dynamics,
  mimic,
  safety_controller,
  calibration,
  screw_pitch,
  color,  // of a material
  texture,
  type,                // of a transmission, as an element
  transmission_joint,  // sub = index; likewise the other lists
  transmission_actuator,
  mechanical_reduction,
  hardware_interface,
  joint_offset,
  joint_role,
  camera,
  camera_image,
  ray,
  ray_horizontal,
  ray_vertical,
  hardware,  // of a ros2_control
  plugin,
  component,
  command_interface,
  state_interface,
  parameter,
  link1,
  link1_origin,
  link2,
  link2_origin,
  // Values of a force element: rest_length, stiffness, damping of a spring; profile, chord, span,
  // stall_angle, nominal_speed of a wing; direction, scale factor, limits of a thrust; the nested element of
  // a spring.
  force_value,
  force_value2,
  force_value3,
  force_value4,
  force_value5,
  gazebo_property,
  shape,  // of a Block; the rest of this list too
  contact,
  diffuse,
  normal,
  thumbnail,
  com,
};

// Addresses a place in a model: slot (and its index among equals) of an entity.
struct Place {
  EntityKind kind = EntityKind::robot;
  Slot slot = Slot::self;
  std::uint16_t subsub = 0;  // index of a list inside a list (an interface of a ros2_control component)
  std::uint32_t index = 0;   // of the entity in its store
  std::uint32_t sub = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const noexcept;
};

// An XML element as a tree, for targets that take over parts of foreign content.
struct ForeignElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // character data directly in it, trimmed
  std::vector<ForeignElement> children;
};

// Something that the source says and the model has no type for: kept, and printed back by formats of the same
// family.
struct Extension {
  enum class Kind : std::uint8_t {
    attribute,  // name="text"
    element,    // an XML element, verbatim in `text`
  };
  Place owner;
  Kind kind = Kind::element;
  std::string name;  // of the attribute or element, with its prefix
  std::string text;  // an attribute's value (references resolved), or an element's source text
  Provenance range;
  // What `text` says, where a target may look into it (below <gazebo>); derived, so it does not count for
  // equality.
  std::shared_ptr<const ForeignElement> tree;
  friend bool operator==(const Extension& a, const Extension& b) {
    return a.owner == b.owner && a.kind == b.kind && a.name == b.name && a.text == b.text;
  }
};

// The order in which the source says things, and its comments. It is kept only for places whose order is not
// the canonical one; targets of the source's format follow it. It carries no meaning and does not count for
// equality.
struct LayoutItem {
  enum class Kind : std::uint8_t { entity, slot, extension, comment };
  Kind kind = Kind::slot;
  EntityKind entity = EntityKind::link;  // with Kind::entity: which store `index` refers to
  Slot slot = Slot::self;                // with Kind::slot
  std::uint32_t index = 0;  // in the store, in the slot's list, in Model::extensions or Layout::comments
};
struct Layout {
  std::string format;  // of the source: the name of its frontend
  std::unordered_map<Place, std::vector<LayoutItem>, PlaceHash> children;
  // Names of elements and attributes that the source writes with a dialect's prefix although the model knows
  // them, by the place of the element: "drake:joint", "drake:acceleration".
  std::unordered_map<Place, std::vector<std::string>, PlaceHash> prefixed_names;
  std::vector<std::string> comments;                 // the text between <!-- and -->
  std::vector<std::string> before_root, after_root;  // comments outside of the root element
};

}  // namespace romas
