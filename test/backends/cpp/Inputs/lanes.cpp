// Functions in lanes give what the plain ones give, in doubles and floats, and with outputs that are no
// pointers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <romas/simd.hpp>
#include <vector>

#include "humanoid.hpp"
#include "panda.hpp"
#include "quadruped.hpp"

namespace {

std::mt19937 engine(7);

template <class S>
std::vector<S> numbers(int count) {
  std::vector<S> result(static_cast<std::size_t>(count));
  for (S& x : result) x = static_cast<S>(std::uniform_real_distribution<double>(-2, 2)(engine));
  return result;
}

// Largest difference, as a part of the largest value.
template <class S>
double difference(const std::vector<S>& a, const std::vector<S>& b) {
  double largest = 0;
  double size = 1e-3;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i], y = b[i];
    if (!std::isfinite(x)) return 1;
    largest = std::max(largest, std::abs(x - y));
    size = std::max(size, std::abs(y));
  }
  return largest / size;
}

// Every third element.
template <class S>
struct Spread {
  S* data;
  S& operator[](int k) const { return data[3 * k]; }
};

double worst = 0;

template <class S, class Lanes, class Plain>
void compare(std::size_t outputs, const Lanes& lanes, const Plain& plain) {
  std::vector<S> a(outputs), b(outputs);
  for (int k = 0; k < 20; ++k) {
    // The largest sizes of both robots.
    const std::vector<S> q = numbers<S>(40), v = numbers<S>(40), x = numbers<S>(40);
    lanes(q.data(), v.data(), x.data(), a.data());
    plain(q.data(), v.data(), x.data(), b.data());
    const double tolerance = sizeof(S) == 4 ? 2e-3 : 1e-11;
    worst = std::max(worst, difference(a, b) / tolerance);
  }
}

#define ALL_OF(robot)                                                                                       \
  template <class S>                                                                                        \
  void all_of_##robot() {                                                                                   \
    constexpr std::size_t n = robot::n_v;                                                                   \
    compare<S>(                                                                                             \
        n, [](auto q, auto v, auto a, auto tau) { robot::inverse_dynamics(q, v, a, tau); },                 \
        [](auto q, auto v, auto a, auto tau) { robot::detail::inverse_dynamics_plain(q, v, a, tau); });     \
    compare<S>(                                                                                             \
        n * n, [](auto q, auto, auto, auto M) { robot::mass_matrix(q, M); },                                \
        [](auto q, auto, auto, auto M) { robot::detail::mass_matrix_plain(q, M); });                        \
    compare<S>(                                                                                             \
        2 * n * n,                                                                                          \
        [](auto q, auto v, auto a, auto d) { robot::inverse_dynamics_derivatives(q, v, a, d, d + n * n); }, \
        [](auto q, auto v, auto a, auto d) {                                                                \
          robot::detail::inverse_dynamics_derivatives_plain(q, v, a, d, d + n * n);                         \
        });                                                                                                 \
    /* An output that is no pointer. */                                                                     \
    compare<S>(                                                                                             \
        n,                                                                                                  \
        [](auto q, auto v, auto a, auto tau) {                                                              \
          std::vector<S> spread(3 * n);                                                                     \
          robot::inverse_dynamics(q, v, a, Spread<S>{spread.data()});                                       \
          for (std::size_t k = 0; k < n; ++k) tau[k] = spread[3 * k];                                       \
        },                                                                                                  \
        [](auto q, auto v, auto a, auto tau) { robot::detail::inverse_dynamics_plain(q, v, a, tau); });     \
  }

// Columns of matrices side by side, also where outputs are no pointers. Accelerations of a link of some grams
// are large: floats would compare badly.
#define COLUMNS_OF(robot)                                                                                \
  void columns_of_##robot() {                                                                            \
    constexpr std::size_t n = robot::n_v;                                                                \
    constexpr std::size_t s = n * n;                                                                     \
    const auto plain = [](auto q, auto v, auto tau, auto d) {                                            \
      robot::detail::forward_dynamics_derivatives_plain(q, v, tau, d, d + s, d + 2 * s);                 \
    };                                                                                                   \
    compare<double>(                                                                                     \
        3 * s,                                                                                           \
        [](auto q, auto v, auto tau, auto d) {                                                           \
          robot::forward_dynamics_derivatives(q, v, tau, d, d + s, d + 2 * s);                           \
        },                                                                                               \
        plain);                                                                                          \
    compare<double>(                                                                                     \
        3 * s,                                                                                           \
        [](auto q, auto v, auto tau, auto d) {                                                           \
          std::vector<double> spread(9 * s);                                                             \
          using Out = Spread<double>;                                                                    \
          robot::forward_dynamics_derivatives(q, v, tau, Out{spread.data()}, Out{spread.data() + 3 * s}, \
                                              Out{spread.data() + 6 * s});                               \
          for (std::size_t k = 0; k < 3 * s; ++k) d[k] = spread[3 * k];                                  \
        },                                                                                               \
        plain);                                                                                          \
  }

ALL_OF(quadruped)
ALL_OF(humanoid)
COLUMNS_OF(panda)

const char* way(bool lanes) { return lanes ? "in lanes" : "plain"; }

void say(const char* robot, bool of_double, bool of_float) {
  std::printf("%s: double %s, float %s, %s\n", robot, way(of_double), way(of_float),
              worst < 1 ? "the same" : "NOT the same");
}

}  // namespace

int main() {
  all_of_quadruped<double>();
  all_of_quadruped<float>();
  say("quadruped", romas::computes_in_lanes<double, 4>, romas::computes_in_lanes<float, 4>);
  all_of_humanoid<double>();
  all_of_humanoid<float>();
  say("humanoid", romas::computes_in_lanes<double, 2>, romas::computes_in_lanes<float, 2>);
  columns_of_panda();
  say("panda", romas::computes_in_lanes<double, 4>, romas::computes_in_lanes<float, 4>);
  // Packs of configurations fill the registers by themselves.
  static_assert(!romas::computes_in_lanes<romas::Pack<double, 4>, 2>);
  return worst < 1 ? 0 : 1;
}
