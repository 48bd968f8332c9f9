// Boxes around shapes.
#include "ir/analysis/tree/bounds.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>

#include "frontend/mesh/mesh_bounds.h"
#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

void expect_box(const std::optional<BoundingBox>& box, const Vector3& low, const Vector3& high) {
  ASSERT_TRUE(box);
  EXPECT_TRUE(box->min().isApprox(low) && box->max().isApprox(high))
      << box->min().transpose() << " to " << box->max().transpose();
}

TEST(Bounds, primitives) {
  expect_box(bounding_box(Box{{1, 2, 3}}, nullptr), {-0.5, -1, -1.5}, {0.5, 1, 1.5});
  expect_box(bounding_box(Cylinder{1, 4}, nullptr), {-1, -1, -2}, {1, 1, 2});
  expect_box(bounding_box(Capsule{1, 4}, nullptr), {-1, -1, -3}, {1, 1, 3});
  expect_box(bounding_box(Sphere{2}, nullptr), {-2, -2, -2}, {2, 2, 2});
  expect_box(bounding_box(Ellipsoid{{1, 2, 3}}, nullptr), {-1, -2, -3}, {1, 2, 3});
}

TEST(Bounds, sizesThatNoShapeHas) {
  const double huge = std::numeric_limits<double>::max();
  for (const Shape& shape :
       {Shape(Box{{1, 0, 1}}), Shape(Box{{1, -1, 1}}), Shape(Sphere{0}), Shape(Cylinder{-1, 1}),
        Shape(Capsule{1, 0}), Shape(Capsule{0, 1}), Shape(Sphere{huge}), Shape(Box{{huge, huge, huge}}),
        Shape(Mesh{"a.stl", {}, {}})})
    EXPECT_FALSE(bounding_box(shape, nullptr)) << shape.index();
}

TEST(Bounds, turned) {
  RigidTransform X;
  X.R = rotation_from_rpy({0, 0, std::numbers::pi / 2});
  X.p = {1, 2, 3};
  expect_box(expressed_in(BoundingBox(Vector3(0, 0, 0), Vector3(2, 1, 1)), X), {0, 2, 3}, {1, 4, 4});
  X.R = rotation_from_rpy({0, 0, std::numbers::pi / 4});
  X.p.setZero();
  const double half = std::sqrt(2) / 2;
  expect_box(expressed_in(BoundingBox(Vector3(-0.5, -0.5, -1), Vector3(0.5, 0.5, 1)), X), {-half, -half, -1},
             {half, half, 1});
}

class MeshBounds : public testing::Test {
 protected:
  MeshBounds() : folder_(fs::path(testing::TempDir()) / concat("romas-bounds-", ::getpid())) {
    fs::create_directories(folder_);
    write("a.obj", "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 2 3 4\nf 2 3 5\n");  // no triangle has the
                                                                                        // first vertex
    write("a.dae", "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n");
    write("broken.obj", "v 0 0 0\nf 1 2 3\n");
  }
  ~MeshBounds() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  MeshSizes sizes() {
    return {FileSearch{folder_.string(), {}, {}}, [this](const std::string& path) {
              ++measured_;
              return measure_mesh(path, 1000);
            }};
  }

  fs::path folder_;
  int measured_ = 0;
};

TEST_F(MeshBounds, triangles) {
  MeshSizes meshes = sizes();
  expect_box(meshes.bounds({"a.obj", {}, {}}), {0, 0, 0}, {1, 2, 3});
  expect_box(meshes.bounds({"a.obj", Number3{-2, 1, 0.5}, {}}), {-2, 0, 0}, {0, 2, 1.5});
  EXPECT_EQ(measured_, 1);  // a file is read once
  EXPECT_FALSE(meshes.bounds({"a.obj", Number3{1e300, 1, 1}, {}}));
  expect_box(bounding_box(Mesh{"a.obj", {}, {}}, &meshes), {0, 0, 0}, {1, 2, 3});
}

TEST_F(MeshBounds, whatCannotBeMeasured) {
  MeshSizes meshes = sizes();
  for (const char* name : {"none.obj", "a.dae", "broken.obj", "", "http://example.org/a.obj"})
    EXPECT_FALSE(meshes.bounds({name, {}, {}})) << name;
  write("large.obj", std::string(2000, '#'));
  EXPECT_FALSE(meshes.bounds({"large.obj", {}, {}}));
}

}  // namespace
}  // namespace romas
