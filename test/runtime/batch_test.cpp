// A batch computes what one call after another computes.
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

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
      count,
      [](const auto* at, const auto* rate, const auto* torque, auto* result) {
        TwoLink::forward_dynamics(at, rate, torque, result);
      },
      in<2>(q.data(), stride), in<2>(v.data(), stride), in<2>(tau.data(), stride), out<2>(a.data(), stride));
  const auto step = static_cast<std::size_t>(stride != 0 ? stride : count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const T one_q[2] = {q[i], q[step + i]}, one_v[2] = {v[i], v[step + i]},
            one_tau[2] = {tau[i], tau[step + i]};
    T wanted[2];
    TwoLink::forward_dynamics(one_q, one_v, one_tau, wanted);
    const double close =
        (std::is_same_v<T, double> ? 1e-12 : 1e-3) * (1 + std::fabs(wanted[0]) + std::fabs(wanted[1]));
    EXPECT_NEAR(a[i], wanted[0], close) << count << " " << i;
    EXPECT_NEAR(a[step + i], wanted[1], close) << count << " " << i;
  }
  for (std::size_t i = static_cast<std::size_t>(count); i < step; ++i)
    EXPECT_EQ(a[i], T(7));  // between the rows
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

// Outputs that go to their rows at once, in full groups and in the last one.
TEST(Batch, stridedOutputs) {
  for (const std::ptrdiff_t count : {0, 1, 3, 4, 7, 8, 21}) {
    const std::ptrdiff_t stride = count + 2;
    std::vector<double> x(static_cast<std::size_t>(stride)), y(static_cast<std::size_t>(3 * stride), 7),
        z = y;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.1 * static_cast<double>(i) - 0.3;
    const auto f = [](const auto* at, auto result, auto* more) {
      result[2] = at[0] * at[0];
      result[0] = at[0] + at[0];
      result[1] = std::decay_t<decltype(at[0])>(0.5);
      more[0] = at[0];
    };
    const auto g = [](const auto* at, auto first, auto second) {
      first[2] = at[0] * at[0];
      first[0] = at[0] + at[0];
      first[1] = std::decay_t<decltype(at[0])>(0.5);
      second[0] = -at[0];
      static_assert(!std::is_pointer_v<decltype(first)> && !std::is_pointer_v<decltype(second)>);
    };
    std::vector<double> w(static_cast<std::size_t>(stride), 7), u = w;
    batch<4>(count, f, in<1>(x.data(), stride), out<3>(y.data(), stride),
             out<1>(w.data(), stride));  // a pointer among them: all are
    batch<4>(count, g, in<1>(x.data(), stride), out<3>(z.data(), stride), out<1>(u.data(), stride));
    EXPECT_EQ(y, z);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const bool computed = i < static_cast<std::size_t>(count);
      EXPECT_EQ(z[i], computed ? x[i] + x[i] : 7);
      EXPECT_EQ(z[static_cast<std::size_t>(stride) + i], computed ? 0.5 : 7);
      EXPECT_EQ(z[static_cast<std::size_t>(2 * stride) + i], computed ? x[i] * x[i] : 7);
      EXPECT_EQ(w[i], computed ? x[i] : 7);
      EXPECT_EQ(u[i], computed ? -x[i] : 7);
    }
  }
}

// Whatever stands in one row, no bit of another one changes.
template <class T, int Lanes, class Function, std::size_t... Inputs>
void expect_independent_rows(Function&& f, std::index_sequence<Inputs...>) {
  constexpr std::size_t kCount = 19;
  test::RandomNumbers random(3);
  std::array<std::vector<T>, sizeof...(Inputs)> inputs;
  for (std::vector<T>& values : inputs)
    for (std::size_t i = 0; i < 2 * kCount; ++i) values.push_back(static_cast<T>(random.uniform(-3, 3)));
  const auto run = [&] {
    std::vector<T> result(2 * kCount);
    batch<Lanes>(static_cast<std::ptrdiff_t>(kCount), f, in<2>(inputs[Inputs].data())...,
                 out<2>(result.data()));
    return result;
  };
  const std::vector<T> wanted = run();
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  for (const T value : {std::numeric_limits<T>::quiet_NaN(), kInfinity, -kInfinity, T(3e7), T(-2e5), T(0)})
    for (std::size_t row = 0; row < kCount; ++row) {
      const auto before = inputs;
      for (std::vector<T>& values : inputs) values[row] = values[row + kCount] = value;
      const std::vector<T> found = run();
      inputs = before;
      for (std::size_t i = 0; i < found.size(); ++i)
        if (i % kCount != row) {
          EXPECT_EQ(std::memcmp(&found[i], &wanted[i], sizeof(T)), 0)
              << value << " in row " << row << " changes row " << i % kCount;
        }
    }
}

TEST(Batch, rowsAreIndependentToTheBit) {
  const auto gravity = [](const auto* q, auto* tau) { TwoLink::gravity_torque(q, tau); };
  const auto forward = [](const auto* q, const auto* v, const auto* tau, auto* a) {
    TwoLink::forward_dynamics(q, v, tau, a);
  };
  const auto all = [&](auto number, auto lanes) {
    using T = decltype(number);
    expect_independent_rows<T, decltype(lanes)::value>(gravity, std::index_sequence<0>());
    expect_independent_rows<T, decltype(lanes)::value>(forward, std::index_sequence<0, 1, 2>());
  };
  all(0.0, std::integral_constant<int, 0>());
  all(0.0, std::integral_constant<int, 4>());
  all(0.0, std::integral_constant<int, 8>());
  all(0.0F, std::integral_constant<int, 0>());
  all(0.0F, std::integral_constant<int, 16>());
}

// Angles that only the library can do do not disturb their neighbours.
TEST(Batch, hugeAnglesInOneLane) {
  std::vector<double> q(16, 0.5), tau(16);
  q[5] = 1e9;
  batch<4>(
      8, [](const auto* at, auto* torque) { TwoLink::gravity_torque(at, torque); }, in<2>(q.data()),
      out<2>(tau.data()));
  const double plain[2] = {0.5, 0.5}, huge[2] = {1e9, 0.5};
  double wanted[2];
  TwoLink::gravity_torque(plain, wanted);
  EXPECT_NEAR(tau[4], wanted[0], 1e-14);
  TwoLink::gravity_torque(huge, wanted);
  EXPECT_NEAR(tau[5], wanted[0], 1e-13);
}

}  // namespace
}  // namespace romas
