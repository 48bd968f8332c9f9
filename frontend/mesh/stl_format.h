// The layout of a binary STL file: 80 arbitrary bytes, the number of triangles (32 bits), and for each
// triangle a normal, three corners (floats) and two arbitrary bytes, all in little-endian order. Source:
// https://www.fabbers.com/tech/STL_Format
#pragma once

#include <cstddef>

namespace romas::stl {

inline constexpr std::size_t kCountAt = 80;                // the place of the number of triangles
inline constexpr std::size_t kTrianglesAt = kCountAt + 4;  // the place of the first triangle
inline constexpr std::size_t kTriangleSize = 50;

}  // namespace romas::stl
