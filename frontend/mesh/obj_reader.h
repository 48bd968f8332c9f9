// Wavefront OBJ: vertices and polygons. Normals, texture coordinates, groups, materials, lines and points are
// skipped.
#pragma once

#include "frontend/mesh/mesh_sink.h"

namespace romas {

void read_obj(std::string_view text, MeshSink& sink);

}  // namespace romas
