// Reads triangle meshes from OBJ and STL files (STL as text and binary).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/mesh/mesh_volume.h"
#include "support/diagnostic.h"
#include "support/source_manager.h"

namespace romas {

// A mesh may have this many triangles.
inline constexpr std::size_t kMaxMeshTriangles = 5'000'000;

enum class MeshFormat : std::uint8_t { obj, stl_text, stl_binary };

struct MeshFile {
  MeshFormat format = MeshFormat::obj;
  TriangleMesh mesh;                     // as written: not welded, not scaled
  std::vector<std::uint32_t> positions;  // where the file says each triangle, in bytes
};

// By what the bytes say, where they leave no doubt, else by the ending of the name.
MeshFormat detect_mesh_format(std::string_view name, std::string_view bytes);

// Reports the first fault at its place (RM1521; RM1018 beyond the limit) and returns nothing then. Polygons
// become triangles around their first corner, which encloses the same volume also where a flat polygon is not
// convex.
std::optional<MeshFile> read_mesh_file(FileId file, const SourceManager& sources,
                                       DiagnosticEngine& diagnostics);

}  // namespace romas
