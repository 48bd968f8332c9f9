// The files that the file of a mesh refers to: materials, pictures, buffers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace romas::studio {

// Returns the names in a file of this format ("obj", "mtl", "dae", "gltf"), as the page asks for them: each
// once, no data: address. Returns none for other formats.
std::vector<std::string> mesh_references(std::string_view text, std::string_view format);

}  // namespace romas::studio
