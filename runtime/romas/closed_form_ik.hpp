// Inverse kinematics in closed form: all solutions of a generated solver (--kernels=ik), and the one nearest
// to where the arm is.
//
//   const auto solutions = ur5::ik<ur5::Link::tool0>(pose);
//   for (const auto& solution : solutions) use(solution.q);
//
// A solver Ik has the solution of each choice of signs as one straight function, so that all choices are
// computed side by side in the lanes of packs:
//
//   struct Ik {
//     static constexpr int n, n_free, n_signs, n_rooms, most;  // n: joints of the chain; most: 2^n_signs
//     static constexpr bool six_revolute;  // true: see <romas/six_revolute_ik.hpp>
//     static constexpr bool whole_pose;  // false: arms of few joints, whose solutions have the position and a turn
//     static constexpr std::array<int, n> q_index;          // where in q
//     static constexpr std::array<bool, n> slides;          // prismatic joints
//     static constexpr std::array<romas::JointLimits, n> limits;
//     static constexpr std::array<int, n_free> free;        // in the chain; -1: the swivel angle of the elbow
//     template <class S> static void solve(const S* pose, const S* free, const S* sign, S* sine, S* cosine, S* room);
//     template <class S> static void free_of(const S* q, S* free);
//   };
//
// sine and cosine of each joint are those of its angle times the same positive number; of a prismatic one
// sine is its position. room is negative where there is no solution, near 0 where two solutions fall together
// or a joint may have any position.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <romas/arctangent.hpp>
#include <romas/generated.hpp>
#include <romas/inverse_kinematics.hpp>

