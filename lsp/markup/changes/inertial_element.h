// The element of a link's inertia in a text: what it says, and how it is written anew.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/values/spatial.h"
#include "lsp/markup/changes/layout.h"
#include "lsp/markup/completion/vocabulary.h"
#include "lsp/markup/tree/tree.h"

namespace romas::markup {

// The mass as it is written; nothing where there is none, or it is no number.
struct WrittenMass {
  std::string_view text;
  double value = 0;  // kg
};
std::optional<WrittenMass> mass_of(const Tree& tree, NodeId inertial, Format format);

// Whether an <inertial> holds nothing but a pose, a mass and an inertia: it can be written anew without loss.
bool is_plain_inertial(const Tree& tree, NodeId inertial);

// An <inertial> in the words of URDF or SDF, the body in the frame of its link. `mass` is its mass as it is
// to be written.
std::vector<NewLine> inertial_lines(const SpatialInertia& body, std::string_view mass, Format format);

}  // namespace romas::markup
