// Binary STL reads back as the same triangles.
#include "frontend/mesh/stl_writer.h"

#include <gtest/gtest.h>

#include <bit>

#include "frontend/mesh/mesh_reader.h"
#include "frontend/mesh/stl_reader.h"

namespace romas {
namespace {

float float_at(const std::string& bytes, std::size_t at) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 4; ++i)
    bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return std::bit_cast<float>(bits);
}

TEST(StlWriter, readsBackAsTheSameTriangles) {
  const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0.25, -0.5, 8}},
                          {{0, 2, 1}, {0, 1, 3}, {3, 1, 2}}};
  const std::string bytes = binary_stl(mesh);
  EXPECT_EQ(bytes.size(), 84 + 3 * 50U);
  EXPECT_TRUE(is_binary_stl(bytes));
  EXPECT_NE(bytes.substr(0, 5), "solid");  // which some readers take for text
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const auto read = read_mesh_file(sources.add_text("a.stl", bytes), sources, diagnostics);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->format, MeshFormat::stl_binary);
  ASSERT_EQ(read->mesh.triangles.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(read->mesh.vertices[read->mesh.triangles[i][k]], mesh.vertices[mesh.triangles[i][k]]);
}

TEST(StlWriter, writesUnitNormals) {
  const TriangleMesh mesh{{{0, 0, 0}, {3, 0, 0}, {0, 2, 0}}, {{0, 1, 2}, {0, 1, 1}}};
  const std::string bytes = binary_stl(mesh);
  EXPECT_EQ(float_at(bytes, 84 + 8), 1);
  // A triangle without an area has none.
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(float_at(bytes, 84 + 50 + 4 * i), 0);
}

TEST(StlWriter, writesNoTriangles) { EXPECT_EQ(binary_stl({}).size(), 84U); }

}  // namespace
}  // namespace romas
