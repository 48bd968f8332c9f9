// A model under other names, held against another model: whether a renaming changed names alone.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "ir/model/model.h"
#include "lsp/reading/names.h"

namespace romas::lsp {

class RenamedModel {
 public:
  // The new name of each entity that gets one, by its kind and name.
  using Names = std::map<std::pair<NameKind, std::string>, std::string>;

  RenamedModel(const Model& model, const Names& names);

  // Describes a difference beyond names, spellings and places. Returns nullopt if the models are the same.
  std::optional<std::string> difference_from(const Model& other) const;
  Model take() && { return std::move(model_); }

 private:
  Model model_;
};

// The links, joints, frames and materials that have other names in `is`, and their new names: each is
// compared with the one of the same number in `was`. Those of `known` are left out. Empty if the numbers of
// any kind differ.
RenamedModel::Names names_made_anew(const Model& was, const RenamedModel::Names& known, const Model& is);

// Describes a difference between an SRDF under its new names and another SRDF, beyond spellings and places.
// Returns nullopt if they are the same.
std::optional<std::string> difference_of_semantics(Semantics semantics, const RenamedModel::Names& names,
                                                   const Semantics& other);

}  // namespace romas::lsp
