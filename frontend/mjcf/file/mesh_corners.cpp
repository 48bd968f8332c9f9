// How meshes weigh, and those whose corners stand in the MJCF.
#include <cmath>

#include <Eigen/LU>

#include "frontend/mesh/convex_hull.h"
#include "frontend/mesh/mesh_mass.h"
#include "frontend/mjcf/file/asset_table.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

MeshMass mass_by(std::string_view word) {
  return word == "exact"    ? MeshMass::exact
         : word == "convex" ? MeshMass::convex
         : word == "shell"  ? MeshMass::shell
                            : MeshMass::legacy;
}

}  // namespace

MeshMass AssetTable::mass_of(const XmlElement& mesh) {
  if (const auto how = schema_.word(mesh, kMesh.row, "inertia")) return mass_by(*how);
  return file_.settings().exact_mesh_volumes ? MeshMass::exact : MeshMass::legacy;
}

void AssetTable::read_corners(const XmlElement& mesh, MeshAsset& asset) {
  const SourceRange place = schema_.value_range(mesh, "vertex");
  const std::vector<Number> said = schema_.numbers(mesh, "vertex");
  if (said.empty()) return;
  if (said.size() % 3 != 0 || said.size() < 12) {
    schema_.report(Rule::wrong_count, place,
                   concat("vertex takes three numbers for each corner and at least four corners, but has ",
                          said.size(), " numbers"));
    return;
  }
  TriangleMesh triangles;
  for (std::size_t i = 0; i < said.size(); i += 3)
    triangles.vertices.push_back(asset.stretch *
                                 Vector3(said[i].value(), said[i + 1].value(), said[i + 2].value()));
  if (mesh.attribute("face") != nullptr) {
    auto faces = read_faces(mesh, triangles.vertices.size());
    if (!faces) return;
    triangles.triangles = std::move(*faces);
    if (asset.stretch.determinant() < 0) turn_inside_out(triangles);
  } else if (auto hull = convex_hull(triangles.vertices)) {
    triangles.triangles = std::move(*hull);
  }
  asset.mass = mesh_mass(triangles, asset.weighs);
  if (!asset.mass && asset.weighs == MeshMass::exact && mesh_mass(triangles, MeshMass::legacy))
    schema_.report(Rule::mesh_inside_out, place,
                   "the mesh is inside out: its triangles are clockwise when seen from outside, and MuJoCo "
                   "rejects its negative volume");
  else if (!asset.mass)
    schema_.report(Rule::mesh_open, place,
                   "the corners of the mesh lie in one plane, so it encloses no volume");
  if (asset.mass) asset.mass = asset.mass->expressed_in({Matrix3::Identity(), asset.X_MF.p});
  asset.corners = std::move(triangles.vertices);
}

// Nothing, and reported, where a number is no corner.
std::optional<std::vector<TriangleMesh::Triangle>> AssetTable::read_faces(const XmlElement& mesh,
                                                                          std::size_t corners) {
  const SourceRange place = schema_.value_range(mesh, "face");
  const std::vector<Number> said = schema_.numbers(mesh, "face");
  if (said.empty() || said.size() % 3 != 0) {
    if (!said.empty())
      schema_.report(Rule::wrong_count, place,
                     concat("face takes three corners for each triangle, but has ", said.size(), " numbers"));
    return std::nullopt;
  }
  std::vector<TriangleMesh::Triangle> triangles(said.size() / 3);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const double corner = said[i].value();
    if (!(corner >= 0) || corner >= static_cast<double>(corners) || corner != std::floor(corner)) {
      schema_.report(
          Rule::bad_value, place,
          concat("face names corner ", corner, ", but the corners of the mesh are 0 to ", corners - 1));
      return std::nullopt;
    }
    triangles[i / 3][i % 3] = static_cast<std::uint32_t>(corner);
  }
  return triangles;
}

}  // namespace romas::mjcf