namespace romas {

// Tolerances of reachable, singular and within the limits.
template <class S = double>
struct ClosedFormOptions {
  // Whether solutions that whole turns do not bring within the limits are left out.
  bool within_limits = true;
  S limit_tolerance{S(1e-9)};  // rad; how far beyond a limit is within it, and how near to it is at it
  // Of the square under a root in the size of its terms: below the first a solution is singular, about the
  // square of the sine of an angle; below minus the second there is none.
  S singular{S(1e-10)};
  S rounding{std::is_same_v<S, float> ? S(1e-5) : S(1e-12)};
};

// A position of the chain's joints at which its link has the pose.
template <class S, int N>
struct ClosedFormSolution {
  S q[N];                      // rad or m
  bool singular = false;       // another one falls together with it, or a joint may have any position
  bool at_limit = false;       // a joint stands at one of its limits
  bool within_limits = false;  // all joints do, after whole turns
};

// All positions for one pose, at most `Most` of them, in the order of their choices of signs.
template <class S, int N, int Most>
struct ClosedFormSolutions {
  int count = 0;
  ClosedFormSolution<S, N> solutions[Most];
  const ClosedFormSolution<S, N>* begin() const { return solutions; }
  const ClosedFormSolution<S, N>* end() const { return solutions + count; }
  const ClosedFormSolution<S, N>& operator[](int i) const { return solutions[i]; }
};

namespace closed_form {

// The nearest whole number, for numbers far below 2^51.
template <class T, int N>
ROMAS_INLINE Pack<T, N> nearest_integer(Pack<T, N> x) {
  const Pack<T, N> rounder(simd::SinCosNumbers<T>::kRounder);
  return opaque(opaque(x + rounder) - rounder);
}

// A limit as a number that arithmetic can take: the largest one in place of infinity. Flags that let the
// compiler assume that there are no infinities do not apply here, because constants are computed earlier.
template <class S>
constexpr S finite_limit(double limit) {
  constexpr S kLargest = std::numeric_limits<S>::max();
  return limit > static_cast<double>(kLargest)    ? kLargest
         : limit < -static_cast<double>(kLargest) ? -kLargest
                                                  : static_cast<S>(limit);
}

// What limits make of the lanes of a joint's angle.
template <class P, class M>
struct Limited {
  P q;
  M within, at;
};

// Brings q by whole turns as near to `near`, a position within the limits, as they allow; the limits are
// finite. Where no turn helps, q stays. Within half a turn of `near` q stands first; if that is beyond one
// limit, only the next turn from the other side can be within.
template <class P>
ROMAS_INLINE auto limited(P q, typename P::Scalar near, bool turns, typename P::Scalar lower_limit,
                          typename P::Scalar upper_limit, typename P::Scalar tolerance) {
  using S = typename P::Scalar;
  constexpr S kTurn = S(6.283185307179586);
  const P lower(lower_limit), upper(upper_limit);
  const P lowest = lower - P(tolerance), highest = upper + P(tolerance);
  P turned = q;
  if (turns) {
    if (near != S(0)) turned += P(kTurn) * nearest_integer((P(near) - q) * P(S(1) / kTurn));
    const auto above = turned > highest, below = turned < lowest;
    turned = select(above, turned - P(kTurn), select(below, turned + P(kTurn), turned));
  }
  const auto within = (turned >= lowest) & (turned <= highest);
  turned = select(turned < lower, lower, select(turned > upper, upper, turned));
  turned = select(within, turned, q);
  const auto at = (turned - lower <= P(tolerance)) | (upper - turned <= P(tolerance));
  return Limited<P, decltype(turned < lower)>{turned, within, at};
}

// The lanes' choices: one sign an entry, lane i the i-th choice.
template <class P, int Signs>
ROMAS_INLINE void fill_signs(P (&sign)[Signs], int first) {
  using S = typename P::Scalar;
  for (int k = 0; k < Signs; ++k)
    for (int lane = 0; lane < P::kLanes; ++lane)
      sign[k].set(lane, ((first + lane) >> k & 1) != 0 ? S(-1) : S(1));
}

// The place of joint I among those that are given; -1: it is not.
template <class Ik, int I>
constexpr int given_place() {
  int place = -1;
  for (int j = 0; j < Ik::n_free; ++j)
    if (Ik::free[static_cast<std::size_t>(j)] == I) place = j;
  return place;
}

// Brings the angle of joint I within its limits. whole: 0 in the lanes where it stays beyond them.
template <class Ik, int I, class P, class M>
ROMAS_INLINE void limit_joint(P* angles, const typename P::Scalar* free, const typename P::Scalar* near,
                              typename P::Scalar tolerance, P& whole, M& at) {
  using S = typename P::Scalar;
  constexpr std::size_t kJoint = static_cast<std::size_t>(I);
  constexpr JointLimits kLimits = Ik::limits[kJoint];
  constexpr int kGiven = given_place<Ik, I>();
  constexpr bool kTurns = kGiven < 0 && !Ik::slides[kJoint];
  // Every angle that an arctangent gives is far within such limits.
  constexpr bool kWide = kTurns && kLimits.lower < -3.2 && kLimits.upper > 3.2;
  if constexpr (kGiven >= 0) angles[I] = P(free[kGiven]);
  if (kWide && near == nullptr) return;
  constexpr S kLower = finite_limit<S>(kLimits.lower), kUpper = finite_limit<S>(kLimits.upper);
  S from = near == nullptr ? S(0) : near[I];
  from = from < kLower ? kLower : from > kUpper ? kUpper : from;
  const auto joint = limited(angles[I], from, kTurns, kLower, kUpper, tolerance);
  angles[I] = joint.q;
  whole = select(joint.within, whole, P(S(0)));
  at = at | joint.at;
}
// The same for all joints.
template <class Ik, class P, class M, int... I>
ROMAS_INLINE void limit_joints(P* angles, const typename P::Scalar* free, const typename P::Scalar* near,
                               typename P::Scalar tolerance, P& whole, M& at,
                               std::integer_sequence<int, I...>) {
  (limit_joint<Ik, I>(angles, free, near, tolerance, whole, at), ...);
}

// Takes the lanes that are solutions. near: of each joint, or null for 0.
template <class Ik, class S, int Lanes>
ROMAS_INLINE void collect(Pack<S, Lanes>* angles, Pack<S, Lanes> room, const S* free, const S* near,
                          const ClosedFormOptions<S>& options,
                          ClosedFormSolutions<S, Ik::n, Ik::most>& found) {
  using P = Pack<S, Lanes>;
  const P zero(S(0)), one(S(1));
  const auto within = room >= P(-options.rounding);
  auto at = within & !within;
  P whole = one;
  limit_joints<Ik>(angles, free, near, options.limit_tolerance, whole, at,
                   std::make_integer_sequence<int, Ik::n>());
  S q[Ik::n][Lanes], reached[Lanes], inside[Lanes], singular[Lanes], stopped[Lanes];
  for (int i = 0; i < Ik::n; ++i) angles[i].store(q[i]);
  select(within, one, zero).store(reached);
  whole.store(inside);
  select(room < P(options.singular), one, zero).store(singular);
  select(at, one, zero).store(stopped);
  for (int lane = 0; lane < Lanes; ++lane) {
    if (reached[lane] == S(0) || (options.within_limits && inside[lane] == S(0))) continue;
    ClosedFormSolution<S, Ik::n>& solution = found.solutions[found.count++];
    for (int i = 0; i < Ik::n; ++i) solution.q[i] = q[i][lane];
    solution.singular = singular[lane] != S(0);
    solution.at_limit = stopped[lane] != S(0);
    solution.within_limits = inside[lane] != S(0);
  }
}

// By choices of signs, side by side.
template <class Ik, class S>
ClosedFormSolutions<S, Ik::n, Ik::most> all_choices(const S* pose, const S* free, const S* near,
                                                    const ClosedFormOptions<S>& options) {
  constexpr int kLanes = Ik::most < 8 ? Ik::most : 8;
  using P = Pack<S, kLanes>;
  P poses[12], frees[Ik::n_free + 1] = {}, sign[Ik::n_signs + 1], s[Ik::n], c[Ik::n], room[Ik::n_rooms];
  for (int k = 0; k < 12; ++k) poses[k] = P(pose[k]);
  for (int k = 0; k < Ik::n_free; ++k) frees[k] = P(free[k]);
  ClosedFormSolutions<S, Ik::n, Ik::most> found;
  for (int first = 0; first < Ik::most; first += kLanes) {
    fill_signs(sign, first);
    Ik::solve(poses, frees, sign, s, c, room);
    P least = room[0];
    // NaN stays.
    for (int k = 1; k < Ik::n_rooms; ++k) least = select(least <= room[k], least, room[k] + P(S(0)) * least);
    for (int i = 0; i < Ik::n; ++i) c[i] = Ik::slides[static_cast<std::size_t>(i)] ? s[i] : atan2(s[i], c[i]);
    collect<Ik>(c, least, free, near, options, found);
  }
  return found;
}

// 0 where all numbers of an array are finite, else NaN: for numbers and packs.
template <class S>
ROMAS_INLINE S unknown(const S* x, int n) {
  S sum(0);
  for (int k = 0; k < n; ++k) sum += x[k] * S(0);
  return sum;
}

// Of six axes without a structure: in <romas/six_revolute_ik.hpp>, which headers with such solvers include.
template <class Ik, class S>
ClosedFormSolutions<S, Ik::n, Ik::most> six_revolute_solutions(const S* pose, const S* free, const S* near,
                                                               const ClosedFormOptions<S>& options);

}  // namespace closed_form

// All solutions for a pose (row-major 3x4 in {W}), with the given free values (Ik::n_free of them). near: of
// each joint of the chain, a position to which the solution is brought by whole turns, as near as its limits
// allow; null: 0. NaN or an infinite number in the pose or the free values gives no solution.
template <class Ik, class S = double>
ClosedFormSolutions<S, Ik::n, Ik::most> closed_form_solutions(const S* pose, const S* free = nullptr,
                                                              const S* near = nullptr,
                                                              const ClosedFormOptions<S>& options = {}) {
  // Also numbers on which no joint depends.
  if (!(closed_form::unknown(pose, 12) + closed_form::unknown(free, Ik::n_free) == S(0))) {
    ClosedFormSolutions<S, Ik::n, Ik::most> none;
    return none;
  }
  if constexpr (Ik::six_revolute)
    return closed_form::six_revolute_solutions<Ik, S>(pose, free, near, options);
  else
    return closed_form::all_choices<Ik, S>(pose, free, near, options);
}

// One choice of signs, bit k of `choice` set where sign k is -1, for numbers and packs of poses: q in the
// order of the chain, from -pi to pi, and the least room; NaN where the pose or a free value is not finite.
template <class Ik, class S>
S closed_form_solution(const S* pose, const S* free, int choice, S* q) {
  static_assert(!Ik::six_revolute, "these solutions are no choices of signs");
  S sign[Ik::n_signs + 1], s[Ik::n], c[Ik::n], room[Ik::n_rooms];
  for (int k = 0; k < Ik::n_signs; ++k) sign[k] = S((choice >> k & 1) != 0 ? -1.0 : 1.0);
  Ik::solve(pose, free, sign, s, c, room);
  using std::atan2;
  for (int i = 0; i < Ik::n; ++i) q[i] = Ik::slides[static_cast<std::size_t>(i)] ? s[i] : atan2(s[i], c[i]);
  for (int k = 1; k < Ik::n_rooms; ++k) room[0] = select_by_sign(room[k] - room[0], room[0], room[k]);
  return room[0] + (closed_form::unknown(pose, 12) + closed_form::unknown(free, Ik::n_free));
}

// Follows poses with the joints of one chain, each time by the solution nearest to where they are.
template <class Robot, typename Robot::Link L, class S = double>
class ClosedFormIk {
 public:
  using Ik = typename Robot::template Ik<L>;

