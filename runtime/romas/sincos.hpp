// Sine and cosine of packs, and of all joint angles of one configuration together.
//
// Method: the nearest multiple n of pi/2 is subtracted in three steps (Cody and Waite, Software Manual for
// the Elementary Functions, 1980, chapter 8), without rounding where the target has fused multiply-add.
// Minimax polynomials on [-pi/4, pi/4] give sine and cosine of the rest (coefficients by Remez's exchange for
// relative error). The last two bits of n swap the two and set the signs. Results lie within 2 units in the
// last place of the exact value under any flags: each sum whose order matters passes `opaque`. Zeros are
// positive. Angles beyond 1e6 rad (float: 1e4), infinities and NaN go to the standard library; with
// -ffinite-math-only the compiler may assume that there are no infinities and no NaN, and their sines are
// anything.
#pragma once

#include <romas/simd.hpp>
#include <utility>

namespace romas {
inline namespace ROMAS_SIMD_NAMESPACE {
namespace simd {

// kHalfPi: pi/2 as a sum of numbers. kShortHalfPi: the same with so few bits in each but the last that their
// products with n are exact, for targets without fused multiply-add.
template <class T>
struct SinCosNumbers;
template <>
struct SinCosNumbers<double> {
  static constexpr double kLargest = 1e6;
  static constexpr double kTwoOverPi = 0.63661977236758134;
  // 1.5 * 2^52: adding it leaves the nearest integer in the low bits.
  static constexpr double kRounder = 6755399441055744.0;
  static constexpr double kHalfPi[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};
  static constexpr double kShortHalfPi[3] = {0x1.921fb54400000p+0, 0x1.0b4611a600000p-34,
                                             0x1.3198a2e037073p-69};
  static constexpr double kSin[6] = {-0.1666666666666663,   0.008333333333322063,    -0.00019841269829542596,
                                     2.755731360452323e-06, -2.5050745037393148e-08, 1.5896067488473956e-10};
  static constexpr double kCos[6] = {0.041666666666666595,  -0.0013888888888872975,
                                     2.480158728880003e-05, -2.7557314163977853e-07,
                                     2.087569870867463e-09, -1.1358423522874584e-11};
};
template <>
struct SinCosNumbers<float> {
  static constexpr float kLargest = 1e4F;
  static constexpr float kTwoOverPi = 0.636619772F;
  static constexpr float kRounder = 12582912.0F;  // 1.5 * 2^23
  static constexpr float kHalfPi[3] = {0x1.921fb6p+0F, -0x1.777a5cp-25F, -0x1.ee59dap-50F};
  static constexpr float kShortHalfPi[4] = {1.5703125F, 0.000483751297F, 7.54953362e-08F, 2.56334407e-12F};
  static constexpr float kSin[3] = {-0.166666552F, 0.00833215844F, -0.00019514958F};
  static constexpr float kCos[3] = {0.0416666456F, -0.0013887313F, 2.44327857e-05F};
};

template <class To, class From>
ROMAS_INLINE To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

// Polynomials in u = r^2: sin r = r + r^3 S(u), cos r = 1 - u/2 + u^2 C(u). They are evaluated in pairs,
// which shortens the chain of dependent operations.
template <class T, int N>
ROMAS_INLINE Pack<T, N> polynomial(const T (&c)[6], Pack<T, N> u, Pack<T, N> u2) {
  using P = Pack<T, N>;
  return fma(u2, fma(u2, fma(u, P(c[5]), P(c[4])), fma(u, P(c[3]), P(c[2]))), fma(u, P(c[1]), P(c[0])));
}
template <class T, int N>
ROMAS_INLINE Pack<T, N> polynomial(const T (&c)[3], Pack<T, N> u, Pack<T, N> u2) {
  using P = Pack<T, N>;
  return fma(u2, P(c[2]), fma(u, P(c[1]), P(c[0])));
}

// x + n pi/2 with an error of about half a unit in the last place.
template <class T, int N>
ROMAS_INLINE Pack<T, N> reduce(Pack<T, N> x, Pack<T, N> n) {
  using P = Pack<T, N>;
  using Numbers = SinCosNumbers<T>;
  if constexpr (fast_fma<T>) {
    const P near = opaque(fma(n, P(Numbers::kHalfPi[0]), x));
    return fma(n, P(Numbers::kHalfPi[2]), fma(n, P(Numbers::kHalfPi[1]), near));
  } else {
    constexpr int kParts = sizeof(Numbers::kShortHalfPi) / sizeof(T);
    P r = x;
    for (int i = 0; i < kParts - 2; ++i) r = opaque(r + n * P(Numbers::kShortHalfPi[i]));  // without rounding
    const P taken = n * P(Numbers::kShortHalfPi[kParts - 2]);
    const P rest = opaque(r + taken);
    const P lost = opaque((r - rest) + taken);  // what that difference rounded off
    return rest + (n * P(Numbers::kShortHalfPi[kParts - 1]) + lost);
  }
}

// Sine and cosine of one register's lanes (or of a scalar), for |x| up to kLargest; anything for larger ones.
template <class T, int N>
ROMAS_INLINE void sincos_near(Pack<T, N> x, Pack<T, N>& s, Pack<T, N>& c) {
  using P = Pack<T, N>;
  using Numbers = SinCosNumbers<T>;
  using Bits = typename Registers<T, N>::Bits;
  using Value = typename Registers<T, N>::Value;
  constexpr int kTopBit = 8 * static_cast<int>(sizeof(T)) - 2;  // from bit 1 to the sign
  const P rounded = opaque(fma(x, P(Numbers::kTwoOverPi), P(Numbers::kRounder)));
  const P r = reduce(x, opaque(P(Numbers::kRounder) - rounded));
  const P u = r * r;
  const P u2 = u * u;
  const P sine = fma(r * u, polynomial(Numbers::kSin, u, u2), r);
  const P cosine = fma(u2, polynomial(Numbers::kCos, u, u2), fma(u, P(T(-0.5)), P(T(1))));
  const Bits quadrant = bit_cast<Bits>(rounded.storage.value);
  const Bits sine_bits = bit_cast<Bits>(sine.storage.value);
  const Bits cosine_bits = bit_cast<Bits>(cosine.storage.value);
  const Bits exchange = (sine_bits ^ cosine_bits) & (Bits{} - (quadrant & 1U));
  s.storage.value = bit_cast<Value>(static_cast<Bits>(sine_bits ^ exchange ^ ((quadrant & 2U) << kTopBit)));
  c.storage.value =
      bit_cast<Value>(static_cast<Bits>(cosine_bits ^ exchange ^ (((quadrant + 1U) & 2U) << kTopBit)));
}

// Whether every lane is within the range of sincos_near; NaN is not.
template <class T, int N>
ROMAS_INLINE Mask<T, N> is_near(Pack<T, N> x) {
  const Pack<T, N> largest(SinCosNumbers<T>::kLargest);
  return (x <= largest) & (x >= -largest);
}

// Lanes beyond the range of sincos_near go to the library; the others do not notice.
template <class T, int N>
ROMAS_COLD void sincos_library(const Pack<T, N>& x, Pack<T, N>& s, Pack<T, N>& c) {
  sincos_near(x, s, c);
  for (int i = 0; i < N; ++i) {
    if (std::fabs(x[i]) <= SinCosNumbers<T>::kLargest) continue;
    s.set(i, std::sin(x[i]));
    c.set(i, std::cos(x[i]));
  }
}
template <int N, class T>
ROMAS_COLD void sincos_library(const T* q, T* s, T* c) {
  for (int i = 0; i < N; ++i) {
    s[i] = std::sin(q[i]);
    c[i] = std::cos(q[i]);
  }
}

}  // namespace simd

// s = sin x, c = cos x, lane by lane (radians).
template <class T, int N>
ROMAS_INLINE void sincos(Pack<T, N> x, Pack<T, N>& s, Pack<T, N>& c) {
  if constexpr (simd::shape<T, N> == simd::Shape::halves) {
    sincos(x.storage.low, s.storage.low, c.storage.low);
    sincos(x.storage.high, s.storage.high, c.storage.high);
  } else {
    if (all(simd::is_near(x)))
      simd::sincos_near(x, s, c);
    else
      simd::sincos_library(x, s, c);
  }
}
// The sine of each lane; sincos gives both for the price of one.
template <class T, int N>
ROMAS_INLINE Pack<T, N> sin(Pack<T, N> x) {
  Pack<T, N> s, c;
  sincos(x, s, c);
  return s;
}
// The cosine of each lane; sincos gives both for the price of one.
template <class T, int N>
ROMAS_INLINE Pack<T, N> cos(Pack<T, N> x) {
  Pack<T, N> s, c;
  sincos(x, s, c);
  return c;
}

namespace simd {

// A type that brings its own sincos(x, s, c) by argument-dependent lookup.
template <class S, class = void>
inline constexpr bool has_sincos = false;
template <class S>
inline constexpr bool has_sincos<
    S, std::void_t<decltype(sincos(std::declval<const S&>(), std::declval<S&>(), std::declval<S&>()))>> =
    true;

// Sine and cosine of one angle of any type; on a graphics processor by its own functions.
template <class S>
ROMAS_HOST_DEVICE ROMAS_INLINE void sincos_of(const S& x, S& s, S& c) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<S, double>) {
    ::sincos(x, &s, &c);
  } else if constexpr (std::is_same_v<S, float>) {
    ::sincosf(x, &s, &c);
  } else
#endif
      if constexpr (has_sincos<S>) {
    sincos(x, s, c);
  } else {
    using std::cos;
    using std::sin;
    s = sin(x);
    c = cos(x);
  }
}

// Whether the angles of one configuration go through registers together.
template <class S>
#if defined(__CUDACC__)
inline constexpr bool angles_together = false;
#else
inline constexpr bool angles_together = std::is_same_v<S, double> || std::is_same_v<S, float>;
#endif

// Lanes for one configuration of N angles: registers of at most 32 bytes, and no wider than the angles fill.
// Wider registers lose more by waiting for their loads than they gain.
template <class T, int N>
constexpr int angle_lanes() {
  int lanes = native_lanes<T>;
  while (lanes > 1 && (lanes * static_cast<int>(sizeof(T)) > 32 || lanes > N)) lanes /= 2;
  return lanes * static_cast<int>(sizeof(T)) >= 16 ? lanes : 1;
}

// Sine and cosine of the angles of up to four registers, interleaved.
template <int N, class T>
ROMAS_INLINE void sincos_angles(const T* q, T* s, T* c) {
  constexpr int kLanes = angle_lanes<T, N>();
  using P = Pack<T, kLanes>;
  constexpr int kGroups = (N + kLanes - 1) / kLanes;
  if constexpr (kGroups > 4) {
    sincos_angles<4 * kLanes>(q, s, c);
    sincos_angles<N - 4 * kLanes>(q + 4 * kLanes, s + 4 * kLanes, c + 4 * kLanes);
  } else {
    P x[kGroups], sine[kGroups], cosine[kGroups];
    // The last group overlaps the one before; equal angles give equal results.
    constexpr auto at = [](int group) { return group + 1 < kGroups ? group * kLanes : N - kLanes; };
    for (int group = 0; group < kGroups; ++group) x[group] = P::load(q + at(group));
    Mask<T, kLanes> near = is_near(x[0]);
    for (int group = 1; group < kGroups; ++group) near = near & is_near(x[group]);
    if (all(near)) {
      for (int group = 0; group < kGroups; ++group) sincos_near(x[group], sine[group], cosine[group]);
      for (int group = 0; group < kGroups; ++group)
        sine[group].store(s + at(group)), cosine[group].store(c + at(group));
    } else {
      sincos_library<N>(q, s, c);
    }
  }
}

}  // namespace simd

