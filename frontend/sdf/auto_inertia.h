// <inertial auto="true">: mass properties that follow from the collision shapes of a link. The density of a
// shape is its own, else that of the <inertial>, else 1000 kg/m³; a <mass> scales the sum of all shapes.
#pragma once

#include <optional>
#include <vector>

#include "frontend/mesh/mesh_solids.h"
#include "frontend/sdf/elements.h"
#include "ir/model/links.h"

namespace romas::sdf {

// The shapes of one link after another.
class AutoInertia {
 public:
  AutoInertia(FrontendContext& context, Elements& elements)
      : elements_(elements), meshes_(context, "link", Rule::import_missing, true) {}

  static bool is_auto(const XmlElement* inertial);
  void begin_link() { solids_.clear(); }
  void add(const XmlElement& collision, const std::optional<Geometry>& geometry, const TransformExpr& origin,
           std::optional<Number> density);
  // Gives the link the inertia of its shapes.
  void read(const XmlElement& inertial, Link& link);
  std::optional<Number> positive_density(const XmlElement& element);
  void report_unused_densities(const XmlElement& link);

 private:
  // A collision shape, and the mass properties that it adds to its link.
  struct Solid {
    const XmlElement* collision = nullptr;
    std::optional<SpatialInertia> unit;  // of density 1 kg/m³, in the link; nothing: it is no solid
    bool reported = false;               // why it is none
    std::optional<Number> density;       // kg/m³
  };
  std::optional<SpatialInertia> cone_solid(const XmlElement& collision);

  Elements& elements_;
  SchemaReader& schema_ = elements_.schema();
  std::vector<Solid> solids_;
  MeshSolids meshes_;
};

}  // namespace romas::sdf