  struct Result {
    bool found = false;
    bool singular = false;
    S step{};  // the largest change of a joint of the chain, rad
  };

  explicit ClosedFormIk(const ClosedFormOptions<S>& options = {}, int samples = 64)
      : options_(options), samples_(samples) {}

  // pose: row-major 3x4 in {W}. q: the robot's n_q positions; where a solution is found, those of the chain
  // become it. Joints that the pose leaves free, or the swivel angle, stay as they are where they can; else
  // the nearest of `samples` values a turn is taken, of one of them at a time. At a singular pose the joints
  // that may have any position move as little as the numerical solver finds.
  Result solve(const S* pose, S* q) const {
    S seed[Ik::n], free[Ik::n_free + 1] = {}, best[Ik::n];
    for (int i = 0; i < Ik::n; ++i) seed[i] = q[Ik::q_index[static_cast<std::size_t>(i)]];
    Ik::free_of(q, free);
    Result result = nearest(pose, free, seed, best);
    for (int k = 0; k < samples_ / 2 && !result.found; ++k)
      for (int j = 0; j < Ik::n_free && !result.found; ++j) result = beside(pose, free, j, k + 1, seed, best);
    if (!result.found) return result;
    if (result.singular) settle(pose, q, seed, best, result);
    for (int i = 0; i < Ik::n; ++i) q[Ik::q_index[static_cast<std::size_t>(i)]] = best[i];
    return result;
  }

