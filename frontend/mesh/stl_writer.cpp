#include "frontend/mesh/stl_writer.h"

#include <Eigen/Geometry>
#include <bit>
#include <cstdint>

namespace romas {

namespace {

void append_bytes(std::string& out, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<char>(value >> (8 * i) & 0xffU));
}

void append_vector(std::string& out, const Vector3& v) {
  for (int i = 0; i < 3; ++i) append_bytes(out, std::bit_cast<std::uint32_t>(static_cast<float>(v[i])));
}

}  // namespace

// https://www.fabbers.com/tech/STL_Format: a header of 80 bytes, and 50 bytes a triangle.
std::string binary_stl(const TriangleMesh& mesh) {
  constexpr std::size_t kHeader = 80, kTriangle = 50;
  std::string out = "triangles written by romasc";
  out.resize(kHeader, ' ');
  out.reserve(kHeader + 4 + kTriangle * mesh.triangles.size());
  append_bytes(out, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vector3 &p = mesh.vertices[a], &q = mesh.vertices[b], &r = mesh.vertices[c];
    append_vector(out, (q - p).cross(r - p).normalized());
    for (const Vector3* corner : {&p, &q, &r}) append_vector(out, *corner);
    out.append(2, '\0');
  }
  return out;
}

}  // namespace romas
