// STL: triangles with the coordinates of all corners. https://www.fabbers.com/tech/STL_Format describes the
// text and the binary form.
#pragma once

#include "frontend/mesh/mesh_sink.h"

namespace romas {

// True if the size matches the number of triangles in the header.
bool is_binary_stl(std::string_view bytes);
void read_binary_stl(std::string_view bytes, MeshSink& sink);
void read_text_stl(std::string_view text, MeshSink& sink);

}  // namespace romas