 private:
  static S largest_step(const S* from, const S* to) {
    S largest(0);
    for (int i = 0; i < Ik::n; ++i) {
      const S step = std::fabs(to[i] - from[i]);
      largest = step > largest ? step : largest;
    }
    return largest;
  }

  Result nearest(const S* pose, const S* free, const S* seed, S* best) const {
    Result result;
    for (const auto& solution : closed_form_solutions<Ik>(pose, free, seed, options_)) {
      const S step = largest_step(seed, solution.q);
      if (result.found && step >= result.step) continue;
      result = {true, solution.singular, step};
      for (int i = 0; i < Ik::n; ++i) best[i] = solution.q[i];
    }
    return result;
  }

  // With the j-th free value moved by k samples, both ways.
  Result beside(const S* pose, const S* free, int j, int k, const S* seed, S* best) const {
    Result result;
    for (const int way : {1, -1}) {
      S moved[Ik::n_free + 1] = {}, found[Ik::n];
      for (int i = 0; i < Ik::n_free; ++i) moved[i] = free[i];
      moved[j] += S(6.283185307179586) * S(way * k) / S(samples_);
      const Result here = nearest(pose, moved, seed, found);
      if (!here.found || (result.found && here.step >= result.step)) continue;
      result = here;
      for (int i = 0; i < Ik::n; ++i) best[i] = found[i];
    }
    return result;
  }

  // Replaces a singular solution by one nearer to the seed that a search from there finds.
  void settle(const S* pose, const S* q, const S* seed, S* best, Result& result) const {
    if (!Ik::whole_pose) return;
    S moved[Robot::n_q], chain[Ik::n];
    for (int i = 0; i < Robot::n_q; ++i) moved[i] = q[i];
    IkOptions<S> options;
    options.restarts = 0;
    options.position_tolerance = options.orientation_tolerance = S(std::is_same_v<S, float> ? 1e-5 : 1e-9);
    if (!InverseKinematics<Robot, L, S>().solve(pose, moved, options).converged) return;
    for (int i = 0; i < Ik::n; ++i) chain[i] = moved[Ik::q_index[static_cast<std::size_t>(i)]];
    const S step = largest_step(seed, chain);
    if (step >= result.step) return;
    result.step = step;
    for (int i = 0; i < Ik::n; ++i) best[i] = chain[i];
  }

  ClosedFormOptions<S> options_;
  int samples_;
};

}  // namespace romas
