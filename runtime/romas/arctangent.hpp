// The angle of a direction, for packs.
//
// Method: the smaller of |x| and |y| is divided by the larger, and where the quotient is above tan(pi/8),
// pi/4 is taken off the angle by the addition theorem, in the same division. A minimax polynomial in the
// square of the rest gives the angle (coefficients by Remez's exchange for relative error). Results lie
// within 3 units in the last place for finite numbers. A zero counts as positive, and the angle of no
// direction is 0.
#pragma once

#include <romas/sincos.hpp>

namespace romas {
inline namespace ROMAS_SIMD_NAMESPACE {
namespace simd {

template <class T>
struct ArctangentNumbers;
template <>
struct ArctangentNumbers<double> {
  static constexpr double kSwitch = 0.41421356237309503;  // tan(pi/8)
  static constexpr double kPi = 3.1415926535897931;
  static constexpr double kSeries[11] = {-0.333333333333332,   0.19999999999954082,  -0.14285714280248504,
                                         0.1111111078613767,   -0.09090897836446947, 0.07692061637114515,
                                         -0.06663120384172173, 0.05848008920116175,  -0.050398455369579584,
                                         0.03807832182123348,  -0.017922280480045346};
};
template <>
struct ArctangentNumbers<float> {
  static constexpr float kSwitch = 0.414213562F;
  static constexpr float kPi = 3.14159265F;
  static constexpr float kSeries[5] = {-0.3333331551F, 0.1999848944F, -0.1424384876F, 0.1059600173F,
                                       -0.06083453817F};
};

// Highest power first, in two chains: even and odd powers of z.
template <class P, class T, int Terms>
ROMAS_INLINE P alternating_series(const T (&c)[Terms], P z) {
  const P z2 = z * z;
  P even(c[Terms - 1 - (Terms + 1) % 2]);
  P odd(c[Terms - 1 - Terms % 2]);
  for (int k = Terms - 3 - (Terms + 1) % 2; k >= 0; k -= 2) even = fma(even, z2, P(c[k]));
  for (int k = Terms - 3 - Terms % 2; k >= 1; k -= 2) odd = fma(odd, z2, P(c[k]));
  return fma(odd, z, even);
}

}  // namespace simd

// Lane by lane the angle of (x, y) from the x axis in radians, from -pi to pi.
template <class T, int N>
ROMAS_INLINE Pack<T, N> atan2(Pack<T, N> y, Pack<T, N> x) {
  using P = Pack<T, N>;
  if constexpr (simd::shape<T, N> == simd::Shape::halves) {
    P angle;
    angle.storage.low = atan2(y.storage.low, x.storage.low);
    angle.storage.high = atan2(y.storage.high, x.storage.high);
    return angle;
  } else {
    using Numbers = simd::ArctangentNumbers<T>;
    const P zero(T(0)), pi(Numbers::kPi);
    const P across = abs(y), along = abs(x);
    const auto steep = across > along;
    const P larger = select(steep, across, along), smaller = select(steep, along, across);
    const auto far = smaller > larger * P(Numbers::kSwitch);
    const P divisor = select(far, smaller + larger, larger);
    const P t = select(far, smaller - larger, smaller) / select(divisor == zero, P(T(1)), divisor);
    const P z = t * t;
    const P rest = fma(t * z, simd::alternating_series(Numbers::kSeries, z), t);
    P angle = select(far, rest + pi * P(T(0.25)), rest);
    angle = select(steep, pi * P(T(0.5)) - angle, angle);
    angle = select(x < zero, pi - angle, angle);
    return select(y < zero, -angle, angle);
  }
}

}  // namespace ROMAS_SIMD_NAMESPACE
}  // namespace romas
