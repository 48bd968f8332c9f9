// The solids of mesh files from which a description takes masses: each file is read once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/frontend.h"
#include "frontend/mesh/mesh_mass.h"
#include "ir/links.h"
#include "ir/spatial.h"

namespace romas {

class MeshSolids {
 public:
  // `owner`: what has the inertia, for messages: "link". `missing`: the rule about a file that is not there.
  MeshSolids(FrontendContext& context, std::string_view owner, Rule missing)
      : context_(context), owner_(owner), missing_(missing) {}

  // What the mesh weighs with the density 1 kg/m³ (as a solid, its mass is the volume in m³) in its frame,
  // scaled. Nothing, and reported, if the file cannot be found or read, or has no mass in this way. `place`:
  // of the name of the file. `source`: the file that relative names are seen from.
  std::optional<SpatialInertia> find(const Mesh& mesh, SourceRange place, const std::string& source,
                                     MeshMass kind = MeshMass::exact);

 private:
  FrontendContext& context_;
  std::string_view owner_;
  Rule missing_;
  std::map<std::string, std::optional<SpatialInertia>> solids_;  // by path, scale and kind
};

}  // namespace romas
