#include "ir/collision/link_colliders.h"

namespace romas {

const Surface* MeshSurfaces::surface(const Mesh& mesh) {
  auto [entry, is_new] = surfaces_.try_emplace(mesh.filename);
  if (is_new)
    if (const auto path = resolve_mesh_path(mesh.filename, search_)) entry->second = read_(*path);
  return entry->second ? &*entry->second : nullptr;
}

LinkColliders link_colliders(const Model& model, MeshSurfaces* meshes) {
  LinkColliders result;
  result.of_link.resize(model.links.size());
  for (std::size_t link = 0; link < model.links.size(); ++link) {
    Collider& collider = result.of_link[link];
    for (const Collision& collision : model.links[link].collisions) {
      const auto* mesh = std::get_if<Mesh>(&collision.geometry.shape);
      const Surface* surface = mesh != nullptr && meshes != nullptr ? meshes->surface(*mesh) : nullptr;
      if (!collider.add(collision.geometry.shape, collision.origin.evaluate(), surface))
        result.unknown.push_back(&collision);
    }
    collider.finish();
  }
  return result;
}

}  // namespace romas
