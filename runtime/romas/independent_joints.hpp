// Robots whose loops move in planes, by the joints that move on their own. The others follow in closed form:
// for robots with the functions dependent_positions, independent_jacobian and independent_bias and with
// struct Independent, as headers have them of descriptions with such loops. No allocation.
//
//   struct Independent {
//     static constexpr int n_joints, n_q, n_v;      // of those that move by themselves
//     static constexpr int n_dependent, n_loops;
//     static constexpr std::array<int, n_joints> joints;   // which of the robot's joints, ascending
//     static constexpr std::array<int, n_q> q_of;          // which of its positions and velocities
//     static constexpr std::array<int, n_v> v_of;
//     // of the variables that follow: where they are, which loop holds them, whether they are distances
//     static constexpr std::array<int, n_dependent> dependent_q, dependent_v, loop_of;
//     static constexpr std::array<bool, n_dependent> slides;
//     static constexpr std::array<int, n_loops> branch;    // 1 or -1: how the description has loops closed
//   };
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include <romas/closed_form_ik.hpp>
#include <romas/described_forces.hpp>
#include <romas/limits.hpp>
#include <romas/linear_algebra.hpp>
#include <romas/robot.hpp>

namespace romas {

namespace detail {

template <class S>
S whole_turns(const S& angle) {
  if constexpr (is_pack<S>) {
    return closed_form::nearest_integer(angle * S(0.15915494309189535));
  } else {
    using std::floor;
    return floor(angle * S(0.15915494309189535) + S(0.5));
  }
}

}  // namespace detail

// Fills in the dependent positions of q (n_q values) from the others, on the branches that are given (1 or -1
// for each loop; n_loops of them). Angles come as near to those in q as whole turns bring them. S may be a
// pack: many positions at once.
//
// Returns the room: the square of the sine of an angle, and of several loops the least. Negative: a loop does
// not reach, and q is where it comes nearest. Near 0: a dead centre, where both branches meet and the
// independent joints do not determine the motion. Not above 0 where a position is NaN.
template <class Robot, class S>
S follow(const Robot& robot, S* q, const S* branch) {
  using Independent = typename Robot::Independent;
  using std::atan2;
  constexpr int n = Independent::n_dependent;
  S sine[n], cosine[n], room[Independent::n_loops];
  robot.dependent_positions(q, branch, sine, cosine, room);
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    S& x = q[Independent::dependent_q[at]];
    if (Independent::slides[at]) {
      x = sine[i];
    } else {
      const S angle = atan2(sine[i], cosine[i]);
      x = angle + S(6.283185307179586) * detail::whole_turns(x - angle);
    }
  }
  // A comparison with NaN may choose either side.
  const S unknown = closed_form::unknown(room, Independent::n_loops);
  for (int k = 1; k < Independent::n_loops; ++k)
    room[0] = select_by_sign(room[k] - room[0], room[0], room[k]);
  return room[0] + unknown;
}
// On the branches on which the description has the loops closed.
template <class Robot, class S>
S follow(const Robot& robot, S* q) {
  S branch[Robot::Independent::n_loops];
  for (int k = 0; k < Robot::Independent::n_loops; ++k)
    branch[k] = S(Robot::Independent::branch[static_cast<std::size_t>(k)]);
  return follow(robot, q, branch);
}

// The branch of each loop (n_loops of them) whose dependent positions are nearer to those in q (n_q values).
template <class Robot, class S>
void find_branch(const Robot& robot, const S* q, S* branch) {
  using Independent = typename Robot::Independent;
  constexpr int n_loops = Independent::n_loops;
  S farther[n_loops]{};  // how much farther from q the first branch is than the second one
  for (const int sign : {1, -1}) {
    S there[Robot::n_q];
    for (int i = 0; i < Robot::n_q; ++i) there[i] = q[i];
    for (int k = 0; k < n_loops; ++k) branch[k] = S(sign);
    follow(robot, there, branch);
    for (int i = 0; i < Independent::n_dependent; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const S way = there[Independent::dependent_q[at]] - q[Independent::dependent_q[at]];
      farther[Independent::loop_of[at]] += S(sign) * (way < S(0) ? -way : way);
    }
  }
  for (int k = 0; k < n_loops; ++k) branch[k] = farther[k] > S(0) ? S(-1) : S(1);
}

