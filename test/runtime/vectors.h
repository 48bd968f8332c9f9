// Comparing vectors of numbers in tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace romas::test {

using Vector = std::vector<double>;

// The largest absolute value; infinite where a value is not finite.
inline double largest(const Vector& numbers) {
  double size = 0;
  for (const double number : numbers)
    size = std::max(size, std::isfinite(number) ? std::fabs(number) : INFINITY);
  return size;
}
// tolerance: of the difference, against the largest value of b (at least 1e-3).
inline void expect_equal(const Vector& a, const Vector& b, double tolerance, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  Vector difference(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) difference[i] = a[i] - b[i];
  EXPECT_LE(largest(difference), tolerance * std::max(1e-3, largest(b))) << what;
}
inline std::size_t size(int n) { return static_cast<std::size_t>(n); }

}  // namespace romas::test
