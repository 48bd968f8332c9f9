// Packs do lane by lane what scalars do; sine and cosine are right to two units in the last place.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <romas/arctangent.hpp>
#include <romas/generated.hpp>

#include "test/runtime/random_numbers.h"

namespace romas {
namespace {

template <class P>
class Packs : public testing::Test {};
using AllPacks = testing::Types<Pack<double, 1>, Pack<double, 2>, Pack<double, 4>, Pack<double, 8>,
                                Pack<double, 16>, Pack<float, 1>, Pack<float, 2>, Pack<float, 4>,
                                Pack<float, 8>, Pack<float, 16>, Pack<float, 32>>;
TYPED_TEST_SUITE(Packs, AllPacks, );  // the comma: -Wpedantic

template <class P>
P random_pack(test::RandomNumbers& random, double from, double to) {
  typename P::Scalar numbers[P::kLanes];
  for (auto& number : numbers) number = static_cast<typename P::Scalar>(random.uniform(from, to));
  return P::load(numbers);
}

TYPED_TEST(Packs, arithmeticIsThatOfTheScalar) {
  using P = TypeParam;
  using T = typename P::Scalar;
  test::RandomNumbers random(1);
  for (int round = 0; round < 50; ++round) {
    const P a = random_pack<P>(random, -5, 5), b = random_pack<P>(random, 0.1, 5),
            c = random_pack<P>(random, -5, 5);
    const P sum = a + b, difference = a - b, product = a * b, quotient = a / b, root = sqrt(b), negative = -a,
            size = abs(a);
    const P fused = fma(a, b, c), mixed = 2 * a + 1.5, smaller = select(a < c, a, c);
    P changed = a;
    changed += b, changed *= c, changed -= a, changed /= b;
    T stored[P::kLanes];
    product.store(stored);
    for (int i = 0; i < P::kLanes; ++i) {
      const T x = a[i], y = b[i], z = c[i];
      EXPECT_EQ(sum[i], x + y);
      EXPECT_EQ(difference[i], x - y);
      EXPECT_EQ(product[i], x * y);
      EXPECT_EQ(stored[i], x * y);
      EXPECT_EQ(quotient[i], x / y);
      EXPECT_EQ(root[i], std::sqrt(y));
      EXPECT_EQ(negative[i], -x);
      EXPECT_EQ(size[i], std::fabs(x));
      EXPECT_NEAR(fused[i], std::fma(x, y, z), 32 * std::numeric_limits<T>::epsilon());
      EXPECT_NEAR(mixed[i], 2 * x + T(1.5), 16 * std::numeric_limits<T>::epsilon());
      EXPECT_EQ(smaller[i], x < z ? x : z);
      EXPECT_NEAR(changed[i], ((x + y) * z - x) / y, 1e3 * std::numeric_limits<T>::epsilon());
    }
  }
}

template <class P, int... K>
P pack_of_numbers(std::integer_sequence<int, K...>) {
  return P::of(typename P::Scalar(K + 0.5)...);
}

TYPED_TEST(Packs, areMadeOfNumbers) {
  using P = TypeParam;
  const P pack = pack_of_numbers<P>(std::make_integer_sequence<int, P::kLanes>());
  for (int i = 0; i < P::kLanes; ++i) EXPECT_EQ(pack[i], typename P::Scalar(i + 0.5));
}

// An output that is no pointer.
template <class T>
struct EverySecond {
  T* data;
  T& operator[](int k) const { return data[2 * k]; }
};

TYPED_TEST(Packs, takeNumbersInOneLaneAndAreWrittenInARow) {
  using P = TypeParam;
  using T = typename P::Scalar;
  test::RandomNumbers random(4);
  const P a = random_pack<P>(random, -5, 5);
  for (int lane = 0; lane < P::kLanes; ++lane) {
    const P changed = a.with(lane, T(7));
    for (int k = 0; k < P::kLanes; ++k) EXPECT_EQ(changed[k], k == lane ? T(7) : a[k]);
  }
  T row[P::kLanes + 2] = {};
  T* pointer = row;
  write_lanes(pointer, 1, a);
  T spread[2 * (P::kLanes + 2)] = {};
  EverySecond<T> object{spread};
  write_lanes(object, 1, a);
  for (int k = 0; k < P::kLanes; ++k) {
    EXPECT_EQ(row[1 + k], a[k]);
    EXPECT_EQ(spread[2 * (1 + k)], a[k]);
    EXPECT_EQ(spread[2 * (1 + k) + 1], T(0));
  }
  EXPECT_EQ(row[0], T(0));
  EXPECT_EQ(row[P::kLanes + 1], T(0));
}

// N zeros from the second element on, and nothing beside them, to a pointer and to an output that is none.
template <class S, int N>
void expect_zeros() {
  S row[N + 2];
  S spread[2 * (N + 2)];
  for (S& number : row) number = S(7);
  for (S& number : spread) number = S(7);
  S* pointer = row;
  write_zeros<S, N>(pointer, 1);
  EverySecond<S> object{spread};
  write_zeros<S, N>(object, 1);
  const auto same = [](const S& a, double b) {
    if constexpr (is_pack<S>)
      return all(a == S(b));
    else
      return a == S(b);
  };
  for (int k = 0; k < N + 2; ++k) {
    const double expected = k == 0 || k == N + 1 ? 7 : 0;
    EXPECT_TRUE(same(row[k], expected)) << k << " of " << N;
    EXPECT_TRUE(same(spread[2 * k], expected)) << k << " of " << N;
    EXPECT_TRUE(same(spread[2 * k + 1], 7)) << k << " of " << N;
  }
}

template <class S, int... N>
void expect_zeros_of(std::integer_sequence<int, N...>) {
  (expect_zeros<S, N + 1>(), ...);
}

TYPED_TEST(Packs, zerosAreWrittenInARow) {
  using Counts = std::make_integer_sequence<int, 33>;
  expect_zeros_of<typename TypeParam::Scalar>(Counts());
  expect_zeros_of<TypeParam>(Counts());
  expect_zeros_of<long double>(Counts());
}

TYPED_TEST(Packs, comparingAndMasks) {
  using P = TypeParam;
  using T = typename P::Scalar;
  P a(T(1)), b(T(1));
  EXPECT_TRUE(all(a == b));
  EXPECT_TRUE(all(a <= b) && all(a >= b) && !any(a < b) && !any(a > b) && !any(a != b));
  for (int lane = 0; lane < P::kLanes; ++lane) {
    P c = a;
    c.set(lane, T(2));
    EXPECT_TRUE(any(c > a)) << lane;
    EXPECT_TRUE(any(c != a)) << lane;
    EXPECT_EQ(all(c > a), P::kLanes == 1);
    EXPECT_TRUE(all((c > a) | (c == a)));
    EXPECT_FALSE(any((c > a) & (c == a)));
    EXPECT_TRUE(all(!(c < a)));
    c.set(lane, std::numeric_limits<T>::quiet_NaN());
    EXPECT_FALSE(all(c == c));
    EXPECT_FALSE(all(c <= a));
    EXPECT_TRUE(any(c != c));
  }
}

// |got - exact| in units in the last place of the exact value.
template <class T>
double ulps(T got, long double exact) {
  const T size = std::fabs(static_cast<T>(exact));
  const T unit = std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) /
                             static_cast<long double>(unit));
}

