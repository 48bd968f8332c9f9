// Finds joints that move no inertia by the pivots of the mass matrix at a few pseudorandom positions.
#include "passes/kernel/bodies/massless_links.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "ir/kernel/kernel.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::lowering {

namespace {

// Pivots of M = Lᵀ D L, from the last variable to the first, each as a share of its diagonal entry of M.
std::vector<double> relative_pivots(std::vector<double> M, std::size_t n) {
  std::vector<double> pivots(n);
  const std::vector<double> original = M;
  for (std::size_t k = n; k-- > 0;) {
    const double pivot = M[k * n + k];
    const double diagonal = original[k * n + k];
    pivots[k] = diagonal > 0 ? pivot / diagonal : 0;
    if (!(pivot > 0)) continue;
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < k; ++j) M[i * n + j] -= M[k * n + i] * M[k * n + j] / pivot;
  }
  return pivots;
}

// Unit quaternions where joints have them.
void set_quaternions(const DynamicsModel& dynamics, std::vector<double>& q) {
  for (const Body& body : dynamics.bodies) {
    if (body.motion != Motion::ball && body.motion != Motion::floating) continue;
    const std::size_t first = static_cast<std::size_t>(body.q) + (body.motion == Motion::floating ? 3 : 0);
    const std::array<double, 4> unit = {0.1, 0.3, -0.5, std::sqrt(1 - 0.35)};
    std::copy(unit.begin(), unit.end(), q.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

}  // namespace

std::string massless_links(const Model& model, const KinematicTree& tree, const DynamicsModel& dynamics,
                           const Kernel& mass_matrix) {
  const auto n = static_cast<std::size_t>(dynamics.n_v);
  std::vector<double> worst(n, 0);
  for (int sample = 0; sample < 3; ++sample) {
    std::vector<double> q(static_cast<std::size_t>(dynamics.n_q));
    for (std::size_t k = 0; k < q.size(); ++k)
      q[k] = math::sin(1.3 * static_cast<double>(k + 1) + 2.1 * sample);
    set_quaternions(dynamics, q);
    const std::vector<double> pivots = relative_pivots(evaluate_kernel(mass_matrix, {q}), n);
    for (std::size_t k = 0; k < n; ++k) worst[k] = std::max(worst[k], pivots[k]);
  }
  constexpr double kSingular = 1e-11;
  std::vector<std::string_view> links;
  JointId last;
  for (const Body& body : dynamics.bodies) {
    bool singular = false;
    const auto first = static_cast<std::size_t>(body.v);
    for (std::size_t k = first; k < first + static_cast<std::size_t>(motion_dof(body.motion)); ++k)
      singular = singular || worst[k] <= kSingular;
    if (!singular || (body.joint && body.joint == last)) continue;
    last = body.joint;
    links.push_back(body.joint ? model.joint(body.joint).child.name : model.link(tree.roots().front()).name);
  }
  return join(links, ", ", in_quotes);
}

}  // namespace romas::lowering
