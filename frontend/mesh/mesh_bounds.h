// Bounding boxes of mesh files, and what is inside of them, for checks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/mesh/mesh_reader.h"
#include "ir/analysis/tree/bounds.h"

namespace romas {

// An OBJ or STL file. Returns nullopt for other formats, unreadable files and files above `max_bytes`.
// Reports nothing. `problem`: what is malformed, and where.
std::optional<MeshFile> read_mesh_quietly(const std::string& path, std::uint64_t max_bytes,
                                          std::string* problem = nullptr);

// The bounding box of its triangles, as written, without any scale. Empty as above.
std::optional<BoundingBox> measure_mesh(const std::string& path, std::uint64_t max_bytes);

// How often the surface of an OBJ or STL file goes around each point: 1 inside of a closed surface, 0
// outside. Empty as above. The sum of the triangles' solid angles: A. Van Oosterom and J. Strackee, "The
// solid angle of a plane triangle", IEEE Trans. Biomed. Eng. 30 (1983).
std::vector<double> mesh_windings(const std::string& path, std::span<const Vector3> points,
                                  std::uint64_t max_bytes);

}  // namespace romas
