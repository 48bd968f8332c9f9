// Eigenvalues of small real matrices: Householder's reduction and Francis' QR steps with two shifts (Golub
// and Van Loan 2013, sections 7.4 and 7.5), after scaling rows and columns to like sizes (Parlett and Reinsch
// 1969).
#pragma once

#include <cmath>
#include <limits>

namespace romas {
namespace dense {

// A reflection 1 - scale v v^T that makes all of v's numbers but the first 0, and that first one -`length`.
template <int N, class S>
struct Reflection {
  S v[N] = {};
  S scale{};

  // From the first n numbers of x.
  void of(const S* x, int n) {
    using std::fabs;
    using std::sqrt;
    S largest(0), square(0);
    for (int i = 0; i < n; ++i) largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
    scale = S(0);
    if (largest == S(0)) return;
    for (int i = 0; i < n; ++i) v[i] = x[i] / largest, square += v[i] * v[i];
    const S length = v[0] < S(0) ? -sqrt(square) : sqrt(square);
    v[0] += length;
    scale = S(1) / (length * v[0]);
  }
};

// From the left, to the columns [begin, end) of the n rows from `row` on.
template <int N, int M, class S>
void reflect_rows(S* A, const Reflection<M, S>& by, int n, int row, int begin, int end) {
  for (int j = begin; j < end; ++j) {
    S sum(0);
    for (int i = 0; i < n; ++i) sum += by.v[i] * A[(row + i) * N + j];
    sum *= by.scale;
    for (int i = 0; i < n; ++i) A[(row + i) * N + j] -= sum * by.v[i];
  }
}
// From the right, to the rows [begin, end) of the n columns from `column` on.
template <int N, int M, class S>
void reflect_columns(S* A, const Reflection<M, S>& by, int n, int column, int begin, int end) {
  for (int i = begin; i < end; ++i) {
    S sum(0);
    for (int j = 0; j < n; ++j) sum += by.v[j] * A[i * N + column + j];
    sum *= by.scale;
    for (int j = 0; j < n; ++j) A[i * N + column + j] -= sum * by.v[j];
  }
}

namespace eigen {

// Scales rows and columns by powers of 2, so that both have like sizes; eigenvalues stay.
template <int N, class S>
void balance(S* A) {
  using std::fabs;
  bool again = true;
  for (int round = 0; again && round < 20; ++round) {
    again = false;
    for (int i = 0; i < N; ++i) {
      S row(0), column(0), factor(1);
      for (int j = 0; j < N; ++j) {
        if (j == i) continue;
        row += fabs(A[i * N + j]);
        column += fabs(A[j * N + i]);
      }
      if (!(row > S(0)) || !(column > S(0))) continue;
      const S sum = row + column;
      while (column < row / S(2) && factor < S(1e12)) column *= S(4), factor *= S(2);
      while (column > row * S(2) && factor > S(1e-12)) column /= S(4), factor /= S(2);
      if ((row + column) / factor >= S(0.95) * sum) continue;
      again = true;
      for (int j = 0; j < N; ++j) A[i * N + j] /= factor;
      for (int j = 0; j < N; ++j) A[j * N + i] *= factor;
    }
  }
}

// To a matrix with zeros below its first subdiagonal, and the same eigenvalues.
template <int N, class S>
void reduce_to_hessenberg(S* A) {
  for (int k = 0; k + 2 < N; ++k) {
    S below[N];
    for (int i = k + 1; i < N; ++i) below[i - k - 1] = A[i * N + k];
    Reflection<N, S> by;
    by.of(below, N - k - 1);
    reflect_rows<N>(A, by, N - k - 1, k + 1, k, N);
    reflect_columns<N>(A, by, N - k - 1, k + 1, 0, N);
    for (int i = k + 2; i < N; ++i) A[i * N + k] = S(0);
  }
}

// The first column of a step that begins at k, up to a factor.
template <int N, class S>
void first_column(const S* H, int k, S sum, S product, S* x) {
  const auto at = [H](int i, int j) { return H[i * N + j]; };
  x[0] = at(k, k) * at(k, k) + at(k, k + 1) * at(k + 1, k) - sum * at(k, k) + product;
  x[1] = at(k + 1, k) * (at(k, k) + at(k + 1, k + 1) - sum);
  x[2] = at(k + 1, k) * at(k + 2, k + 1);
}

// One step on the rows and columns from lo to hi, with the sum and the product of its shifts. It begins
// behind two small numbers below the diagonal, where there are such, or else they wash the shifts out.
template <int N, class S>
void francis_step(S* H, int lo, int hi, S sum, S product) {
  using std::fabs;
  const auto at = [H](int i, int j) { return H[i * N + j]; };
  S x[3];
  int first = hi - 2;
  for (;; --first) {
    first_column<N>(H, first, sum, product, x);
    if (first == lo) break;
    const S small = fabs(at(first, first - 1)) * (fabs(x[1]) + fabs(x[2]));
    const S size = fabs(x[0]) *
                   (fabs(at(first - 1, first - 1)) + fabs(at(first, first)) + fabs(at(first + 1, first + 1)));
    if (small <= std::numeric_limits<S>::epsilon() * size) break;
  }
  for (int k = first; k < hi; ++k) {
    const int n = k + 2 <= hi ? 3 : 2;
    Reflection<3, S> by;
    by.of(x, n);
    reflect_rows<N>(H, by, n, k, k > lo ? k - 1 : lo, hi + 1);
    reflect_columns<N>(H, by, n, k, lo, (k + 3 < hi ? k + 3 : hi) + 1);
    for (int i = 0; i < 3; ++i) x[i] = k + 1 + i <= hi ? at(k + 1 + i, k) : S(0);
    if (k > lo)
      for (int i = k + 1; i < k + n; ++i) H[i * N + k - 1] = S(0);
  }
}

// Those of the rows and columns k and k + 1.
template <int N, class S>
void of_pair(const S* H, int k, S* real, S* imaginary) {
  using std::sqrt;
  const S a = H[k * N + k], b = H[k * N + k + 1], c = H[(k + 1) * N + k], d = H[(k + 1) * N + k + 1];
  const S half = (a - d) / S(2), middle = (a + d) / S(2), square = half * half + b * c;
  const S root = sqrt(square < S(0) ? -square : square);
  if (square < S(0)) {
    real[k] = real[k + 1] = middle;
    imaginary[k] = root, imaginary[k + 1] = -root;
    return;
  }
  // The larger one without cancellation, the other one by the product.
  const S larger = middle + (middle < S(0) ? -root : root);
  real[k] = larger;
  real[k + 1] = larger == S(0) ? S(0) : (a * d - b * c) / larger;
  imaginary[k] = imaginary[k + 1] = S(0);
}

}  // namespace eigen

// Of an N x N matrix in rows, which is overwritten. False if the steps do not converge, as with NaN.
template <int N, class S>
bool eigenvalues(S* A, S* real, S* imaginary) {
  using std::fabs;
  eigen::balance<N>(A);
  eigen::reduce_to_hessenberg<N>(A);
  const auto at = [A](int i, int j) { return A[i * N + j]; };
  int left = 30 * N;  // steps; for one or two eigenvalues they are few, but now and then some 60
  int steps = 0;
  for (int hi = N - 1; hi >= 0;) {
    int lo = hi;
    for (; lo > 0; --lo) {
      const S size = fabs(at(lo - 1, lo - 1)) + fabs(at(lo, lo));
      if (fabs(at(lo, lo - 1)) <= std::numeric_limits<S>::epsilon() * size) break;
    }
    if (lo >= hi - 1) {
      if (lo == hi)
        real[hi] = at(hi, hi), imaginary[hi] = S(0);
      else
        eigen::of_pair<N>(A, lo, real, imaginary);
      hi = lo - 1;
      steps = 0;
      continue;
    }
    ++steps;
    if (--left < 0) return false;
    S sum = at(hi - 1, hi - 1) + at(hi, hi);
    S product = at(hi - 1, hi - 1) * at(hi, hi) - at(hi - 1, hi) * at(hi, hi - 1);
    if (steps % 10 == 0) {
      // Other shifts, where these go round in circles.
      const S size = fabs(at(hi, hi - 1)) + fabs(at(hi - 1, hi - 2)), last = at(hi, hi);
      sum = S(2) * last + S(1.5) * size;
      product = last * last + S(1.5) * last * size + size * size;
    }
    eigen::francis_step<N>(A, lo, hi, sum, product);
  }
  return true;
}

}  // namespace dense
}  // namespace romas
