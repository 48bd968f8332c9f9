#include "ir/analysis/tree/bounds.h"

#include "ir/values/vector_of.h"

namespace romas {

namespace {

// m; the square of this length, and its product with any mass, stay finite.
constexpr double kLargest = 1e60;

BoundingBox centred(const Vector3& half_size) { return {Vector3(-half_size), half_size}; }

// Half of the box's edges; of a mesh zeros.
Vector3 half_size(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return vector_of(box->size) / 2;
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return Vector3::Constant(sphere->radius.value());
  if (const auto* e = std::get_if<Ellipsoid>(&shape)) return vector_of(e->radii);
  const auto along_z = [](double radius, double half_length) { return Vector3(radius, radius, half_length); };
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return along_z(cylinder->radius.value(), cylinder->length.value() / 2);
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    const double radius = capsule->radius.value();
    return capsule->length.value() > 0 ? along_z(radius, capsule->length.value() / 2 + radius)
                                       : Vector3::Zero();
  }
  return Vector3::Zero();
}

}  // namespace

std::optional<BoundingBox> MeshSizes::bounds(const Mesh& mesh) {
  auto [entry, is_new] = measured_.try_emplace(mesh.filename);
  if (is_new)
    if (const auto path = resolve_mesh_path(mesh.filename, search_)) entry->second = measure_(*path);
  if (!entry->second || !mesh.scale) return entry->second;
  const Vector3 scale = vector_of(*mesh.scale);
  const Vector3 a = entry->second->min().cwiseProduct(scale);
  const Vector3 b = entry->second->max().cwiseProduct(scale);
  const BoundingBox scaled(Vector3(a.cwiseMin(b)), Vector3(a.cwiseMax(b)));
  if (scaled.min().cwiseAbs().maxCoeff() > kLargest || scaled.max().cwiseAbs().maxCoeff() > kLargest)
    return std::nullopt;
  return scaled;
}

std::optional<BoundingBox> bounding_box(const Shape& shape, MeshSizes* meshes) {
  if (const auto* mesh = std::get_if<Mesh>(&shape))
    return meshes == nullptr ? std::nullopt : meshes->bounds(*mesh);
  const Vector3 half = half_size(shape);
  if (half.minCoeff() <= 0 || half.maxCoeff() > kLargest) return std::nullopt;
  return centred(half);
}

BoundingBox expressed_in(const BoundingBox& box, const RigidTransform& X_PC) {
  const Vector3 centre = X_PC * Vector3(box.center());
  const Vector3 half = X_PC.R.cwiseAbs() * (box.sizes() / 2);
  return {Vector3(centre - half), Vector3(centre + half)};
}

}  // namespace romas
