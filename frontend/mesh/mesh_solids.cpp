#include "frontend/mesh/mesh_solids.h"

#include "frontend/mesh/mesh_solid.h"
#include "ir/packages/file_names.h"
#include "ir/packages/file_search.h"
#include "ir/packages/relative_paths.h"
#include "support/text/text.h"

namespace romas {

namespace {

Vector3 scale_of(const Mesh& mesh) {
  if (!mesh.scale) return Vector3::Ones();
  return {(*mesh.scale)[0].value(), (*mesh.scale)[1].value(), (*mesh.scale)[2].value()};
}

}  // namespace

std::optional<std::string> MeshSolids::path_of(const Mesh& mesh, SourceRange place, const std::string& source,
                                               std::string_view fitted) {
  auto path = resolve_mesh_path(mesh.filename, file_search(source, context_.options));
  if (path) return path;
  context_.diagnostics.report(
      missing_, place,
      concat("there is no mesh file '", mesh.filename, "'; ",
             fitted.empty() ? concat("it is needed to compute the inertia of the ", owner_)
                            : concat("the ", fitted, " that was to be fitted to it is left out")));
  return std::nullopt;
}

FileId MeshSolids::open(const std::string& path, SourceRange place) {
  SourceManager::ReadError problem;
  const FileId file = context_.sources.read_file(path, problem, context_.options.max_input);
  if (file == 0)
    context_.diagnostics.report(Rule::import_missing, place,
                                concat("cannot read the mesh '", path, "': ", problem.reason));
  else
    context_.files_read.push_back(path);
  return file;
}

std::string MeshSolids::reason(std::string_view fitted) const {
  return fitted.empty() ? concat("the inertia of a ", owner_, " is computed from it here")
                        : concat("a shape of type ", fitted, " is fitted to it here");
}

std::optional<SpatialInertia> MeshSolids::find(const Mesh& mesh, SourceRange place, const std::string& source,
                                               MeshMass kind, std::string_view fitted,
                                               const Matrix3* stretch) {
  const auto path = path_of(mesh, place, source, fitted);
  if (!path) return std::nullopt;
  const Vector3 scale = scale_of(mesh);
  const Matrix3 all = stretch == nullptr ? Matrix3(scale.asDiagonal()) : *stretch;
  std::string key = concat(*path, " ", static_cast<int>(kind));
  for (const double number : all.reshaped()) key += concat(" ", number);
  const auto [known, fresh] = solids_.try_emplace(std::move(key));
  if (!fresh) return known->second;
  const FileId file = open(*path, place);
  if (file == 0) return std::nullopt;
  const ExpansionContext expansion(context_.diagnostics, place, [&] { return reason(fitted); });
  known->second = read_mesh_mass(file, context_.sources, context_.diagnostics, all, kind, read_scene_);
  // COLLADA and glTF have units.
  if (known->second && fitted.empty() && !is_scene_file(*path))
    check_solid_size(*known->second, kind, scale, place, "a scale of 0.001 0.001 0.001",
                     context_.diagnostics);
  return known->second;
}

std::optional<BoundingBox> MeshSolids::find_box(const Mesh& mesh, SourceRange place,
                                                const std::string& source, const Matrix3& stretch,
                                                std::string_view fitted) {
  const auto path = path_of(mesh, place, source, fitted);
  const FileId file = path ? open(*path, place) : FileId(0);
  if (file == 0) return std::nullopt;
  const ExpansionContext expansion(context_.diagnostics, place, [&] { return reason(fitted); });
  return read_mesh_box(file, context_.sources, context_.diagnostics, stretch);
}

}  // namespace romas
