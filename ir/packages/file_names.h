// The names of the files that a model refers to.
#pragma once

#include <string>
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

// A mesh that MuJoCo reads, by its ending.
inline bool is_mesh_of_mujoco(std::string_view path) {
  const std::string lower = to_lower(path);
  return lower.ends_with(".stl") || lower.ends_with(".obj") || lower.ends_with(".msh");
}

// The name of a file of the same stem, beside the file.
inline std::string with_ending(std::string_view path, std::string_view ending) {
  const std::size_t dot = path.rfind('.'), slash = path.rfind('/');
  const bool has_ending = dot != std::string_view::npos && (slash == std::string_view::npos || slash < dot);
  return std::string(path.substr(0, has_ending ? dot : path.size())).append(ending);
}

// Calls `change` with the name of each mesh and texture.
template <class AnyModel, class Change>
void for_each_file_name(AnyModel& model, const Change& change) {
  const auto of_shape = [&](auto& geometry) {
    if (auto* mesh = std::get_if<Mesh>(&geometry.shape)) change(mesh->filename);
  };
  for (auto& link : model.links) {
    for (auto& visual : link.visuals) {
      of_shape(visual.geometry);
      if (visual.material && visual.material->texture) change(visual.material->texture->filename);
    }
    for (auto& collision : link.collisions) of_shape(collision.geometry);
  }
  for (auto& material : model.materials)
    if (material.texture) change(material.texture->filename);
}

}  // namespace romas
