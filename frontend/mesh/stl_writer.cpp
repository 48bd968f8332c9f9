#include "frontend/mesh/stl_writer.h"

#include <Eigen/Geometry>
#include <bit>
#include <cstdint>

#include "frontend/mesh/stl_format.h"

namespace romas {

namespace {

void append_bytes(std::string& out, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<char>(value >> (8 * i) & 0xffU));
}

void append_vector(std::string& out, const Vector3& v) {
  for (int i = 0; i < 3; ++i) append_bytes(out, std::bit_cast<std::uint32_t>(static_cast<float>(v[i])));
}

}  // namespace

std::string binary_stl(const TriangleMesh& mesh) {
  std::string out = "triangles written by romasc";
  out.resize(stl::kCountAt, ' ');
  out.reserve(stl::kTrianglesAt + stl::kTriangleSize * mesh.triangles.size());
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
