#include "frontend/mesh/mesh_bounds.h"

#include <numbers>

#include "support/text/text.h"

namespace romas {

std::optional<MeshFile> read_mesh_quietly(const std::string& path, std::uint64_t max_bytes,
                                          std::string* problem) {
  const std::string lower = to_lower(path);
  if (!lower.ends_with(".stl") && !lower.ends_with(".obj")) return std::nullopt;
  SourceManager sources;  // local: the text is freed on return
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error, max_bytes);
  if (file == 0) return std::nullopt;
  DiagnosticEngine aside;
  std::optional<MeshFile> mesh = read_mesh_file(file, sources, aside);
  if (mesh || problem == nullptr) return mesh;
  for (const Diagnostic& finding : aside.sorted())
    if (finding.rule == Rule::mesh_malformed) {
      const LineColumn at = sources.line_column(finding.range.start());
      *problem = finding.range.valid() ? concat("line ", at.line, ": ", finding.message) : finding.message;
    }
  return mesh;
}

std::optional<BoundingBox> measure_mesh(const std::string& path, std::uint64_t max_bytes) {
  const auto read = read_mesh_quietly(path, max_bytes);
  if (!read) return std::nullopt;
  BoundingBox box;
  for (const TriangleMesh::Triangle& triangle : read->mesh.triangles)
    for (const std::uint32_t corner : triangle) box.extend(read->mesh.vertices[corner]);
  return box;
}

std::vector<double> mesh_windings(const std::string& path, std::span<const Vector3> points,
                                  std::uint64_t max_bytes) {
  const auto read = read_mesh_quietly(path, max_bytes);
  if (!read) return {};
  std::vector<double> windings;
  for (const Vector3& point : points) {
    double half_angles = 0;
    for (const TriangleMesh::Triangle& triangle : read->mesh.triangles) {
      const auto corner = [&](std::size_t k) -> Vector3 { return read->mesh.vertices[triangle[k]] - point; };
      const Vector3 a = corner(0), b = corner(1), c = corner(2);
      const double la = a.norm(), lb = b.norm(), lc = c.norm();
      half_angles +=
          std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    windings.push_back(half_angles / (2 * std::numbers::pi));
  }
  return windings;
}

}  // namespace romas
