// Solutions of arms of six revolute axes without a structure (romas/six_revolute.hpp), in the form of
// romas/closed_form_ik.hpp. A solver Ik has
//
//     static constexpr std::array<int, 6> turning;  // the six joints in the chain; -1: an axis of the pose
//     static constexpr int first;                   // with which the elimination begins
//     template <class S> static void problem(const S* pose, const S* given, S* axes, S* motion);
//
// in place of solve(): direction and point of each axis, and the motion of all six, row-major [R | p].
#pragma once

#include <romas/closed_form_ik.hpp>
#include <romas/six_revolute.hpp>

namespace romas {
namespace closed_form {

// The axes of a solver and the motion that they make at a pose.
template <class Ik, class S>
six_revolute::Problem six_revolute_problem(const S* pose, const S* free) {
  S axes[36], motion[12];
  Ik::problem(pose, free, axes, motion);
  six_revolute::Problem problem;
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 3; ++k) {
      problem.axis[i][k] = static_cast<double>(axes[6 * i + k]);
      problem.point[i][k] = static_cast<double>(axes[6 * i + 3 + k]);
    }
  for (int r = 0; r < 3; ++r) {
    for (int k = 0; k < 3; ++k) problem.R(r, k) = static_cast<double>(motion[4 * r + k]);
    problem.p[r] = static_cast<double>(motion[4 * r + 3]);
  }
  return problem;
}

// The solutions as lanes: room is 1, 0 at a singular one, and -1 behind the last.
template <class Ik, class S>
ClosedFormSolutions<S, Ik::n, Ik::most> six_revolute_solutions(const S* pose, const S* free, const S* near,
                                                               const ClosedFormOptions<S>& options) {
  constexpr int kLanes = 8;
  using P = Pack<S, kLanes>;
  const six_revolute::Solutions all = six_revolute::solve(six_revolute_problem<Ik>(pose, free), Ik::first);
  ClosedFormSolutions<S, Ik::n, Ik::most> found;
  for (int first = 0; first < all.count; first += kLanes) {
    P angles[Ik::n] = {}, room(S(-1));
    for (int lane = 0; lane < kLanes && first + lane < all.count; ++lane) {
      const six_revolute::Solution& solution = all.all[first + lane];
      for (int i = 0; i < 6; ++i) {
        const int joint = Ik::turning[static_cast<std::size_t>(i)];
        if (joint >= 0) angles[joint].set(lane, static_cast<S>(solution.q[i]));
      }
      room.set(lane, S(solution.singular ? 0 : 1));
    }
    collect<Ik>(angles, room, free, near, options, found);
  }
  return found;
}

}  // namespace closed_form
}  // namespace romas
