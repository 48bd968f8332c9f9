// Numerical inverse kinematics on the generated functions: damped least squares within joint limits.
#pragma once

#include <cstdint>

#include <romas/limits.hpp>
#include <romas/linear_algebra.hpp>
#include <romas/robot.hpp>

namespace romas {

// When a solution is good enough, and how long it is looked for.
template <class S = double>
struct IkOptions {
  S position_tolerance{S(1e-6)};     // m
  S orientation_tolerance{S(1e-6)};  // rad
  S length{S(1)};                    // m that count as much as one radian
  int iterations = 200;              // from each start
  int restarts = 20;                 // from random positions within the limits
  bool position_only = false;        // the orientation is free
  std::uint32_t seed = 1;
};

// Whether a solution was found, what it took, and what remains of the error.
template <class S = double>
struct IkResult {
  bool converged = false;
  int iterations = 0;     // in all
  int restarts = 0;       // how many random starts were needed
  S position_error{};     // m
  S orientation_error{};  // rad; not counted with position_only
};

// Finds a position q at which link L has a pose. A step solves (J^T J + s 1) dq = J^T e in the form J^T (J
// J^T + s 1)^-1 e with s proportional to the square of the error (Sugihara 2011), which is nearly Newton's
// method close to the solution and takes short steps far from it. Joints that would move beyond a stop are
// left out of the step; then the position is clamped to the limits.
template <class Robot, typename Robot::Link L, class S = double>
class InverseKinematics {
 public:
  explicit InverseKinematics(const Robot& robot = Robot{}) : robot_(robot), limits_(robot) {}

  // pose: row-major 3x4 in {W}. q: where to start, and on return the best position found (n_q values).
  IkResult<S> solve(const S* pose, S* q, const IkOptions<S>& options = {}) const {
    IkResult<S> result, best;
    S best_q[Robot::n_q];
    for (int i = 0; i < Robot::n_q; ++i) best_q[i] = q[i];
    S best_error(0);
    std::uint32_t random = options.seed;
    for (int start = 0; start <= options.restarts; ++start) {
      if (start > 0) random_position(random, q);
      limit_position(limits_, q);
      const S error = descend(pose, q, options, result);
      result.restarts = start;
      if (start == 0 || error < best_error) {
        best_error = error;
        best = result;
        for (int i = 0; i < Robot::n_q; ++i) best_q[i] = q[i];
      }
      if (result.converged) break;
    }
    best.iterations = result.iterations;
    for (int i = 0; i < Robot::n_q; ++i) q[i] = best_q[i];
    return best;
  }

 private:
  // Uniform within the limits (without limits: half a turn or a metre each way); quaternions stay as they
  // are. xorshift32.
  void random_position(std::uint32_t& state, S* q) const {
    if (state == 0) state = 1;
    for (int i = 0; i < Robot::n_v; ++i) {
      state ^= state << 13U, state ^= state >> 17U, state ^= state << 5U;
      if (limits_.position[i] < 0) continue;
      const S part = static_cast<S>(state) / static_cast<S>(4294967295.0);
      const S low = limits_.lower[i] > S(-3.14) ? limits_.lower[i] : S(-3.14);
      const S high = limits_.upper[i] < S(3.14) ? limits_.upper[i] : S(3.14);
      q[limits_.position[i]] = low + part * (high - low);
    }
  }

  // Runs from q until it converges or no longer gets nearer; returns the error's square (lengths in units of
  // options.length).
  S descend(const S* pose, S* q, const IkOptions<S>& options, IkResult<S>& result) const {
    constexpr int n_v = Robot::n_v;
    S error[6], J[6 * n_v], step[n_v], trial[Robot::n_q];
    S square = measure(pose, q, options, error, result);
    S care(1);  // grows when a step did not help
    for (int i = 0; i < options.iterations && !result.converged; ++i) {
      ++result.iterations;
      robot_.template jacobian<L>(q, J);
      scale_rows(options, J);
      if (!solve_step(J, error, care * (square + S(1e-12)), q, step)) break;
      integrate_position(robot_, q, step, S(1), trial);
      limit_position(limits_, trial);
      S trial_error[6];
      IkResult<S> trial_result = result;
      const S trial_square = measure(pose, trial, options, trial_error, trial_result);
      if (trial_square < square) {
        const bool slow = trial_square > S(0.9999) * square && care <= S(1e-3);
        for (int k = 0; k < Robot::n_q; ++k) q[k] = trial[k];
        for (int k = 0; k < 6; ++k) error[k] = trial_error[k];
        result = trial_result;
        square = trial_square;
        care = care > S(1e-3) ? care / S(4) : care;
        if (slow) break;
      } else {
        care = care * S(8);
        if (care > S(1e8)) break;
      }
    }
    return square;
  }

  S measure(const S* pose, const S* q, const IkOptions<S>& options, S* error, IkResult<S>& result) const {
    using std::sqrt;
    S now[12];
    robot_.template link_pose<L>(q, now);
    pose_difference(now, pose, error);
    S linear(0), angular(0);
    for (int i = 0; i < 3; ++i) linear += error[i] * error[i], angular += error[i + 3] * error[i + 3];
    if (options.position_only) angular = S(0);
    result.position_error = sqrt(linear);
    result.orientation_error = sqrt(angular);
    result.converged = result.position_error <= options.position_tolerance &&
                       result.orientation_error <= options.orientation_tolerance;
    for (int i = 0; i < 3; ++i) {
      error[i] = error[i] / options.length;
      if (options.position_only) error[i + 3] = S(0);
    }
    return linear / (options.length * options.length) + angular;
  }

  static void scale_rows(const IkOptions<S>& options, S* J) {
    constexpr int n_v = Robot::n_v;
    for (int k = 0; k < 3 * n_v; ++k) {
      J[k] = J[k] / options.length;
      if (options.position_only) J[3 * n_v + k] = S(0);
    }
  }

  // Joints that would run into a stop are taken out of J one after another, and the step is solved again.
  bool solve_step(S* J, const S* error, S damping, const S* q, S* step) const {
    using std::sqrt;
    constexpr int n_v = Robot::n_v;
    bool again = true;
    for (int round = 0; again && round <= n_v; ++round) {
      S G[36], y[6];
      dense::damped_gram<n_v>(J, S(sqrt(damping)), G);
      if (!dense::factor<6>(G)) return false;
      for (int i = 0; i < 6; ++i) y[i] = error[i];
      dense::solve<6>(G, y);
      dense::multiply_transposed<6, n_v>(J, y, step);
      again = false;
      for (int i = 0; i < n_v; ++i) {
        if (limits_.position[i] < 0 || step[i] == S(0)) continue;
        const S position = q[limits_.position[i]];
        const bool stopped = step[i] > S(0) ? position >= limits_.upper[i] : position <= limits_.lower[i];
        if (!stopped) continue;
        for (int row = 0; row < 6; ++row) J[row * n_v + i] = S(0);
        again = true;
      }
    }
    return true;
  }

  Robot robot_;
  Limits<Robot, S> limits_;
};

}  // namespace romas
