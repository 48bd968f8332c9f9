// The names of the files that a model refers to.
#pragma once

#include <string_view>
#include <variant>

#include "ir/model/model.h"
#include "support/text/text.h"

namespace romas {

// A file of a scene, COLLADA or glTF, which some readers of meshes do not take. Assimp does.
inline bool is_scene_file(std::string_view path) {
  const std::string lower = to_lower(path);
  return lower.ends_with(".dae") || lower.ends_with(".gltf") || lower.ends_with(".glb");
}

// Calls `change` with the name of each mesh and texture.
template <class Change>
void for_each_file_name(Model& model, const Change& change) {
  const auto of_shape = [&](Geometry& geometry) {
    if (auto* mesh = std::get_if<Mesh>(&geometry.shape)) change(mesh->filename);
  };
  for (Link& link : model.links) {
    for (Visual& visual : link.visuals) {
      of_shape(visual.geometry);
      if (visual.material && visual.material->texture) change(visual.material->texture->filename);
    }
    for (Collision& collision : link.collisions) of_shape(collision.geometry);
  }
  for (Material& material : model.materials)
    if (material.texture) change(material.texture->filename);
}

}  // namespace romas
