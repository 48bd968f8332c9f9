#include "backends/sdf/shape_additions.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::sdf {

std::string_view to_string(ShapeKind kind) { return kind == ShapeKind::visual ? "visual" : "collision"; }

std::optional<ShapeKind> shape_kind(const Extension& extension) {
  if (extension.kind != Extension::Kind::element || extension.tree == nullptr) return std::nullopt;
  if (extension.name == to_string(ShapeKind::visual)) return ShapeKind::visual;
  if (extension.name == to_string(ShapeKind::collision)) return ShapeKind::collision;
  return std::nullopt;
}

bool is_material(const Extension& extension) {
  return extension.kind == Extension::Kind::element && extension.tree != nullptr &&
         extension.name == "material" && !extension.tree->children.empty();
}

ShapeAdditions::ShapeAdditions(Document& document, LinkId link, ShapeKind kind)
    : document_(document), link_(link), kind_(kind), find_{document, link} {
  for (const std::uint32_t gazebo : document.attached.gazebos(link))
    for (const Extension* extension :
         document.model.extensions_at({EntityKind::gazebo, Slot::self, 0, gazebo, 0}))
      if (shape_kind(*extension) == kind)
        add(*extension);
      else if (kind == ShapeKind::visual && is_material(*extension))
        add_material(*extension);
}

bool ShapeAdditions::has_shapes(const Extension& extension) const {
  const Link& link = document_.model.link(link_);
  if (kind_ == ShapeKind::visual ? !link.visuals.empty() : !link.collisions.empty()) return true;
  document_.lost(extension.range,
                 concat("<", extension.name, "> of the <gazebo> element of link '", link.name,
                        "' adds to its ", to_string(kind_), " shapes, but it has none"));
  return false;
}

void ShapeAdditions::add_material(const Extension& extension) {
  if (!has_shapes(extension)) return;
  if (has("material") || find_(GazeboProperty::material) != nullptr) {
    document_.lost(extension.range, concat("<material> is given twice for link '",
                                           document_.model.link(link_).name, "'; only one of them is used"));
    return;
  }
  children_.push_back(extension.tree.get());
  allow_changes(extension);
}

void ShapeAdditions::add(const Extension& extension) {
  const Link& link = document_.model.link(link_);
  const std::vector<ForeignElement>& parts = extension.tree->children;
  if (std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.name == "geometry"; })) {
    own_shapes_.push_back(&extension);
    allow_changes(extension);
    return;
  }
  if (!has_shapes(extension)) return;
  for (const ForeignElement& child : extension.tree->children) {
    if (is_free(child)) {
      children_.push_back(&child);
    } else {
      document_.lost(
          extension.range,
          concat("<", child.name, "> in <", to_string(kind_), "> of the <gazebo> element of link '",
                 link.name, "' cannot be added to its shapes: ",
                 find_child(to_string(kind_), child.name) == nullptr ? "SDF has no such element there"
                                                                     : "they have one already"));
    }
  }
  allow_changes(extension);
}

bool ShapeAdditions::is_free(const ForeignElement& child) const {
  const Child* known = find_child(to_string(kind_), child.name);
  if (known == nullptr || child.name == "pose" || child.name == "geometry") return false;
  if (known->count == Count::one && has(child.name)) return false;
  if (child.name == "surface") return !find_.any("friction/ode") && !find_.any("contact/ode");
  return !known->property || find_(*known->property) == nullptr;
}

// When the output is read, the additions are shapes' own, and properties of the link.
void ShapeAdditions::allow_changes(const Extension& extension) const {
  DeclaredChanges& changes = document_.context.changes;
  const std::string& link = document_.names.links[link_.index()];
  changes.allow_at(extension.range);
  changes.allow(EntityKind::link, link, to_string(kind_));
  for (const std::string_view place : {"visual", "collision", "friction/ode", "contact/ode", "script"})
    for_each_property(place, [&](const Child& child) {
      if (find_(*child.property) == nullptr)
        changes.allow(EntityKind::gazebo, link, gazebo_property_info(*child.property).name);
    });
}

bool ShapeAdditions::has(std::string_view child) const {
  return std::any_of(children_.begin(), children_.end(),
                     [&](const ForeignElement* element) { return element->name == child; });
}

void ShapeAdditions::write_own(const Extension& shape) const {
  for (const ForeignElement& child : shape.tree->children) {
    if (find_child(to_string(kind_), child.name) == nullptr) {
      document_.lost(
          shape.range,
          concat("<", child.name, "> in <", to_string(kind_), "> of the <gazebo> element of link '",
                 document_.model.link(link_).name, "' is not an element of SDF there"));
    } else if (child.name != "geometry") {
      write_copy(document_.xml, child);
    } else {
      ForeignElement geometry = child;
      for (ForeignElement& kind : geometry.children)
        for (ForeignElement& part : kind.children)
          if (part.name == "uri") part.text = document_.file(trim(part.text));
      write_copy(document_.xml, geometry);
    }
  }
}

void ShapeAdditions::write() const {
  for (const ForeignElement* child : children_) write_copy(document_.xml, *child);
}

}  // namespace romas::sdf
