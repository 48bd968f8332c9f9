// Files of meshes that MuJoCo takes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "frontend/mesh/stl_writer.h"
#include "support/text/text.h"
#include "test/backends/mjcf/mujoco.h"

namespace romas {
namespace {

using test::Mujoco;

// MuJoCo refuses STL files that are text and reads binary ones, which --copy-meshes makes of them.
TEST(Meshes, areReadAsBinaryStlAndNotAsText) {
  const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                          {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  std::string text = "solid corner\n";
  for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const std::uint32_t corner : triangle) {
      const Vector3& p = mesh.vertices[corner];
      text += concat("vertex ", p.x(), " ", p.y(), " ", p.z(), "\n");
    }
    text += "endloop\nendfacet\n";
  }
  text += "endsolid corner\n";
  constexpr std::string_view kRobot =
      "<mujoco><asset><mesh name=\"m\" file=\"m.stl\"/></asset><worldbody><body><freejoint/><geom "
      "type=\"mesh\" "
      "mesh=\"m\"/></body></worldbody></mujoco>";
  const auto read = [&](const std::string& bytes) {
    const auto folder = std::filesystem::temp_directory_path() / "romas_mjcf_meshes";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "m.stl", std::ios::binary) << bytes;
    return Mujoco(std::string(kRobot), folder);
  };
  EXPECT_FALSE(read(text));
  const Mujoco taken = read(binary_stl(mesh));
  ASSERT_TRUE(taken) << taken.error();
  EXPECT_EQ(taken.model().nmeshvert, 4);
  EXPECT_EQ(taken.model().nmeshface, 4);
}

}  // namespace
}  // namespace romas
