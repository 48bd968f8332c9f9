#include "lsp/reading/mesh_files.h"

#include <cmath>
#include <utility>

#include "frontend/mesh/mesh_reader.h"
#include "frontend/mesh/mesh_solid.h"
#include "ir/analysis/mass/physical_inertia.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

std::shared_ptr<const MeshFacts> read_mesh(const std::string& path) {
  const std::string lower = to_lower(path);
  if (!lower.ends_with(".stl") && !lower.ends_with(".obj")) return nullptr;
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error, MeshFiles::kMostBytes);
  if (file == 0) return nullptr;
  DiagnosticEngine aside;
  const auto read = read_mesh_file(file, sources, aside);
  if (!read) return nullptr;
  MeshFacts facts;
  facts.triangles = read->mesh.triangles.size();
  for (const TriangleMesh::Triangle& triangle : read->mesh.triangles)
    for (const std::uint32_t corner : triangle) facts.box.extend(read->mesh.vertices[corner]);
  if (const auto solid = read_mesh_solid(file, sources, aside)) facts.solid = solid->body;
  return std::make_shared<const MeshFacts>(std::move(facts));
}

}  // namespace

std::shared_ptr<const MeshFacts> MeshFiles::find(const std::string& path) {
  const auto stamp = stamp_of(path);
  if (!stamp) return nullptr;
  if (const auto known = known_.find(path); known != known_.end() && known->second.stamp == *stamp)
    return known->second.facts;
  if (known_.size() >= kMostKnown) known_.clear();
  Known& known = known_[path];
  known = {*stamp, read_mesh(path)};
  return known.facts;
}

std::shared_ptr<const MeshFacts> MeshFiles::find(const Mesh& mesh, const FileSearch& search) {
  const auto path = resolve_mesh_path(mesh.filename, search);
  return path ? find(*path) : nullptr;
}

Vector3 scale_of(const Mesh& mesh) {
  if (!mesh.scale) return Vector3::Ones();
  return {(*mesh.scale)[0].value(), (*mesh.scale)[1].value(), (*mesh.scale)[2].value()};
}

// ∫ρ(r) r rᵀ dV of r' = D r is |det D| D S D.
SpatialInertia scaled_along_axes(const SpatialInertia& body, const Vector3& scale) {
  const double volume = std::abs(scale.prod());
  const Matrix3 moments = volume * (scale.asDiagonal() * second_moments(body.tensor) * scale.asDiagonal());
  return {body.mass * volume, body.com.cwiseProduct(scale), tensor_of_second_moments(moments)};
}

}  // namespace romas::lsp
