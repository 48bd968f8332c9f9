// Facts about texts of MJCF beyond their vocabulary: the settings of <compiler>, and what attributes name.
#pragma once

#include <optional>
#include <string>

#include "frontend/mjcf/grammar/vocabulary.h"
#include "lsp/markup/completion/completion.h"
#include "lsp/markup/tree/tree.h"

namespace romas::markup {

// Whether the root element is one of MJCF.
bool is_mjcf(const Tree& tree);

// Returns the row of an attribute. Returns nullptr if the attribute is not known.
const mjcf::AttributeInfo* mjcf_attribute(const Tree& tree, NodeId element, const Attribute& attribute);

// The settings of <compiler>. Absent ones may be given by another file that is read with this one.
struct MjcfSettings {
  std::optional<bool> degrees;                  // angles are in degrees, else in radians
  std::optional<std::string> meshes, textures;  // folders
  std::optional<bool> strips;                   // of names of files in them, further folders are left out

  void complete_from(const MjcfSettings& other);
  // Returns the text in front of names of files in a folder: "meshes/", or nothing.
  std::string folder(mjcf::Folder folder) const;
};
MjcfSettings mjcf_settings(const Tree& tree);

// Adds the names that the text itself defines.
void add_mjcf_names(const Tree& tree, CompletionFacts& facts);

}  // namespace romas::markup
