// Solvers of generated C against those of the C++ header, on random poses, given positions and seeds: the
// same solutions in the same order with the same flags; the nearest one; what is out of reach, and NaN. Both
// know a robot `robot` and its link TIP; S is the scalar.
#include <romas/closed_form_ik.hpp>

#include "robot.hpp"
extern "C" {
#include "robot.h"
}

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>

#define JOINED(a, b) a##b
#define OF_TIP(word, tip) JOINED(word, tip)
#define C(word) OF_TIP(robot_##word##_, TIP)

using S = SCALAR;
using Ik = robot::Ik<robot::Link::TIP>;
constexpr int kMost = Ik::most, kN = Ik::n;
static_assert(C(ik_n) == kN && C(ik_n_free) == Ik::n_free && C(ik_most) == kMost, "sizes");

namespace {

std::mt19937 generator(7);
S between(double lower, double upper) {
  return S(std::uniform_real_distribution<double>(std::fmax(lower, -6), std::fmin(upper, 6))(generator));
}

struct Found {
  int count = 0;
  S q[kMost * kN] = {};
  unsigned char flags[kMost] = {};
};

Found by_c(const S* pose, const S* given, const S* seed, bool beyond) {
  Found found;
  found.count = C(ik)(pose, given, seed, beyond, found.q, found.flags);
  return found;
}

Found by_cpp(const S* pose, const S* given, const S* seed, bool beyond) {
  romas::ClosedFormOptions<S> options;
  options.within_limits = !beyond;
  Found found;
  for (const auto& solution : romas::closed_form_solutions<Ik, S>(pose, given, seed, options)) {
    for (int i = 0; i < kN; ++i) found.q[found.count * kN + i] = solution.q[i];
    found.flags[found.count++] = static_cast<unsigned char>(
        (solution.singular ? robot_ik_singular : 0) | (solution.at_limit ? robot_ik_at_limit : 0) |
        (solution.within_limits ? robot_ik_within_limits : 0));
  }
  return found;
}

// The order of eigenvalues that lie close together depends on the last digits of the axes, and these on the
// sines of given joints, which are not those of the same library: then the order does not count.
bool same_beside_order(const Found& a, const Found& b) {
  if (a.count != b.count) return false;
  bool taken[kMost] = {};
  for (int k = 0; k < a.count; ++k) {
    int partner = -1;
    for (int j = 0; j < b.count && partner < 0; ++j) {
      bool equal = !taken[j] && a.flags[k] == b.flags[j];
      for (int i = 0; i < kN; ++i)
        equal = equal && std::fabs(a.q[k * kN + i] - b.q[j * kN + i]) <= S(TOLERANCE);
      if (equal) partner = j;
    }
    if (partner < 0) return false;
    taken[partner] = true;
  }
  return true;
}

bool same(const Found& a, const Found& b) {
  if (Ik::six_revolute && Ik::n_free != 0) return same_beside_order(a, b);
  if (a.count != b.count || std::memcmp(a.flags, b.flags, sizeof a.flags) != 0) return false;
  for (int i = 0; i < a.count * kN; ++i)
    if (!(std::fabs(a.q[i] - b.q[i]) <= S(TOLERANCE))) return false;
  return true;
}

// Whether q has become the nearest of these solutions, or stays where there is none.
bool is_nearest(const S* pose, const S* given, const S* start) {
  S q[robot_n_q], seed[kN];
  std::memcpy(q, start, sizeof q);
  for (int i = 0; i < kN; ++i) seed[i] = start[C(ik_q_index)[i]];
  const Found all = by_cpp(pose, given, seed, false);
  const int result = C(ik_nearest)(pose, q);
  if (all.count == 0) return result == -1 && std::memcmp(q, start, sizeof q) == 0;
  const auto step = [&](const S* to) {
    S largest = 0;
    for (int i = 0; i < kN; ++i) largest = std::fmax(largest, std::fabs(to[i] - seed[i]));
    return largest;
  };
  S least = std::numeric_limits<S>::infinity(), reached[kN];
  for (int k = 0; k < all.count; ++k) least = std::fmin(least, step(all.q + k * kN));
  for (int i = 0; i < kN; ++i) reached[i] = q[C(ik_q_index)[i]];
  return result == 0 && std::fabs(step(reached) - least) <= S(TOLERANCE);
}

// Several poses: where the arm is, moved out of reach, and with NaN.
int failures(int pose_count, long& solutions) {
  int wrong = 0;
  for (int k = 0; k < pose_count; ++k) {
    S q[robot_n_q] = {}, start[robot_n_q] = {}, pose[12], given[Ik::n_free + 1] = {}, seed[kN];
    for (int i = 0; i < robot_n_q; ++i)
      start[i] = q[i] = between(robot_limits[i].lower, robot_limits[i].upper);
    C(link_pose)(q, pose);
    Ik::free_of(q, given);
    for (int i = 0; i < kN; ++i) seed[i] = between(-6, 6);
    const S* const any = Ik::n_free == 0 && k % 2 == 0 ? nullptr : given;
    for (const bool beyond : {false, true})
      for (const S* near_to : {static_cast<const S*>(nullptr), static_cast<const S*>(seed)}) {
        const Found found = by_c(pose, any, near_to, beyond);
        solutions += found.count;
        wrong += !same(found, by_cpp(pose, given, near_to, beyond));
      }
    // Somewhere near, with the same given values.
    for (int i = 0; i < kN; ++i) {
      const bool held = [&] {
        for (int j = 0; j < Ik::n_free; ++j)
          if (Ik::free[std::size_t(j)] == i || Ik::free[std::size_t(j)] < 0) return true;
        return false;
      }();
      if (!held) start[C(ik_q_index)[i]] += between(-0.3, 0.3);
    }
    wrong += !is_nearest(pose, given, start);
    pose[3] += S(100);
    wrong += by_c(pose, given, nullptr, true).count != 0;
    pose[3] -= S(100);
    // NaN and what is infinite, also where no joint depends on it.
    for (S& number : pose) {
      const S kept = number;
      for (const S none : {std::numeric_limits<S>::quiet_NaN(), std::numeric_limits<S>::infinity()}) {
        number = none;
        wrong += by_c(pose, given, nullptr, true).count != 0 || C(ik_nearest)(pose, q) != -1;
      }
      number = kept;
    }
  }
  return wrong;
}

}  // namespace

int main() {
  long solutions = 0;
  const int wrong = failures(POSES, solutions);
  S q[kMost * kN];
  unsigned char flags[kMost];
  const S pose[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  const bool refused = Ik::n_free == 0 || C(ik)(pose, nullptr, nullptr, 1, q, flags) == 0;
  std::printf("%d poses, %ld solutions, %d failures\n", POSES, solutions, wrong + !refused);
  return wrong != 0 || !refused || solutions < POSES;
}
