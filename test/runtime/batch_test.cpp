// A batch computes what one call after another computes.
#include <gtest/gtest.h>

#include <romas/batch.hpp>

#include "test/runtime/test_robots.h"

namespace romas {
namespace {

using test::TwoLink;

template <class T, int Lanes>
void expect_batch(std::ptrdiff_t count, std::ptrdiff_t stride) {
  test::RandomNumbers random(static_cast<std::uint64_t>(count));
  const auto rows = static_cast<std::size_t>(2 * (stride != 0 ? stride : count));
  std::vector<T> q(rows), v(rows), tau(rows), a(rows, T(7));
  for (std::size_t i = 0; i < rows; ++i) {
    q[i] = static_cast<T>(random.uniform(-3, 3));
    v[i] = static_cast<T>(random.uniform(-3, 3));
    tau[i] = static_cast<T>(random.uniform(-3, 3));
  }
  batch<Lanes>(
      count, [](const auto* at, const auto* rate, const auto* torque, auto* result) { TwoLink::forward_dynamics(at, rate, torque, result); },
      in<2>(q.data(), stride), in<2>(v.data(), stride), in<2>(tau.data(), stride), out<2>(a.data(), stride));
  const auto step = static_cast<std::size_t>(stride != 0 ? stride : count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const T one_q[2] = {q[i], q[step + i]}, one_v[2] = {v[i], v[step + i]}, one_tau[2] = {tau[i], tau[step + i]};
    T wanted[2];
    TwoLink::forward_dynamics(one_q, one_v, one_tau, wanted);
    const double close = (std::is_same_v<T, double> ? 1e-12 : 1e-3) * (1 + std::fabs(wanted[0]) + std::fabs(wanted[1]));
    EXPECT_NEAR(a[i], wanted[0], close) << count << " " << i;
    EXPECT_NEAR(a[step + i], wanted[1], close) << count << " " << i;
  }
  for (std::size_t i = static_cast<std::size_t>(count); i < step; ++i) EXPECT_EQ(a[i], T(7));  // between the rows
}

TEST(Batch, equalsOneCallAfterAnother) {
  for (const std::ptrdiff_t count : {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 100}) {
    expect_batch<double, 0>(count, 0);
    expect_batch<double, 1>(count, 0);
    expect_batch<double, 2>(count, 0);
    expect_batch<double, 4>(count, 0);
    expect_batch<double, 8>(count, count + 3);
    expect_batch<double, 16>(count, 0);
    expect_batch<float, 0>(count, count + 1);
    expect_batch<float, 4>(count, 0);
    expect_batch<float, 16>(count, 0);
  }
}

// Angles that only the library can do do not disturb their neighbours.
TEST(Batch, hugeAnglesInOneLane) {
  std::vector<double> q(16, 0.5), tau(16);
  q[5] = 1e9;
  batch<4>(
      8, [](const auto* at, auto* torque) { TwoLink::gravity_torque(at, torque); }, in<2>(q.data()), out<2>(tau.data()));
  const double plain[2] = {0.5, 0.5}, huge[2] = {1e9, 0.5};
  double wanted[2];
  TwoLink::gravity_torque(plain, wanted);
  EXPECT_NEAR(tau[4], wanted[0], 1e-14);
  TwoLink::gravity_torque(huge, wanted);
  EXPECT_NEAR(tau[5], wanted[0], 1e-13);
}

}  // namespace
}  // namespace romas
