// Links: rigid bodies with their masses, shapes and materials.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/values/number.h"
#include "ir/values/provenance.h"
#include "ir/values/spatial.h"
#include "ir/values/transform_expr.h"
#include "support/bytes/boxed.h"
#include "support/sources/source_manager.h"

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
  Provenance filename_range;
  friend bool operator==(const Mesh&, const Mesh&) = default;
};
using Shape = std::variant<Box, Cylinder, Sphere, Capsule, Ellipsoid, Mesh>;

struct Geometry {
  Shape shape;
  Provenance range;  // of the shape's element
  friend bool operator==(const Geometry&, const Geometry&) = default;
};

struct Color {
  Number4 rgba;  // 0 to 1
  Provenance range;
  friend bool operator==(const Color&, const Color&) = default;
};
struct Texture {
  std::string filename;
  Provenance range;
  friend bool operator==(const Texture&, const Texture&) = default;
};

// A named material of the robot.
struct Material {
  std::string name;
  Boxed<Color> color;
  Boxed<Texture> texture;
  Provenance range, name_range;
  friend bool operator==(const Material&, const Material&) = default;
};

// The material of a visual: a name, a colour or texture of its own, or both.
struct MaterialUse {
  std::optional<std::string> name;
  Boxed<Color> color;
  Boxed<Texture> texture;
  Provenance range, name_range;
  friend bool operator==(const MaterialUse&, const MaterialUse&) = default;
};

struct Visual {
  std::optional<std::string> name;
  TransformExpr origin;  // pose of the shape in the link
  Geometry geometry;
  Boxed<MaterialUse> material;
  Provenance range;
  friend bool operator==(const Visual&, const Visual&) = default;
};

struct Collision {
  std::optional<std::string> name;
  TransformExpr origin;
  Geometry geometry;
  Provenance range;
  friend bool operator==(const Collision&, const Collision&) = default;
};

// The six numbers of a symmetric tensor, kg m².
struct InertiaTensor {
  Number ixx, ixy, ixz, iyy, iyz, izz;
  Provenance range;
  friend bool operator==(const InertiaTensor&, const InertiaTensor&) = default;
  Matrix3 matrix() const;
};

struct Inertial {
  TransformExpr origin;  // pose of the inertial frame in the link: at the centre of mass, axes of the tensor
  Number mass;
  InertiaTensor inertia;  // about the centre of mass, along the axes of the inertial frame
  Provenance range, origin_range, mass_range;
  friend bool operator==(const Inertial&, const Inertial&) = default;

  // In the link's frame.
  SpatialInertia spatial() const;
};

struct Link {
  std::string name;
  Boxed<Inertial> inertial;
  std::vector<Visual> visuals;
  std::vector<Collision> collisions;
  bool implicit = false;  // the undeclared 'world' of Drake's dialect: printed by no description format
  Provenance range, name_range;
  friend bool operator==(const Link&, const Link&) = default;
};

}  // namespace romas
