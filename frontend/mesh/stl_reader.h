// STL: triangles with all corners written out. https://www.fabbers.com/tech/STL_Format tells both forms.
#pragma once

#include "frontend/mesh/mesh_sink.h"

namespace romas {

// The size is the one that the number of triangles in the header asks for.
bool is_binary_stl(std::string_view bytes);
void read_binary_stl(std::string_view bytes, MeshSink& sink);
void read_text_stl(std::string_view text, MeshSink& sink);

}  // namespace romas
