// Bounding boxes of mesh files, for checks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/analysis/bounds.h"

namespace romas {

// The bounding box of the triangles of an OBJ or STL file, as written, without any scale. Returns nullopt for
// other formats, unreadable files and files above `max_bytes`. Reports nothing: other checks report such
// files.
std::optional<BoundingBox> measure_mesh(const std::string& path, std::uint64_t max_bytes);

}  // namespace romas
