// The plain fields of what a link holds: its inertia, and the shapes, with the word that each has in every
// format.
#pragma once

#include "ir/model/fields.h"
#include "ir/model/links.h"

namespace romas {

template <>
struct FieldsOf<InertiaTensor> {
  static constexpr auto kAll =
      std::tuple(Field("ixx", &InertiaTensor::ixx, Quantity::inertia,
                       "kg m², about the centre of mass, along the axes of the inertial frame"),
                 Field("ixy", &InertiaTensor::ixy, Quantity::inertia, "kg m²"),
                 Field("ixz", &InertiaTensor::ixz, Quantity::inertia, "kg m²"),
                 Field("iyy", &InertiaTensor::iyy, Quantity::inertia, "kg m²"),
                 Field("iyz", &InertiaTensor::iyz, Quantity::inertia, "kg m²"),
                 Field("izz", &InertiaTensor::izz, Quantity::inertia, "kg m²"));
};

// All but the pose of the inertial frame and the tensor.
template <>
struct FieldsOf<Inertial> {
  static constexpr auto kAll =
      std::tuple(Field("mass", &Inertial::mass, Quantity::mass, "kilograms").called("the mass"));
};

template <>
struct FieldsOf<Box> {
  static constexpr std::string_view kWord = "box";
  static constexpr auto kAll =
      std::tuple(Field("size", &Box::size, Quantity::length, "lengths of the edges in metres"));
};

template <>
struct FieldsOf<Cylinder> {
  static constexpr std::string_view kWord = "cylinder";
  static constexpr auto kAll =
      std::tuple(Field("radius", &Cylinder::radius, Quantity::length, "metres").called("the radius"),
                 Field("length", &Cylinder::length, Quantity::length,
                       "metres, along z; of a capsule: of its cylindrical part")
                     .called("the length"));
};

template <>
struct FieldsOf<Sphere> {
  static constexpr std::string_view kWord = "sphere";
  static constexpr auto kAll =
      std::tuple(Field("radius", &Sphere::radius, Quantity::length, "metres").called("the radius"));
};

template <>
struct FieldsOf<Capsule> {
  static constexpr std::string_view kWord = "capsule";
  static constexpr auto kAll =
      std::tuple(Field("radius", &Capsule::radius, Quantity::length, "metres").called("the radius"),
                 Field("length", &Capsule::length, Quantity::length,
                       "metres, along z; of a capsule: of its cylindrical part")
                     .called("the length"));
};

// URDF gives each half axis an attribute of its own.
template <>
struct FieldsOf<Ellipsoid> {
  static constexpr std::string_view kWord = "ellipsoid";
  static constexpr auto kAll = std::tuple(
      Field("radii", &Ellipsoid::radii, Quantity::length, "half the extents along x, y and z in metres"));
};

template <>
struct FieldsOf<Mesh> {
  static constexpr std::string_view kWord = "mesh";
  static constexpr auto kAll =
      std::tuple(Field("filename", &Mesh::filename, Quantity::plain,
                       "a path, or a URI such as package://my_robot/meshes/arm.stl"),
                 Field("scale", &Mesh::scale, Quantity::plain, "factors along x, y and z; 1 1 1 by default"));
};

}  // namespace romas
