// Links: rigid bodies with their masses, shapes and materials.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/number.h"
#include "ir/spatial.h"
#include "ir/transform_expr.h"
#include "support/boxed.h"
#include "support/source_manager.h"

namespace romas {

struct Box {
  Number3 size;
  friend bool operator==(const Box&, const Box&) = default;
};  // full edge lengths
struct Cylinder {
  Number radius, length;
  friend bool operator==(const Cylinder&, const Cylinder&) = default;
};  // along z
struct Sphere {
  Number radius;
  friend bool operator==(const Sphere&, const Sphere&) = default;
};
// Along z; the length is that of the cylindrical part.
struct Capsule {
  Number radius, length;
  friend bool operator==(const Capsule&, const Capsule&) = default;
};
struct Ellipsoid {
  Number3 radii;
  friend bool operator==(const Ellipsoid&, const Ellipsoid&) = default;
};
struct Mesh {
  std::string filename;  // path or package:// URI as written
  std::optional<Number3> scale;
  SourceRange filename_range;
  friend bool operator==(const Mesh& a, const Mesh& b) { return a.filename == b.filename && a.scale == b.scale; }
};
using Shape = std::variant<Box, Cylinder, Sphere, Capsule, Ellipsoid, Mesh>;

struct Geometry {
  Shape shape;
  SourceRange range;  // of the shape's element
  friend bool operator==(const Geometry& a, const Geometry& b) { return a.shape == b.shape; }
};

struct Color {
  Number4 rgba;  // 0 to 1
  SourceRange range;
  friend bool operator==(const Color& a, const Color& b) { return a.rgba == b.rgba; }
};
struct Texture {
  std::string filename;
  SourceRange range;
  friend bool operator==(const Texture& a, const Texture& b) { return a.filename == b.filename; }
};

// A named material of the robot.
struct Material {
  std::string name;
  Boxed<Color> color;
  Boxed<Texture> texture;
  SourceRange range, name_range;
  friend bool operator==(const Material& a, const Material& b) { return a.name == b.name && a.color == b.color && a.texture == b.texture; }
};

// What a visual says about its material: a name, a colour or texture of its own, or both.
struct MaterialUse {
  std::optional<std::string> name;
  Boxed<Color> color;
  Boxed<Texture> texture;
  SourceRange range, name_range;
  friend bool operator==(const MaterialUse& a, const MaterialUse& b) { return a.name == b.name && a.color == b.color && a.texture == b.texture; }
};

struct Visual {
  std::optional<std::string> name;
  TransformExpr origin;  // pose of the shape in the link
  Geometry geometry;
  Boxed<MaterialUse> material;
  SourceRange range;
  friend bool operator==(const Visual& a, const Visual& b) {
    return a.name == b.name && a.origin == b.origin && a.geometry == b.geometry && a.material == b.material;
  }
};

struct Collision {
  std::optional<std::string> name;
  TransformExpr origin;
  Geometry geometry;
  SourceRange range;
  friend bool operator==(const Collision& a, const Collision& b) { return a.name == b.name && a.origin == b.origin && a.geometry == b.geometry; }
};

// The six numbers of a symmetric tensor, kg m².
struct InertiaTensor {
  Number ixx, ixy, ixz, iyy, iyz, izz;
  SourceRange range;
  friend bool operator==(const InertiaTensor& a, const InertiaTensor& b) {
    return a.ixx == b.ixx && a.ixy == b.ixy && a.ixz == b.ixz && a.iyy == b.iyy && a.iyz == b.iyz && a.izz == b.izz;
  }
  Matrix3 matrix() const;
};

struct Inertial {
  TransformExpr origin;  // pose of the inertial frame in the link: at the centre of mass, axes of the tensor
  Number mass;
  InertiaTensor inertia;  // about the centre of mass, along the axes of the inertial frame
  SourceRange range, origin_range, mass_range;
  friend bool operator==(const Inertial& a, const Inertial& b) { return a.origin == b.origin && a.mass == b.mass && a.inertia == b.inertia; }

  // In the link's frame.
  SpatialInertia spatial() const;
};

struct Link {
  std::string name;
  Boxed<Inertial> inertial;
  std::vector<Visual> visuals;
  std::vector<Collision> collisions;
  bool implicit = false;  // the undeclared 'world' of Drake's dialect: printed by no description format
  SourceRange range, name_range;
  friend bool operator==(const Link& a, const Link& b) {
    return a.name == b.name && a.inertial == b.inertial && a.visuals == b.visuals && a.collisions == b.collisions && a.implicit == b.implicit;
  }
};

}  // namespace romas
