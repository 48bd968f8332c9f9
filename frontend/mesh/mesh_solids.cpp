#include "frontend/mesh/mesh_solids.h"

#include "frontend/mesh/mesh_solid.h"
#include "ir/file_search.h"
#include "ir/relative_paths.h"
#include "support/text.h"

namespace romas {

std::optional<SpatialInertia> MeshSolids::find(const Mesh& mesh, SourceRange place, const std::string& source,
                                               MeshMass kind) {
  const auto path = resolve_mesh_path(mesh.filename, file_search(source, context_.options));
  if (!path) {
    context_.diagnostics.report(missing_, place,
                                concat("there is no mesh file '", mesh.filename, "'; the inertia of the ",
                                       owner_, " is to be computed from it"));
    return std::nullopt;
  }
  Vector3 scale = Vector3::Ones();
  if (mesh.scale) scale = {(*mesh.scale)[0].value(), (*mesh.scale)[1].value(), (*mesh.scale)[2].value()};
  const auto [known, fresh] = solids_.try_emplace(
      concat(*path, " ", scale.x(), " ", scale.y(), " ", scale.z(), " ", static_cast<int>(kind)));
  if (!fresh) return known->second;
  SourceManager::ReadError problem;
  const FileId file = context_.sources.read_file(*path, problem, context_.options.max_input);
  if (file == 0) {
    context_.diagnostics.report(Rule::import_missing, place,
                                concat("cannot read the mesh '", *path, "': ", problem.reason));
    return std::nullopt;
  }
  context_.files_read.push_back(*path);
  const ExpansionContext expansion(context_.diagnostics, place, [this] {
    return concat("the inertia of a ", owner_, " is computed from it here");
  });
  known->second = read_mesh_mass(file, context_.sources, context_.diagnostics, scale, kind);
  return known->second;
}

}  // namespace romas
