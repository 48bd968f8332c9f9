#include "ir/analysis/mass/physical_inertia.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "support/text/text.h"

namespace romas {
namespace {

class PhysicalInertia : public ::testing::Test {
 protected:
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Matrix3 any_tensor() {
    Matrix3 I;
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column <= row; ++column) I(row, column) = I(column, row) = number();
    return I;
  }
  // With second moments A Aᵀ, as every body has them.
  Matrix3 tensor_of_body() {
    Matrix3 A;
    for (double& entry : A.reshaped()) entry = number();
    return tensor_of_second_moments(A * A.transpose());
  }
  static Matrix3 diagonal(double a, double b, double c) { return Vector3(a, b, c).asDiagonal(); }
  static double distance(const Matrix3& a, const Matrix3& b) {
    return (second_moments(a) - second_moments(b)).norm();
  }

  std::mt19937_64 random_{7};
};

TEST_F(PhysicalInertia, secondMomentsAreThoseOfTheBody) {
  // A box of 12 kg with edges 1, 2 and 3 m: m a²/12 along each edge.
  EXPECT_TRUE(second_moments(diagonal(13, 10, 5)).isApprox(diagonal(1, 4, 9)));
  EXPECT_TRUE(tensor_of_second_moments(diagonal(1, 4, 9)).isApprox(diagonal(13, 10, 5)));
}

TEST_F(PhysicalInertia, bodiesAreNearestToThemselves) {
  for (int i = 0; i < 500; ++i) {
    const Matrix3 I = tensor_of_body();
    const NearestInertia nearest = nearest_inertia(I);
    EXPECT_NEAR(nearest.distance, 0, 1e-12);
    EXPECT_LT((nearest.tensor - I).norm(), 1e-12);
    EXPECT_TRUE(satisfies_triangle(I));
  }
}

TEST_F(PhysicalInertia, projectingTwiceIsProjectingOnce) {
  for (int i = 0; i < 500; ++i) {
    const Matrix3 I = any_tensor();
    const NearestInertia once = nearest_inertia(I);
    EXPECT_NEAR(distance(once.tensor, I), once.distance, 1e-12);
    EXPECT_LT((nearest_inertia(once.tensor).tensor - once.tensor).norm(), 1e-12);
    const Matrix3 S = second_moments(once.tensor);
    EXPECT_TRUE(satisfies_triangle(once.tensor + 1e-9 * Matrix3::Identity()));
    EXPECT_GE(S.trace(), -1e-12);
  }
}

// The cone is convex: nothing is nearer than the projection if no small step towards another body is either.
TEST_F(PhysicalInertia, noOtherBodyIsNearer) {
  for (int i = 0; i < 200; ++i) {
    const Matrix3 I = any_tensor();
    const NearestInertia nearest = nearest_inertia(I);
    for (int j = 0; j < 50; ++j) {
      const Matrix3 other = tensor_of_body();
      EXPECT_GE(distance(other, I), nearest.distance - 1e-12);
      EXPECT_GE(distance(nearest.tensor + 1e-3 * (other - nearest.tensor), I), nearest.distance - 1e-12);
    }
  }
}

TEST_F(PhysicalInertia, shortTensorsAreThoseOfBodiesAndNear) {
  int found = 0;
  for (int i = 0; i < 500; ++i) {
    const Matrix3 I = any_tensor() * std::pow(10, 5 * number());
    const auto nearest = nearest_short_inertia(I);
    if (!nearest) continue;
    ++found;
    EXPECT_TRUE(is_positive_definite(nearest->tensor));
    EXPECT_TRUE(satisfies_triangle(nearest->tensor, 0));
    EXPECT_LE(nearest->distance, 1.01 * nearest_inertia(I).distance);
    EXPECT_NEAR(nearest->distance, distance(nearest->tensor, I), 1e-9 * I.norm());
  }
  EXPECT_GT(found, 400);
}

TEST_F(PhysicalInertia, digitsAreFew) {
  const auto nearest = nearest_short_inertia(diagonal(0.1, 0.2, 0.5));
  ASSERT_TRUE(nearest);
  EXPECT_NEAR(nearest->distance, 0.1, 0.001);
  for (int i = 0; i < 3; ++i) EXPECT_LE(format_double(nearest->tensor(i, i)).size(), 6U);
  EXPECT_EQ(nearest->tensor(0, 1), 0);
}

TEST_F(PhysicalInertia, nothingIsNearToWhatIsNegative) {
  EXPECT_FALSE(nearest_short_inertia(diagonal(-1, -1, -1)));
  EXPECT_FALSE(nearest_short_inertia(Matrix3::Zero()));
  EXPECT_EQ(nearest_inertia(diagonal(-1, -1, -1)).tensor, Matrix3::Zero());
}

TEST_F(PhysicalInertia, noSizeOverflows) {
  for (const double size : {1e-300, 1e300}) {
    const auto nearest = nearest_short_inertia(diagonal(0.1, 0.2, 0.5) * size);
    ASSERT_TRUE(nearest) << size;
    EXPECT_TRUE(satisfies_triangle(nearest->tensor / size, 0));
  }
  EXPECT_FALSE(nearest_short_inertia(Matrix3::Constant(-std::numeric_limits<double>::max())));
}

}  // namespace
}  // namespace romas
