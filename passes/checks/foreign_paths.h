// Paths of other systems in descriptions.
#pragma once

#include <string_view>

#include "support/text/characters.h"

namespace romas {

// Absolute as Windows writes it: C:\arm.stl, C:/arm.stl, \\server\arm.stl.
inline bool is_windows_path(std::string_view path) {
  if (path.starts_with("\\\\")) return true;
  return path.size() > 2 && is_letter(path[0]) && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
}

}  // namespace romas
