// The solids of mesh files from which a description takes masses, and shapes that are fitted to them: each
// file is read once for its solid.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/frontend.h"
#include "frontend/mesh/mesh_mass.h"
#include "ir/analysis/tree/bounds.h"
#include "ir/model/links.h"
#include "ir/values/spatial.h"

namespace romas {

class MeshSolids {
 public:
  // `owner`: what has the inertia, for messages: "link". `missing`: the rule about a file that is not there.
  // `scenes`: whether COLLADA and glTF give masses, as far as their reader is there.
  MeshSolids(FrontendContext& context, std::string_view owner, Rule missing, bool scenes)
      : context_(context),
        owner_(owner),
        missing_(missing),
        read_scene_(scenes ? context.options.read_scene : SceneReader()) {}

  // Returns the inertia of the scaled mesh at the density 1 kg/m³ (the mass of a solid is its volume in m³),
  // in its frame. Returns nothing after a report if the file cannot be found or read, or has no such mass.
  // `place`: of the name of the file. `source`: the file that relative names are seen from. `fitted`: what is
  // fitted to the mesh, for messages: "capsule"; empty where an inertia is computed. `stretch`: applied to
  // the corners of the file instead of the scale.
  std::optional<SpatialInertia> find(const Mesh& mesh, SourceRange place, const std::string& source,
                                     MeshMass kind = MeshMass::solid, std::string_view fitted = {},
                                     const Matrix3* stretch = nullptr);
  // The box around the corners of the file after `stretch`, as for a shape that is fitted to the mesh.
  std::optional<BoundingBox> find_box(const Mesh& mesh, SourceRange place, const std::string& source,
                                      const Matrix3& stretch, std::string_view fitted);

 private:
  // Nothing, and reported, if the file is not there.
  std::optional<std::string> path_of(const Mesh& mesh, SourceRange place, const std::string& source,
                                     std::string_view fitted);
  // 0, and reported, if the file cannot be read.
  FileId open(const std::string& path, SourceRange place);
  std::string reason(std::string_view fitted) const;

  FrontendContext& context_;
  std::string_view owner_;
  Rule missing_;
  SceneReader read_scene_;
  std::map<std::string, std::optional<SpatialInertia>> solids_;  // by path, stretch and kind
};

}  // namespace romas