// Sine and cosine of N angles (radians): s[i] = sin q[i], c[i] = cos q[i]. q is not copied first and must not
// overlap s or c. Doubles and floats go through registers together, within 2 units in the last place; every
// other type (packs, types for automatic differentiation) element by element through its own sincos, or sin
// and cos, found by argument-dependent lookup. With Backward, these other types go from the last to the
// first. The reason is latency: a function that begins with the last joint, and waits for that joint's angle
// behind all others, loses up to a fifth of its time on packs.
template <int N, bool Backward = false, class S>
ROMAS_HOST_DEVICE ROMAS_INLINE void sincos_all(const S* q, S* s, S* c) {
  if constexpr (N <= 0) {
    static_cast<void>(q), static_cast<void>(s), static_cast<void>(c);
  } else if constexpr (simd::angles_together<S>) {
    simd::sincos_angles<N>(q, s, c);
  } else {
#if defined(__clang__)
#pragma clang loop unroll_count(8)  // asm statements count as expensive, and a loop takes longer
#endif
    for (int k = 0; k < N; ++k) {
      const int i = Backward ? N - 1 - k : k;
      simd::sincos_of(q[i], s[i], c[i]);
    }
  }
}
// The same, from the last angle to the first.
template <int N, class S>
ROMAS_HOST_DEVICE ROMAS_INLINE void sincos_all_backward(const S* q, S* s, S* c) {
  sincos_all<N, true>(q, s, c);
}

}  // namespace ROMAS_SIMD_NAMESPACE
}  // namespace romas
