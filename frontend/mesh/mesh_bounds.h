// How large a mesh file is, for checks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/analysis/bounds.h"

namespace romas {

// The box around the triangles of an OBJ or STL file, as written. Nothing, and nothing is reported, for other
// formats and for files that cannot be read or are larger than this: what is wrong with them is for others to
// say.
std::optional<BoundingBox> measure_mesh(const std::string& path, std::uint64_t max_bytes);

}  // namespace romas
