// Dense operations of controllers and inverse kinematics, for matrices of a size known at compile time.
// Row-major, no allocation.
#pragma once

#include <cmath>

namespace romas {
namespace dense {

// L L^T = A in place (lower triangle of an N x N matrix). False if A is not positive definite.
template <int N, class S>
bool factor(S* A) {
  using std::sqrt;
  for (int j = 0; j < N; ++j) {
    S diagonal = A[j * N + j];
    for (int k = 0; k < j; ++k) diagonal -= A[j * N + k] * A[j * N + k];
    if (!(diagonal > S(0))) return false;
    A[j * N + j] = sqrt(diagonal);
    for (int i = j + 1; i < N; ++i) {
      S sum = A[i * N + j];
      for (int k = 0; k < j; ++k) sum -= A[i * N + k] * A[j * N + k];
      A[i * N + j] = sum / A[j * N + j];
    }
  }
  return true;
}

// x = A^-1 x, with A's factor.
template <int N, class S>
void solve(const S* L, S* x) {
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= L[i * N + k] * x[k];
    x[i] /= L[i * N + i];
  }
  for (int i = N - 1; i >= 0; --i) {
    for (int k = i + 1; k < N; ++k) x[i] -= L[k * N + i] * x[k];
    x[i] /= L[i * N + i];
  }
}

// y = A x, A with Rows x Columns.
template <int Rows, int Columns, class S>
void multiply(const S* A, const S* x, S* y) {
  for (int i = 0; i < Rows; ++i) {
    y[i] = S(0);
    for (int j = 0; j < Columns; ++j) y[i] += A[i * Columns + j] * x[j];
  }
}
// y = A^T x.
template <int Rows, int Columns, class S>
void multiply_transposed(const S* A, const S* x, S* y) {
  for (int j = 0; j < Columns; ++j) y[j] = S(0);
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j) y[j] += A[i * Columns + j] * x[i];
}

// G = A A^T + damping^2 1, 6 x 6.
template <int Columns, class S>
void damped_gram(const S* A, S damping, S* G) {
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j <= i; ++j) {
      S sum = i == j ? damping * damping : S(0);
      for (int k = 0; k < Columns; ++k) sum += A[i * Columns + k] * A[j * Columns + k];
      G[i * 6 + j] = G[j * 6 + i] = sum;
    }
  }
}

}  // namespace dense

// The displacement from the pose `from` to the pose `to` (row-major 3x4 each): error[0..2] is the
// displacement of the origin, error[3..5] the rotation vector (axis times angle up to pi, rad). Both are in
// the frame that the poses are given in.
template <class S>
void pose_difference(const S* from, const S* to, S* error) {
  using std::atan2;
  using std::sqrt;
  for (int i = 0; i < 3; ++i) error[i] = to[4 * i + 3] - from[4 * i + 3];
  S R[3][3];  // to * from^T
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      R[i][j] = to[4 * i] * from[4 * j] + to[4 * i + 1] * from[4 * j + 1] + to[4 * i + 2] * from[4 * j + 2];
  // The quaternion is computed from its largest component (Shepperd 1978), which is exact near half a turn,
  // too.
  const S trace = R[0][0] + R[1][1] + R[2][2];
  S q[4];
  int largest = 3;
  S most = trace;
  for (int i = 0; i < 3; ++i)
    if (R[i][i] > most) most = R[i][i], largest = i;
  if (largest == 3) {
    q[3] = S(1) + trace;
    q[0] = R[2][1] - R[1][2], q[1] = R[0][2] - R[2][0], q[2] = R[1][0] - R[0][1];
  } else {
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    q[i] = S(1) + R[i][i] - R[j][j] - R[k][k];
    q[j] = R[j][i] + R[i][j], q[k] = R[k][i] + R[i][k], q[3] = R[k][j] - R[j][k];
  }
  const S sign = q[3] < S(0) ? S(-1) : S(1);
  const S length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  // q is not normalised: the angle depends on a ratio only. Near 0 it is twice the vector part over the real
  // part.
  const S factor =
      length > S(1e-12) * sign * q[3] ? S(2) * atan2(length, sign * q[3]) / length : S(2) / (sign * q[3]);
  for (int i = 0; i < 3; ++i) error[3 + i] = sign * factor * q[i];
}

}  // namespace romas
