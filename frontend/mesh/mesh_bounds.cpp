#include "frontend/mesh/mesh_bounds.h"

#include "frontend/mesh/mesh_reader.h"
#include "support/text.h"

namespace romas {

std::optional<BoundingBox> measure_mesh(const std::string& path, std::uint64_t max_bytes) {
  const std::string lower = to_lower(path);
  if (!lower.ends_with(".stl") && !lower.ends_with(".obj")) return std::nullopt;
  SourceManager sources;  // local: the text is freed on return
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error, max_bytes);
  if (file == 0) return std::nullopt;
  DiagnosticEngine aside;
  const auto read = read_mesh_file(file, sources, aside);
  if (!read) return std::nullopt;
  BoundingBox box;
  for (const TriangleMesh::Triangle& triangle : read->mesh.triangles)
    for (const std::uint32_t corner : triangle) box.extend(read->mesh.vertices[corner]);
  return box;
}

}  // namespace romas
