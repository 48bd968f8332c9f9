// The colliders of a robot's links, from the shapes that its description has.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/collision/collider.h"
#include "ir/model/model.h"

namespace romas {

// Finds and reads the surfaces of mesh files, each of them once.
class MeshSurfaces {
 public:
  // The triangles of the file at a path, not scaled; nothing where it cannot be read. The driver gives it,
  // because the readers of meshes are a frontend.
  using Read = std::function<std::optional<Surface>(const std::string& path)>;
  MeshSurfaces(FileSearch search, Read read) : search_(std::move(search)), read_(std::move(read)) {}

  // Null where the file is not found or cannot be read.
  const Surface* surface(const Mesh& mesh);

 private:
  FileSearch search_;
  Read read_;
  std::map<std::string, std::optional<Surface>, std::less<>> surfaces_;  // by the path as written
};

struct LinkColliders {
  std::vector<Collider> of_link;          // by link index; empty: the link collides with nothing
  std::vector<const Collision*> unknown;  // meshes that are not there, shapes without a size
};

// `meshes`: null: no mesh is known.
LinkColliders link_colliders(const Model& model, MeshSurfaces* meshes);

}  // namespace romas
