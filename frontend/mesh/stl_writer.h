// Binary STL of triangles, which every reader of STL takes.
#pragma once

#include <string>

#include "frontend/mesh/mesh_volume.h"

namespace romas {

// Numbers are of single precision there.
std::string binary_stl(const TriangleMesh& mesh);

}  // namespace romas
