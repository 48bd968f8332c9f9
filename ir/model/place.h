// Places in a model, foreign content at these places, and the order of the source.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/values/provenance.h"
#include "support/sources/source_manager.h"

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
#define SLOT(name) name,
#include "ir/model/slots.def"
#undef SLOT
};

// Addresses a place in a model: slot (and its index among equals) of an entity. child_place.h says how lists
// inside of lists are addressed.
struct Place {
  EntityKind kind = EntityKind::robot;
  Slot slot = Slot::self;
  std::uint16_t subsub = 0;  // index of a list inside a list (an interface of a ros2_control component)
  std::uint32_t index = 0;   // of the entity in its store
  std::uint32_t sub = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

// "link 2.visual_origin[1]": for debug output and failed tests. labels.h adds the entity's name.
std::ostream& operator<<(std::ostream& out, const Place& place);

struct PlaceHash {
  std::size_t operator()(const Place& place) const noexcept;
};

// An XML element as a tree, for targets that take over parts of foreign content.
struct ForeignElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // character data directly in it, trimmed
  std::vector<ForeignElement> children;
  Provenance range{};  // its start tag
};

// Foreign content: something in the source for which the model has no type. Formats of the same family print
// it back.
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
  // `text` as a tree, for targets that look into it (below <gazebo>). It is derived and does not count for
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
