// Materials that are named: what they look like.
#pragma once

#include <string_view>
#include <unordered_map>

#include "ir/model/model.h"

namespace romas {

// By the names of a model: those of its materials, else those that a visual defines where it uses them. A
// visual may define a name for others, as URDF allows; the first one counts. Views into the model, which
// stays as it is.
class SeenMaterials {
 public:
  struct Look {
    const Color* color = nullptr;
    const Texture* texture = nullptr;
  };
  explicit SeenMaterials(const Model& model);
  // The look of a visual: its own, else that of the material it names. Nulls if nobody defines the name.
  Look look(const MaterialUse& use) const;

 private:
  std::unordered_map<std::string_view, Look> looks_;
};

}  // namespace romas
