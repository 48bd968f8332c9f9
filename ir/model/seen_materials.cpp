#include "ir/model/seen_materials.h"

namespace romas {

namespace {

template <class Said>  // Material, MaterialUse
SeenMaterials::Look look_of(const Said& said) {
  return {said.color ? &*said.color : nullptr, said.texture ? &*said.texture : nullptr};
}

}  // namespace

SeenMaterials::SeenMaterials(const Model& model) {
  for (const Material& material : model.materials) looks_.try_emplace(material.name, look_of(material));
  for (const Link& link : model.links)
    for (const Visual& visual : link.visuals) {
      if (!visual.material || !visual.material->name) continue;
      const Look look = look_of(*visual.material);
      if (look.color != nullptr || look.texture != nullptr) looks_.try_emplace(*visual.material->name, look);
    }
}

SeenMaterials::Look SeenMaterials::named(const MaterialUse& use) const {
  const auto found = use.name ? looks_.find(*use.name) : looks_.end();
  return found == looks_.end() ? Look() : found->second;
}

}  // namespace romas
