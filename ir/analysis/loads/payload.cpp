#include "ir/analysis/loads/payload.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace romas {

namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<std::size_t> carriers(const DynamicsModel& dynamics, const LimbChain& chain) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < dynamics.joints.size(); ++row) {
    const bool carries = std::ranges::any_of(
        chain.bodies, [&](std::size_t body) { return dynamics.bodies[body].q == dynamics.joints[row].q; });
    if (carries && dynamics.joints[row].n_v == 1) rows.push_back(row);
  }
  return rows;
}

Payload payload_at(const DynamicsModel& dynamics, const LimbChain& chain, Posture& posture,
                   const std::vector<double>& q) {
  posture.move_to(q);
  const Eigen::VectorXd own = posture.gravity_effort();
  const Eigen::VectorXd of_mass = posture.gravity_effort_of_unit_mass(chain.place);
  Payload payload;
  payload.mass = kUnlimited;
  for (const std::size_t row : carriers(dynamics, chain)) {
    const double limit = dynamics.joints[row].effort;
    if (!std::isfinite(limit)) continue;
    const double load = own[dynamics.joints[row].v], added = of_mass[dynamics.joints[row].v];
    if (std::abs(load) > limit) return {0, row, true};
    // Rounding errors of a joint that carries nothing, such as an upright one.
    if (std::abs(added) < 1e-9) continue;
    const double mass = (limit - (added > 0 ? load : -load)) / std::abs(added);
    if (mass < payload.mass) payload = {mass, row, false};
  }
  return payload;
}

FoundPosture smallest_payload(const DynamicsModel& dynamics, const LimbChain& chain,
                              const std::vector<VariableRange>& ranges,
                              const std::vector<std::vector<double>>& starts) {
  Posture posture(dynamics);
  const PostureValue negative = [&](const std::vector<double>& q) {
    return -payload_at(dynamics, chain, posture, q).mass;
  };
  std::vector<FoundPosture> values;
  for (const std::vector<double>& q : starts) values.push_back({negative(q), q});
  FoundPosture found = largest_value(negative, std::move(values), chain.variables, ranges);
  found.value = -found.value;
  return found;
}

std::vector<GravityEffort> gravity_efforts(const DynamicsModel& dynamics,
                                           const std::vector<VariableRange>& ranges,
                                           const std::vector<std::vector<double>>& samples) {
  std::vector<PositionRange> limits;
  for (const VariableRange& range : ranges) limits.push_back(range.range);
  std::vector<GravityEffort> efforts(dynamics.joints.size());
  GravitySearch search(dynamics, limits);
  for (std::size_t body = 0; body < dynamics.bodies.size(); ++body) {
    const auto row = std::ranges::find(dynamics.joints, dynamics.bodies[body].joint, &JointVariables::joint);
    if (row == dynamics.joints.end() || row->n_v != 1 || !search.has_own_variable(body)) continue;
    GravityEffort& effort = efforts[static_cast<std::size_t>(row - dynamics.joints.begin())];
    if (std::optional<GravityLoad> worst = search.worst(body)) {
      effort.worst = FoundPosture{worst->effort, std::move(worst->q)};
      effort.searched = true;
    }
  }
  Posture posture(dynamics);
  for (const std::vector<double>& q : samples) {
    posture.move_to(q);
    const Eigen::VectorXd loads = posture.gravity_effort();
    for (std::size_t row = 0; row < efforts.size(); ++row) {
      GravityEffort& effort = efforts[row];
      if (effort.searched || dynamics.joints[row].n_v != 1) continue;
      const double load = std::abs(loads[dynamics.joints[row].v]);
      if (!effort.worst || load > effort.worst->value) effort.worst = FoundPosture{load, q};
    }
  }
  return efforts;
}

}  // namespace romas