namespace detail {

// The elements of an array at these places.
template <class T, std::size_t N, std::size_t M>
constexpr std::array<T, M> elements_at(const std::array<int, M>& places, const std::array<T, N>& rows) {
  std::array<T, M> result{};
  for (std::size_t i = 0; i < M; ++i) result[i] = rows[static_cast<std::size_t>(places[i])];
  return result;
}

// Where the first variables of some joints are among some variables.
template <std::size_t N, std::size_t J, std::size_t M>
constexpr std::array<int, J> starts_among(const std::array<int, J>& joints, const std::array<int, N>& starts,
                                          const std::array<int, M>& variables) {
  std::array<int, J> result{};
  for (std::size_t i = 0; i < J; ++i)
    for (std::size_t k = 0; k < M; ++k)
      if (variables[k] == starts[static_cast<std::size_t>(joints[i])]) result[i] = static_cast<int>(k);
  return result;
}

// Where some variables are among others; -1: they are not.
template <std::size_t N, std::size_t M>
constexpr std::array<int, N> places_among(const std::array<int, N>& variables,
                                          const std::array<int, M>& others) {
  std::array<int, N> result{};
  for (std::size_t i = 0; i < N; ++i) {
    result[i] = -1;
    for (std::size_t k = 0; k < M; ++k)
      if (others[k] == variables[i]) result[i] = static_cast<int>(k);
  }
  return result;
}
// Whether none of them is -1.
template <std::size_t N>
constexpr bool are_places(const std::array<int, N>& places) {
  for (std::size_t i = 0; i < N; ++i)
    if (places[i] < 0) return false;
  return true;
}

// The middle between its limits, of each position variable that begins a joint; 0 without limits.
template <class Robot>
constexpr std::array<double, static_cast<std::size_t>(Robot::n_q)> limit_middles() {
  std::array<double, static_cast<std::size_t>(Robot::n_q)> result{};
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < static_cast<std::size_t>(Robot::n_joints); ++i) {
    const JointLimits limits = Robot::limits[i];
    if (limits.lower > -kInfinite && limits.upper < kInfinite)
      result[static_cast<std::size_t>(Robot::q_index[i])] = (limits.lower + limits.upper) / 2;
  }
  return result;
}

// The safety controllers of the joints that move by themselves, where the robot has any.
template <class Whole, class = void>
struct IndependentSafety {};
template <class Whole>
struct IndependentSafety<Whole, std::void_t<decltype(Whole::safety)>> {
  static constexpr auto safety = elements_at(Whole::Independent::joints, Whole::safety);
};

}  // namespace detail

// A robot with such loops as a Robot (see <romas/robot.hpp>) of the joints that move by themselves: its
// dynamics are those of the closed loops, so that controllers see no others. Torques act on these joints; the
// loops' forces do no work. Out of reach forces and accelerations are NaN, and at dead centres not finite.
//
// With v = G v_i and a = G a_i + g of all joints, M_i = G^T M G and tau_i = G^T tau (Featherstone, Rigid Body
// Dynamics Algorithms, section 8.11). joint_damping and joint_friction are those of these joints alone.
template <class Whole>
class IndependentRobot : public detail::IndependentSafety<Whole> {
  using Joints = typename Whole::Independent;

 public:
  static constexpr int n_joints = Joints::n_joints, n_q = Joints::n_q, n_v = Joints::n_v, n_dof = n_v;
  static constexpr int n_links = Whole::n_links, n_loops = Joints::n_loops;
  static constexpr bool forces_in_dynamics = romas::forces_in_dynamics<Whole>;
  using Link = typename Whole::Link;

  static constexpr auto q_index = detail::starts_among(Joints::joints, Whole::q_index, Joints::q_of);
  static constexpr auto v_index = detail::starts_among(Joints::joints, Whole::v_index, Joints::v_of);
  static constexpr auto joint_names = detail::elements_at(Joints::joints, Whole::joint_names);
  static constexpr auto link_names = Whole::link_names;
  static constexpr auto limits = detail::elements_at(Joints::joints, Whole::limits);
  static constexpr auto joint_damping = detail::elements_at(Joints::v_of, Whole::joint_damping);
  static constexpr auto joint_friction = detail::elements_at(Joints::v_of, Whole::joint_friction);

  // The closed form of a link's inverse kinematics, for <romas/closed_form_ik.hpp>, where Whole has it and
  // all joints that move the link do so by themselves.
  template <Link L>
  struct Ik : Whole::template Ik<L> {
    using OfAll = typename Whole::template Ik<L>;
    static constexpr auto q_index = detail::places_among(OfAll::q_index, Joints::q_of);
    static_assert(detail::are_places(q_index), "a joint that follows in a loop moves this link");
    // The values that are given, of q (n_q).
    template <class S>
    static void free_of(const S* q, S* given) {
      S all[Whole::n_q]{};
      for (int i = 0; i < n_q; ++i) all[Joints::q_of[static_cast<std::size_t>(i)]] = q[i];
      OfAll::free_of(all, given);
    }
  };

  Whole whole{};
  std::array<int, static_cast<std::size_t>(n_loops)> branch = Joints::branch;