// Angles up to `range`, among them the numbers nearest to multiples of a quarter turn and their neighbours,
// where sine or cosine has the fewest digits to stand on.
template <class T>
T hard_angle(test::RandomNumbers& random, double range, int k) {
  const double x = random.uniform(-range, range);
  if (k % 3 != 0) return static_cast<T>(x);
  const T near = static_cast<T>(std::round(x / 1.5707963267948966) * 1.57079632679489661923132169163975144L);
  return k % 2 == 0 ? near : std::nextafter(near, T(0));
}

template <class T, int N>
void expect_accurate(double range) {
  test::RandomNumbers random(7);
  double worst = 0;
  for (int k = 0; k < 20000; ++k) {
    T q[N], s[N], c[N];
    for (T& angle : q) angle = hard_angle<T>(random, range, k);
    sincos_all<N>(q, s, c);
    for (int i = 0; i < N; ++i) {
      worst = std::max(worst, ulps(s[i], std::sin(static_cast<long double>(q[i]))));
      worst = std::max(worst, ulps(c[i], std::cos(static_cast<long double>(q[i]))));
    }
  }
  EXPECT_LE(worst, 2.0) << "range " << range;
}

TEST(SinCosAll, isAccurateToTwoUnitsInTheLastPlace) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is not longer than double";
  expect_accurate<double, 7>(0.7);
  expect_accurate<double, 7>(6.3);
  expect_accurate<double, 5>(1000);
  expect_accurate<double, 6>(1e6);
  expect_accurate<double, 7>(1e8);  // by the library
  expect_accurate<float, 7>(6.3);
  expect_accurate<float, 12>(1e4);
}

