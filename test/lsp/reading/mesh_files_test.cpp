#include "lsp/reading/mesh_files.h"

#include <gtest/gtest.h>

#include "ir/analysis/mass/solids.h"

namespace romas::lsp {
namespace {

// A box that is stretched is the box of the stretched size, also where an axis is mirrored.
TEST(MeshFiles, stretchSolids) {
  const Vector3 size(0.1, 0.2, 0.3), scale(2, -0.5, 3), centre(1, 2, 3);
  const SpatialInertia placed = solid_box(size, 1).expressed_in({Matrix3::Identity(), centre});
  const SpatialInertia stretched = scaled_along_axes(placed, scale);
  const SpatialInertia wanted = solid_box(size.cwiseProduct(scale.cwiseAbs()), 1);
  EXPECT_NEAR(stretched.mass, wanted.mass, 1e-15);
  EXPECT_TRUE(stretched.com.isApprox(centre.cwiseProduct(scale)));
  EXPECT_TRUE(stretched.tensor.isApprox(wanted.tensor, 1e-12)) << stretched.tensor;
}

TEST(MeshFiles, knowNothingOfOtherFiles) {
  MeshFiles files;
  EXPECT_EQ(files.find("no/such.stl"), nullptr);
  EXPECT_EQ(files.find("/proc/self/exe"), nullptr);
}

}  // namespace
}  // namespace romas::lsp