  // All positions (Whole::n_q) from the independent ones, and the room (see follow). Angles that follow are
  // within half a turn of the middle between their limits.
  template <class S>
  S positions(const S* q, S* all) const {
    S side[n_loops];
    for (int k = 0; k < n_loops; ++k) side[k] = S(branch[static_cast<std::size_t>(k)]);
    constexpr auto kMiddles = detail::limit_middles<Whole>();
    for (int i = 0; i < Whole::n_q; ++i) all[i] = S(kMiddles[static_cast<std::size_t>(i)]);
    for (int i = 0; i < n_q; ++i) all[Joints::q_of[static_cast<std::size_t>(i)]] = q[i];
    return follow(whole, all, side);
  }
  // Whether the loops reach a position, stand far enough from their dead centres, and have all joints within
  // their limits.
  template <class S>
  bool reaches(const S* q) const {
    S all[Whole::n_q];
    return positions(q, all) > S(0.01) && !limit_position(Limits<Whole, S>(whole), all);
  }
  // All velocities (Whole::n_v) at all positions.
  template <class S>
  void velocities(const S* all, const S* v, S* rates) const {
    S G[Whole::n_v * n_v];
    whole.independent_jacobian(all, G);
    dense::multiply<Whole::n_v, n_v>(G, v, rates);
  }
  // The independent ones of all positions or velocities, and torques of the independent joints as those of
  // all.
  template <class S>
  static void independent_of(const S* all_q, const S* all_v, S* q, S* v) {
    for (int i = 0; i < n_q; ++i) q[i] = all_q[Joints::q_of[static_cast<std::size_t>(i)]];
    for (int i = 0; i < n_v; ++i) v[i] = all_v[Joints::v_of[static_cast<std::size_t>(i)]];
  }
  template <class S>
  static void torques(const S* tau, S* all) {
    for (int i = 0; i < Whole::n_v; ++i) all[i] = S(0);
    for (int i = 0; i < n_v; ++i) all[Joints::v_of[static_cast<std::size_t>(i)]] = tau[i];
  }

  template <class S>
  void forward_kinematics(const S* q, S* poses) const {
    S all[Whole::n_q];
    positions(q, all);
    whole.forward_kinematics(all, poses);
  }
  template <Link L, class S>
  void link_pose(const S* q, S* pose) const {
    S all[Whole::n_q];
    positions(q, all);
    whole.template link_pose<L>(all, pose);
  }
  template <Link L, class S>
  void jacobian(const S* q, S* J) const {
    S all[Whole::n_q], G[Whole::n_v * n_v], open[6 * Whole::n_v];
    place(q, all, G);
    whole.template jacobian<L>(all, open);
    for (int r = 0; r < 6; ++r)
      dense::multiply_transposed<Whole::n_v, n_v>(G, open + r * Whole::n_v, J + r * n_v);
  }
  template <class S>
  void gravity_torque(const S* q, S* tau) const {
    S all[Whole::n_q], G[Whole::n_v * n_v], open[Whole::n_v];
    place(q, all, G);
    whole.gravity_torque(all, open);
    dense::multiply_transposed<Whole::n_v, n_v>(G, open, tau);
  }
  template <class S>
  void bias_torque(const S* q, const S* v, S* tau) const {
    const S still[n_v]{};
    inverse_dynamics(q, v, still, tau);
  }
  template <class S>
  void inverse_dynamics(const S* q, const S* v, const S* a, S* tau) const {
    S all[Whole::n_q], rates[Whole::n_v], G[Whole::n_v * n_v], bias[Whole::n_v], accelerations[Whole::n_v],
        open[Whole::n_v];
    place(q, all, G);
    dense::multiply<Whole::n_v, n_v>(G, v, rates);
    dense::multiply<Whole::n_v, n_v>(G, a, accelerations);
    whole.independent_bias(all, rates, bias);
    for (int i = 0; i < Whole::n_v; ++i) accelerations[i] += bias[i];
    whole.inverse_dynamics(all, rates, accelerations, open);
    dense::multiply_transposed<Whole::n_v, n_v>(G, open, tau);
  }
  template <class S>
  void mass_matrix(const S* q, S* M) const {
    S all[Whole::n_q], G[Whole::n_v * n_v], open[Whole::n_v * Whole::n_v];
    place(q, all, G);
    whole.mass_matrix(all, open);
    for (int c = 0; c < n_v; ++c) {
      S column[Whole::n_v], moved[Whole::n_v], row[n_v];
      for (int i = 0; i < Whole::n_v; ++i) column[i] = G[i * n_v + c];
      dense::multiply<Whole::n_v, Whole::n_v>(open, column, moved);
      dense::multiply_transposed<Whole::n_v, n_v>(G, moved, row);
      for (int r = 0; r < n_v; ++r) M[c * n_v + r] = row[r];
    }
  }
  template <class S>
  void forward_dynamics(const S* q, const S* v, const S* tau, S* a) const {
    S M[n_v * n_v], bias[n_v];
    mass_matrix(q, M);
    bias_torque(q, v, bias);
    for (int i = 0; i < n_v; ++i) a[i] = tau[i] - bias[i];
    if (dense::factor<n_v>(M))
      dense::solve<n_v>(M, a);
    else
      for (int i = 0; i < n_v; ++i) a[i] = std::numeric_limits<S>::quiet_NaN();
  }

 private:
  // All positions, and G there; NaN out of reach.
  template <class S>
  void place(const S* q, S* all, S* G) const {
    const S room = positions(q, all);
    whole.independent_jacobian(all, G);
    const S none(std::numeric_limits<double>::quiet_NaN());
    for (int i = 0; i < Whole::n_v * n_v; ++i) G[i] = select_by_sign(room, G[i], none);
  }
};

}  // namespace romas