template <int N>
void expect_every_angle_in_its_place() {
  double q[N], s[N], c[N];
  float qf[N], sf[N], cf[N];
  for (int i = 0; i < N; ++i) q[i] = 0.3 * i - 1, qf[i] = static_cast<float>(q[i]);
  sincos_all<N>(q, s, c);
  sincos_all<N>(qf, sf, cf);
  for (int i = 0; i < N; ++i) {
    EXPECT_NEAR(s[i], std::sin(q[i]), 4e-16) << N << " " << i;
    EXPECT_NEAR(c[i], std::cos(q[i]), 4e-16) << N << " " << i;
    EXPECT_NEAR(sf[i], std::sin(qf[i]), 2e-7) << N << " " << i;
    EXPECT_NEAR(cf[i], std::cos(qf[i]), 2e-7) << N << " " << i;
  }
}

TEST(SinCosAll, anyNumberOfAngles) {
  expect_every_angle_in_its_place<1>();
  expect_every_angle_in_its_place<2>();
  expect_every_angle_in_its_place<3>();
  expect_every_angle_in_its_place<4>();
  expect_every_angle_in_its_place<5>();
  expect_every_angle_in_its_place<7>();
  expect_every_angle_in_its_place<8>();
  expect_every_angle_in_its_place<9>();
  expect_every_angle_in_its_place<16>();
  expect_every_angle_in_its_place<17>();
  expect_every_angle_in_its_place<33>();
  expect_every_angle_in_its_place<100>();
  sincos_all<0>(static_cast<const double*>(nullptr), static_cast<double*>(nullptr),
                static_cast<double*>(nullptr));
}

TEST(SinCosAll, unusualAnglesGoToTheLibrary) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double odd : {infinite, -infinite, std::numeric_limits<double>::quiet_NaN(), 1e300, -1e7}) {
    for (int place = 0; place < 7; ++place) {
      double q[7] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, s[7], c[7];
      q[place] = odd;
      sincos_all<7>(q, s, c);
      for (int i = 0; i < 7; ++i) {
        if (std::isfinite(q[i]))
          EXPECT_EQ(s[i], std::sin(q[i]));
        else
          EXPECT_TRUE(std::isnan(s[i]) && std::isnan(c[i]));
      }
    }
  }
  const double tiny[3] = {0, std::numeric_limits<double>::denorm_min(), 1e-300};
  double s[3], c[3];
  sincos_all<3>(tiny, s, c);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(s[i], tiny[i]);
    EXPECT_EQ(c[i], 1);
  }
}

TYPED_TEST(Packs, sinesOfPacksAreThoseOfScalars) {
  using P = TypeParam;
  test::RandomNumbers random(3);
  const double allowed = 2 * static_cast<double>(std::numeric_limits<typename P::Scalar>::epsilon());
  for (int round = 0; round < 50; ++round) {
    const P x = random_pack<P>(random, -10, 10);
    P s, c, all_s[1], all_c[1];
    sincos(x, s, c);
    sincos_all<1>(&x, all_s, all_c);
    for (int i = 0; i < P::kLanes; ++i) {
      EXPECT_NEAR(s[i], std::sin(x[i]), allowed);
      EXPECT_NEAR(c[i], std::cos(x[i]), allowed);
      EXPECT_EQ(sin(x)[i], s[i]);
      EXPECT_EQ(cos(x)[i], c[i]);
      EXPECT_EQ(all_s[0][i], s[i]);
      EXPECT_EQ(all_c[0][i], c[i]);
    }
  }
}

