// Files of the project that the compiler carries along as texts: the runtime's headers, and the controller project's templates.
#pragma once

#include <span>
#include <string_view>

namespace romas {

struct EmbeddedFile {
  std::string_view path;  // below its folder, "romas/simd.hpp"
  std::string_view text;
};
std::span<const EmbeddedFile> embedded_runtime();             // runtime/
std::span<const EmbeddedFile> embedded_controller_project();  // backends/controller/project/

}  // namespace romas
