// Derivatives of one arm's inverse dynamics from two headers: prints how many values are the same, or the
// first that is not.
#include <cmath>
#include <cstdio>
#include <cstring>

#include "pieces.hpp"
#include "whole.hpp"

int main() {
  constexpr int n = pieces::n_v, size = n * n;
  static_assert(whole::n_v == n);
  int same = 0;
  for (int sample = 0; sample < 20; ++sample) {
    double q[n], v[n], a[n];
    for (int k = 0; k < n; ++k) {
      q[k] = std::sin(1.0 + 3 * sample + k);
      v[k] = std::cos(2.0 * sample + k);
      a[k] = 3 * std::sin(0.5 * sample - k);
    }
    double one[2 * size], other[2 * size];
    std::memset(one, 1, sizeof one);
    std::memset(other, 2, sizeof other);
    pieces::inverse_dynamics_derivatives(q, v, a, one, one + size);
    whole::inverse_dynamics_derivatives(q, v, a, other, other + size);
    for (int k = 0; k < 2 * size; ++k, ++same)
      if (std::memcmp(&one[k], &other[k], sizeof one[k]) != 0)
        return std::printf("value %d of sample %d: %.17g and %.17g\n", k, sample, one[k], other[k]), 1;
  }
  std::printf("%d values are the same\n", same);
}
