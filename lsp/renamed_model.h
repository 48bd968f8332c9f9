// A model under other names, held against another model: whether a renaming changed names alone.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "ir/model.h"

namespace romas::lsp {

class RenamedModel {
 public:
  // The new name of each entity that gets one, by its kind and name.
  using Names = std::map<std::pair<EntityKind, std::string>, std::string>;

  RenamedModel(const Model& model, const Names& names);

  // What differs beyond names, spellings and places; nothing: the models are the same.
  std::optional<std::string> difference_from(const Model& other) const;

 private:
  Model model_;
};

}  // namespace romas::lsp
