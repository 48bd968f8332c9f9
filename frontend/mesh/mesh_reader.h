// Reads triangle meshes from OBJ and STL files (STL as text and binary), and from scenes that another program
// reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/mesh/mesh_volume.h"
#include "frontend/mesh/scene_text.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas {

// Upper bound of the number of triangles of a mesh.
inline constexpr std::size_t kMaxMeshTriangles = 5'000'000;

enum class MeshFormat : std::uint8_t { obj, stl_text, stl_binary, scene };
// Whether a triangle has a line in its file.
constexpr bool has_lines(MeshFormat format) {
  return format == MeshFormat::obj || format == MeshFormat::stl_text;
}

struct MeshFile {
  MeshFormat format = MeshFormat::obj;
  TriangleMesh mesh;                     // as written: not welded, not scaled
  std::vector<std::uint32_t> positions;  // byte offsets of the triangles in the file; not of a scene
};

// A binary STL file is recognised by its size. For other files the ending .obj, the word "solid" at the start
// and the ending .stl are tried in this order.
MeshFormat detect_mesh_format(std::string_view name, std::string_view bytes);

// Reports the first error at its place (RM1521, also for formats that are not read; RM1018 beyond the limit)
// and returns nullopt then. Polygons become fans of triangles around their first corner. A planar polygon
// encloses the same volume as its fan, even if it is not convex. Scenes are of a format that is not read
// where `read_scene` is empty.
std::optional<MeshFile> read_mesh_file(FileId file, const SourceManager& sources,
                                       DiagnosticEngine& diagnostics, const SceneReader& read_scene = {});

}  // namespace romas
