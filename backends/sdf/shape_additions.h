// <visual> and <collision> in the <gazebo> elements of a link. As in libsdformat, their content is added to
// every shape of that kind in the link, and a <material> replaces the one that the visual has. A <material>
// with elements beside them means the same. An element with a <geometry> of its own is a shape of its own.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "backends/sdf/sdf_document.h"

namespace romas::sdf {

enum class ShapeKind : unsigned char { visual, collision };
std::string_view to_string(ShapeKind kind);  // also the name of the element

// The kind of shape to which an element in <gazebo> adds; nothing for other elements.
std::optional<ShapeKind> shape_kind(const Extension& extension);

// A <material> with elements of SDF.
bool is_material(const Extension& extension);

class ShapeAdditions {
 public:
  // Reports what cannot be added: children that SDF does not have, that the shape has already, and everything
  // if the link has no such shape.
  ShapeAdditions(Document& document, LinkId link, ShapeKind kind);

  bool has(std::string_view child) const;
  // Writes them into the shape that is open.
  void write() const;
  // The elements that are shapes of their own.
  const std::vector<const Extension*>& own_shapes() const { return own_shapes_; }
  // Writes what one of them holds into the shape that is open.
  void write_own(const Extension& shape) const;

 private:
  void add(const Extension& extension);
  void add_material(const Extension& extension);
  bool has_shapes(const Extension& extension) const;
  bool is_free(const ForeignElement& child) const;
  void allow_changes(const Extension& extension) const;

  Document& document_;
  const LinkId link_;
  const ShapeKind kind_;
  const FindProperty<LinkId> find_;
  std::vector<const ForeignElement*> children_;
  std::vector<const Extension*> own_shapes_;
};

}  // namespace romas::sdf
