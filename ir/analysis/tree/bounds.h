// Bounding boxes of shapes, along the axes of a frame. The size of a mesh is read from its file.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "ir/model/links.h"
#include "ir/packages/file_search.h"

namespace romas {

// In metres. A default-constructed box is empty; extend() joins boxes.
using BoundingBox = Eigen::AlignedBox3d;

// Finds and measures mesh files, each of them once and only when somebody asks.
class MeshSizes {
 public:
  // The box around the triangles of the file at a path, as the file says it; nothing where it cannot be read.
  // The driver gives it, because the readers of meshes are a frontend.
  using Measure = std::function<std::optional<BoundingBox>(const std::string& path)>;
  MeshSizes(FileSearch search, Measure measure) : search_(std::move(search)), measure_(std::move(measure)) {}

  // The box in the mesh's own frame, scaled. Nothing if the file is not found or the size is implausible.
  std::optional<BoundingBox> bounds(const Mesh& mesh);

 private:
  FileSearch search_;
  Measure measure_;
  std::unordered_map<std::string, std::optional<BoundingBox>> measured_;  // by the path as written
};

// The box around a shape in the shape's own frame. Nothing where it is unknown: a mesh that is not found
// (none is where `meshes` is null), sizes that are not positive and finite.
std::optional<BoundingBox> bounding_box(const Shape& shape, MeshSizes* meshes);

// The box around a box that stands at X_PC, along the axes of frame P.
BoundingBox expressed_in(const BoundingBox& box, const RigidTransform& X_PC);

}  // namespace romas
