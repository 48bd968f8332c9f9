// What the file of a mesh names itself: materials, pictures, buffers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace romas::studio {

// The names in a file of this format ("obj", "mtl", "dae", "gltf"), as the page asks for them: each once, no
// data: address. Nothing for other formats.
std::vector<std::string> mesh_references(std::string_view text, std::string_view format);

}  // namespace romas::studio
