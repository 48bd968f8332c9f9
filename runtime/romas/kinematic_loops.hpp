// Robots whose links form loops: positions and velocities at which the loops are closed, and dynamics with
// the loops' forces. For robots with the functions constraint, constraint_jacobian and constraint_bias and
// with n_constraints, as headers have them of descriptions with loop joints. No allocation.
#pragma once

#include <limits>

#include <romas/limits.hpp>
#include <romas/linear_algebra.hpp>
#include <romas/robot.hpp>

namespace romas {

namespace detail {

template <class Robot, class = void>
struct ConstraintCount {
  static constexpr int value = 0;
};
template <class Robot>
struct ConstraintCount<Robot, std::void_t<decltype(Robot::n_constraints)>> {
  static constexpr int value = Robot::n_constraints;
};

}  // namespace detail

// How many motions the loops of a robot forbid; 0 for a tree.
template <class Robot>
inline constexpr int constraint_count = detail::ConstraintCount<Robot>::value;

// The largest magnitude of so many numbers; NaN if one is NaN.
template <int N, class S>
S largest_magnitude(const S* x) {
  S largest(0);
  for (int i = 0; i < N; ++i) {
    const S size = x[i] < S(0) ? -x[i] : x[i];
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

// How close_loops searches.
template <class Robot, class S = double>
struct LoopOptions {
  S tolerance{S(1e3) * std::numeric_limits<S>::epsilon()};  // m and rad: of the largest residual
  int most_steps = 100;
  bool within_limits = true;
  bool given[Robot::n_v]{};  // velocity variables whose positions stay as they are
};

// The result of close_loops.
template <class S = double>
struct LoopResult {
  bool converged = false;
  S residual{};  // m or rad: the largest that is left
  int steps = 0;
  // The sign of the determinant of the constraint's Jacobian by the variables that are not given, where there
  // are as many of these as constraints: it tells ways to assemble the loops apart. Else 0, and at positions
  // where the given variables do not determine the others.
  int branch = 0;
};

namespace detail {

// The sign of the determinant of an N x N matrix, which is overwritten; 0 if it is singular to rounding.
template <int N, class S>
int determinant_sign(S* A) {
  int sign = 1;
  for (int k = 0; k < N; ++k) {
    const S scale = largest_magnitude<N * N>(A);
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (largest_magnitude<1>(A + i * N + k) > largest_magnitude<1>(A + pivot * N + k)) pivot = i;
    if (!(largest_magnitude<1>(A + pivot * N + k) > S(1e-12) * scale)) return 0;
    if (pivot != k) {
      sign = -sign;
      for (int j = 0; j < N; ++j) {
        const S x = A[k * N + j];
        A[k * N + j] = A[pivot * N + j];
        A[pivot * N + j] = x;
      }
    }
    if (A[k * N + k] < S(0)) sign = -sign;
    for (int i = k + 1; i < N; ++i) {
      const S factor = A[i * N + k] / A[k * N + k];
      for (int j = k; j < N; ++j) A[i * N + j] -= factor * A[k * N + j];
    }
  }
  return sign;
}

// J J^T + damping 1, of a J with Rows x Columns.
template <int Rows, int Columns, class S>
void row_gram(const S* J, S damping, S* G) {
  for (int r = 0; r < Rows; ++r)
    for (int c = 0; c <= r; ++c) {
      S sum = r == c ? damping : S(0);
      for (int k = 0; k < Columns; ++k) sum += J[r * Columns + k] * J[c * Columns + k];
      G[r * Rows + c] = G[c * Rows + r] = sum;
    }
}

// Closes the loops of one robot, step by step.
template <class Robot, class S>
class LoopCloser {
 public:
  LoopCloser(const Robot& robot, const LoopOptions<Robot, S>& options)
      : robot_(robot), options_(options), limits_(robot) {}

  // Newton's method on the smallest step, damped as long as it leads away (Levenberg and Marquardt).
  LoopResult<S> run(S* q) {
    LoopResult<S> result;
    robot_.constraint(q, c_);
    auto damping = static_cast<S>(1e-6);
    for (; result.steps < options_.most_steps; ++result.steps) {
      result.residual = largest_magnitude<n_c>(c_);
      result.converged = result.residual <= options_.tolerance;
      if (result.converged || !(result.residual * S(0) == S(0))) break;
      if (!improve(q, damping)) break;
    }
    result.residual = largest_magnitude<n_c>(c_);
    result.converged = result.residual <= options_.tolerance;
    result.branch = branch_at(q);
    return result;
  }

 private:
  static constexpr int n_v = Robot::n_v, n_q = Robot::n_q, n_c = constraint_count<Robot>;

  // A step of q to smaller residuals; false if there is none.
  bool improve(S* q, S& damping) {
    S J[n_c * n_v];
    robot_.constraint_jacobian(q, J);
    for (int k = 0; k < n_v; ++k)
      if (options_.given[k]) clear_column(J, k);
    const S scale = largest_magnitude<n_c * n_v>(J);
    for (int tries = 0; tries < 20; ++tries) {
      S step[n_v], next[n_q], there[n_c];
      if (step_of(q, J, damping * scale * scale, step)) {
        integrate_position(robot_, q, step, S(1), next);
        if (options_.within_limits) clamp_moved(next);
        robot_.constraint(next, there);
        if (square(there) < square(c_)) {
          for (int i = 0; i < n_q; ++i) q[i] = next[i];
          for (int r = 0; r < n_c; ++r) c_[r] = there[r];
          damping = damping > S(1e-14) ? damping / S(10) : damping;
          return true;
        }
      }
      damping = damping * S(10);
    }
    return false;
  }

  // Joints that are given, or already beyond a stop, are left unchanged.
  void clamp_moved(S* q) const {
    for (int i = 0; i < n_v; ++i) {
      if (limits_.position[i] < 0 || options_.given[i]) continue;
      S& x = q[limits_.position[i]];
      x = detail::clamp(x, limits_.lower[i], limits_.upper[i]);
    }
  }

  // The smallest step against the residuals. A joint at a stop that it would pass does not move.
  bool step_of(const S* q, const S* J, S damping, S* step) const {
    S held[n_c * n_v];
    for (int i = 0; i < n_c * n_v; ++i) held[i] = J[i];
    for (int pass = 0; pass < 2; ++pass) {
      S G[n_c * n_c], x[n_c];
      row_gram<n_c, n_v>(held, damping, G);
      if (!dense::factor<n_c>(G)) return false;
      for (int r = 0; r < n_c; ++r) x[r] = -c_[r];
      dense::solve<n_c>(G, x);
      dense::multiply_transposed<n_c, n_v>(held, x, step);
      if (!options_.within_limits) return true;
      bool stops = false;
      for (int i = 0; i < n_v; ++i) {
        if (limits_.position[i] < 0) continue;
        const S at = q[limits_.position[i]];
        const bool outwards =
            (step[i] > S(0) && at >= limits_.upper[i]) || (step[i] < S(0) && at <= limits_.lower[i]);
        if (outwards) clear_column(held, i);
        stops = stops || outwards;
      }
      if (!stops) return true;
    }
    return true;
  }

  int branch_at(const S* q) const {
    int free = 0;
    for (int k = 0; k < n_v; ++k) free += options_.given[k] ? 0 : 1;
    if (free != n_c) return 0;
    S J[n_c * n_v], A[n_c * n_c];
    robot_.constraint_jacobian(q, J);
    for (int r = 0; r < n_c; ++r)
      for (int k = 0, column = 0; k < n_v; ++k)
        if (!options_.given[k]) A[r * n_c + column++] = J[r * n_v + k];
    return determinant_sign<n_c>(A);
  }

  static void clear_column(S* J, int column) {
    for (int r = 0; r < n_c; ++r) J[r * n_v + column] = S(0);
  }
  static S square(const S* c) {
    S sum(0);
    for (int r = 0; r < n_c; ++r) sum += c[r] * c[r];
    return sum;
  }

  const Robot& robot_;
  const LoopOptions<Robot, S>& options_;
  Limits<Robot, S> limits_;
  S c_[n_c]{};
};

}  // namespace detail

// Moves q (n_q values, in place) to a position near it at which the loops are closed.
template <class Robot, class S>
LoopResult<S> close_loops(const Robot& robot, S* q, const LoopOptions<Robot, S>& options = {}) {
  static_assert(constraint_count<Robot> > 0, "this robot has no loops");
  return detail::LoopCloser<Robot, S>(robot, options).run(q);
}

// Takes from v (n_v values, in place) what would open the loops: the smallest change after which J v = 0.
// False, with v as it was, where the rows of J depend on each other.
template <class Robot, class S>
bool close_velocity(const Robot& robot, const S* q, S* v) {
  constexpr int n_v = Robot::n_v, n_c = constraint_count<Robot>;
  S J[n_c * n_v], G[n_c * n_c], rate[n_c], change[n_v];
  robot.constraint_jacobian(q, J);
  detail::row_gram<n_c, n_v>(J, S(0), G);
  if (!dense::factor<n_c>(G)) return false;
  dense::multiply<n_c, n_v>(J, v, rate);
  dense::solve<n_c>(G, rate);
  dense::multiply_transposed<n_c, n_v>(J, rate, change);
  for (int k = 0; k < n_v; ++k) v[k] -= change[k];
  return true;
}

// a = M^-1 (b + J^T lambda) with J a + bias = -s J v, from the factor of M (romas::dense::factor), J and bias
// at (q, v): a holds b before, and the acceleration after. False if the rows of J depend on each other.
template <class Robot, class S>
bool solve_with_loops(const Robot& robot, const S* q, const S* v, const S* factor, S s, S* a) {
  constexpr int n_v = Robot::n_v, n_c = constraint_count<Robot>;
  S J[n_c * n_v], Z[n_c * n_v], bias[n_c], A[n_c * n_c], lambda[n_c];
  robot.constraint_jacobian(q, J);
  robot.constraint_bias(q, v, bias);
  dense::solve<n_v>(factor, a);
  for (int r = 0; r < n_c; ++r) {
    for (int k = 0; k < n_v; ++k) Z[r * n_v + k] = J[r * n_v + k];
    dense::solve<n_v>(factor, Z + r * n_v);
    lambda[r] = -bias[r];
    for (int k = 0; k < n_v; ++k) lambda[r] -= J[r * n_v + k] * (a[k] + s * v[k]);
  }
  for (int r = 0; r < n_c; ++r)
    for (int c = 0; c < n_c; ++c) {
      A[r * n_c + c] = S(0);
      for (int k = 0; k < n_v; ++k) A[r * n_c + c] += J[r * n_v + k] * Z[c * n_v + k];
    }
  if (!dense::factor<n_c>(A)) return false;
  dense::solve<n_c>(A, lambda);
  for (int r = 0; r < n_c; ++r)
    for (int k = 0; k < n_v; ++k) a[k] += Z[r * n_v + k] * lambda[r];
  return true;
}

}  // namespace romas