// A type for automatic differentiation, as users bring them.
struct Dual {
  double value, slope;
  friend Dual sin(const Dual& x) { return {std::sin(x.value), std::cos(x.value) * x.slope}; }
  friend Dual cos(const Dual& x) { return {std::cos(x.value), -std::sin(x.value) * x.slope}; }
};

TYPED_TEST(Packs, anglesOfDirectionsAreThoseOfTheLibrary) {
  using P = TypeParam;
  using T = typename P::Scalar;
  test::RandomNumbers random(5);
  for (int round = 0; round < 200; ++round) {
    const P x = random_pack<P>(random, -3, 3) * (round % 3 == 0 ? T(1e-6) : T(1));
    const P y = random_pack<P>(random, -3, 3) * (round % 5 == 0 ? T(1e-6) : T(1));
    const P angle = atan2(y, x);
    for (int i = 0; i < P::kLanes; ++i) {
      const double exact = std::atan2(static_cast<double>(y[i]), static_cast<double>(x[i]));
      EXPECT_NEAR(static_cast<double>(angle[i]), exact,
                  3 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::fabs(exact))
          << y[i] << " " << x[i];
    }
  }
  const P zero(T(0)), one(T(1)), large(T(1e30));
  const T pi = T(3.14159265358979323846);
  EXPECT_EQ(atan2(zero, zero)[0], T(0));
  EXPECT_EQ(atan2(zero, one)[0], T(0));
  EXPECT_EQ(atan2(zero, -one)[0], pi);
  EXPECT_EQ(atan2(one, zero)[0], pi / 2);
  EXPECT_EQ(atan2(-one, zero)[0], -pi / 2);
  EXPECT_NEAR(atan2(large, -large)[0], 3 * pi / 4, 4 * std::numeric_limits<T>::epsilon());
#if !defined(__FAST_MATH__)
  const P nothing(std::numeric_limits<T>::quiet_NaN());
  EXPECT_TRUE(std::isnan(atan2(nothing, one)[0]));
  EXPECT_TRUE(std::isnan(atan2(one, nothing)[0]));
#endif
}

TYPED_TEST(Packs, areChosenBySigns) {
  using P = TypeParam;
  test::RandomNumbers random(6);
  const P condition = random_pack<P>(random, -1, 1), a = random_pack<P>(random, -1, 1), b = a + P(4);
  const P chosen = select_by_sign(condition, a, b);
  for (int i = 0; i < P::kLanes; ++i) EXPECT_EQ(chosen[i], condition[i] >= 0 ? a[i] : b[i]);
  EXPECT_EQ(select_by_sign(0.0, 1.0, 2.0), 1.0);
  EXPECT_EQ(select_by_sign(-1.0, 1.0, 2.0), 2.0);
}

TEST(SinCosAll, otherTypesUseTheirOwnFunctions) {
  const Dual q[2] = {{0.5, 1}, {2, 3}};
  Dual s[2], c[2];
  sincos_all<2>(q, s, c);
  EXPECT_EQ(s[1].value, std::sin(2.0));
  EXPECT_EQ(s[1].slope, 3 * std::cos(2.0));
  EXPECT_EQ(c[0].slope, -std::sin(0.5));
}

// Remembers when it was asked for.
struct Asked {
  int at = 0;
  static int clock;
  friend Asked sin(const Asked&) { return {++clock}; }
  friend Asked cos(const Asked&) { return {++clock}; }
};
int Asked::clock = 0;

TEST(SinCosAll, goesBackwardWhereItIsTold) {
  const Asked q[3];
  Asked s[3], c[3];
  sincos_all<3>(q, s, c);
  EXPECT_TRUE(s[0].at < s[1].at && s[1].at < s[2].at);
  sincos_all_backward<3>(q, s, c);
  EXPECT_TRUE(s[0].at > s[1].at && s[1].at > s[2].at);
  const double angles[3] = {0.1, 0.2, 0.3};
  double sines[3], cosines[3];
  sincos_all_backward<3>(angles, sines, cosines);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(sines[i], std::sin(angles[i]), 1e-16);
}

}  // namespace
}  // namespace romas
