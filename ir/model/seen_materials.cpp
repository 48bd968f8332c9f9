#include "ir/model/seen_materials.h"

namespace romas {

namespace {

template <class Said>  // Material, MaterialUse
SeenMaterials::Look look_of(const Said& said) {
  return {said.color ? &*said.color : nullptr, said.texture ? &*said.texture : nullptr};
}

bool is_empty(const SeenMaterials::Look& look) { return look.color == nullptr && look.texture == nullptr; }

}  // namespace

SeenMaterials::SeenMaterials(const Model& model) {
  const auto define = [&](std::string_view name, const Look& look) {
    if (!is_empty(look)) looks_.try_emplace(name, look);
  };
  for (const Material& material : model.materials) define(material.name, look_of(material));
  for (const Link& link : model.links)
    for (const Visual& visual : link.visuals)
      if (visual.material && visual.material->name) define(*visual.material->name, look_of(*visual.material));
}

SeenMaterials::Look SeenMaterials::look(const MaterialUse& use) const {
  if (const Look own = look_of(use); !is_empty(own)) return own;
  const auto found = use.name ? looks_.find(*use.name) : looks_.end();
  return found == looks_.end() ? Look() : found->second;
}

}  // namespace romas
