#include "ir/analysis/mass/equal_moments.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "ir/analysis/mass/physical_inertia.h"
#include "ir/analysis/mass/solids.h"
#include "support/text/text.h"

namespace romas {
namespace {

class EqualMomentsTest : public ::testing::Test {
 protected:
  double number(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }
  Vector3 vector(double from, double to) { return {number(from, to), number(from, to), number(from, to)}; }
  std::mt19937_64 random_{11};
};

// A solid turned to the principal axes, as it must be for a body with these axes.
Matrix3 turned(const Matrix3& R, const Matrix3& tensor) { return R * tensor * R.transpose(); }

TEST_F(EqualMomentsTest, solidsHaveTheTensorOfTheBody) {
  for (int i = 0; i < 300; ++i) {
    const RigidTransform X{rotation_from_rpy(vector(-3, 3)), vector(-1, 1)};
    const SpatialInertia body = solid_box(vector(0.01, 3), number(1, 1000)).expressed_in(X);
    const EqualMoments equal = equal_moments(body);
    EXPECT_TRUE(equal.possible);
    EXPECT_TRUE(is_rotation(equal.R_LP, 1e-12));
    const double volume = equal.box_size.prod();
    const SpatialInertia box = solid_box(equal.box_size, body.mass / volume);
    EXPECT_TRUE(turned(equal.R_LP, box.tensor).isApprox(body.tensor, 1e-9));
    const double density = body.mass / solid_ellipsoid(equal.ellipsoid_radii, 1).mass;
    const SpatialInertia ellipsoid = solid_ellipsoid(equal.ellipsoid_radii, density);
    EXPECT_TRUE(turned(equal.R_LP, ellipsoid.tensor).isApprox(body.tensor, 1e-9));
  }
}

TEST_F(EqualMomentsTest, tellsTensorsThatNoBodyHas) {
  std::size_t impossible = 0;
  for (int i = 0; i < 300; ++i) {
    SpatialInertia body;
    body.mass = 2;
    const Vector3 moments = vector(0.1, 1);
    body.tensor = turned(rotation_from_rpy(vector(-3, 3)), moments.asDiagonal());
    const double slack = moments.sum() - 2 * moments.maxCoeff();
    const EqualMoments equal = equal_moments(body);
    EXPECT_EQ(equal.possible, slack > 0) << moments.transpose();
    if (equal.possible) continue;
    ++impossible;
    // The box of the nearest tensor is flat there.
    EXPECT_LT(equal.box_size.minCoeff(), 1e-7);
    const SpatialInertia nearest{2, Vector3::Zero(), nearest_inertia(body.tensor).tensor};
    EXPECT_TRUE(equal_moments(nearest).box_size.isApprox(equal.box_size, 1e-6));
  }
  EXPECT_GT(impossible, 20U);
}

TEST_F(EqualMomentsTest, masslessAndHugeBodiesHaveNoSize) {
  SpatialInertia body;
  EXPECT_TRUE(equal_moments(body).possible);
  body.mass = 1;
  EXPECT_TRUE(equal_moments(body).possible);  // a point
  EXPECT_EQ(equal_moments(body).box_size, Vector3::Zero());
  body.mass = 0;
  body.tensor = Matrix3::Identity();
  EXPECT_FALSE(equal_moments(body).possible);
  body.mass = -1;
  EXPECT_FALSE(equal_moments(body).possible);
  EXPECT_EQ(equal_moments(body).box_size, Vector3::Zero());
  body.mass = 1;
  body.tensor *= 1e308;
  EXPECT_TRUE(equal_moments(body).box_size.allFinite());
}

}  // namespace
}  // namespace romas
