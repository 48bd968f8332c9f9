#include "ir/analysis/motion/reach.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ir/analysis/motion/chain_ends.h"

namespace romas {

namespace {

constexpr unsigned kReachSeed = 1;

class ReachSearch {
 public:
  ReachSearch(const DynamicsModel& dynamics, const LimbChain& chain, const std::vector<VariableRange>& ranges,
              const std::vector<double>& rest)
      : dynamics_(dynamics), chain_(chain), ranges_(ranges), rest_(rest), posture_(dynamics) {
    posture_.move_to(rest);
  }

  Reach run(std::size_t samples) {
    find_first_axis();
    draw(samples);
    const auto distance = [&](const std::vector<double>& q) { return (position(q) - reach_.center).norm(); };
    const auto radius = [&](const std::vector<double>& q) {
      return reach_.axis.cross(position(q) - reach_.center).norm();
    };
    reach_.farthest = largest(distance, 1);
    reach_.nearest = largest(distance, -1);
    if (reach_.upright) {
      reach_.widest = largest(radius, 1);
      reach_.narrowest = largest(radius, -1);
    }
    const auto aside = [&](const std::vector<double>& q) {
      return up_.cross(position(q) - reach_.center).norm();
    };
    reach_.stretched = reach_.upright ? reach_.widest : largest(aside, 1);
    for (int k = 0; k < 3; ++k)
      for (const double sign : {1.0, -1.0}) {
        const FoundPosture found =
            largest([&, k](const std::vector<double>& q) { return position(q)[k]; }, sign);
        reach_.box.extend(position(found.q));
      }
    return std::move(reach_);
  }

 private:
  Vector3 position(const std::vector<double>& q) {
    posture_.move_to(q, chain_.bodies);
    return posture_.pose(chain_.place).p;
  }

  // The first body that moves; before it, all stands still.
  void find_first_axis() {
    const auto moves = [&](std::size_t body) {
      return dynamics_.bodies[body].q == static_cast<int>(chain_.variables.front());
    };
    const std::size_t index = *std::find_if(chain_.bodies.begin(), chain_.bodies.end(), moves);
    const Body& body = dynamics_.bodies[index];
    const RigidTransform X_WP =
        body.parent < 0 ? RigidTransform{} : posture_.body(static_cast<std::size_t>(body.parent));
    const RigidTransform X = X_WP * body.X_PB;
    reach_.center = X.p;
    reach_.axis = X.R.col(2);
    constexpr double kUpright = 1e-6;  // rad
    if (!dynamics_.gravity.isZero(0)) up_ = -dynamics_.gravity.normalized();
    reach_.upright = body.motion != Motion::prismatic && reach_.axis.cross(up_).norm() < kUpright;
    if (reach_.upright && reach_.axis.dot(up_) < 0) reach_.axis = -reach_.axis;
  }

  void draw(std::size_t samples) {
    Chance chance(kReachSeed);
    std::vector<double> q = rest_;
    drawn_.push_back(q);
    reach_.cloud.push_back(position(q));
    for (std::size_t i = 0; i < samples; ++i) {
      randomize(chain_.variables, ranges_, chance, q);
      drawn_.push_back(q);
      reach_.cloud.push_back(position(q));
      reach_.box.extend(reach_.cloud.back());
    }
    drawn_.resize(std::min<std::size_t>(drawn_.size(), kStarts));
  }

  // The largest value, or with sign -1 the smallest.
  template <class Value>
  FoundPosture largest(const Value& value, double sign) {
    const PostureValue signed_value = [&](const std::vector<double>& q) { return sign * value(q); };
    std::vector<FoundPosture> starts;
    for (const std::vector<double>& q : drawn_) starts.push_back({signed_value(q), q});
    FoundPosture found = largest_value(signed_value, std::move(starts), chain_.variables, ranges_);
    found.value *= sign;
    return found;
  }

  static constexpr std::size_t kStarts = 1000;  // postures among which searches look for the best starts
  const DynamicsModel& dynamics_;
  const LimbChain& chain_;
  const std::vector<VariableRange>& ranges_;
  const std::vector<double>& rest_;
  Posture posture_;
  Vector3 up_ = Vector3::UnitZ();  // against gravity, in {W}; z without it
  Reach reach_;
  std::vector<std::vector<double>> drawn_;
};

}  // namespace

LimbChain limb_chain(const DynamicsModel& dynamics, const std::vector<VariableRange>& ranges, LinkId link) {
  LimbChain chain;
  chain.link = link;
  const auto at = std::find(dynamics.link_order.begin(), dynamics.link_order.end(), link);
  chain.place = dynamics.links[static_cast<std::size_t>(at - dynamics.link_order.begin())];
  chain.bodies = bodies_to(dynamics, chain.place);
  for (const std::size_t index : chain.bodies) {
    const Body& body = dynamics.bodies[index];
    const auto variable = static_cast<std::size_t>(body.q);
    const bool known =
        std::find(chain.variables.begin(), chain.variables.end(), variable) != chain.variables.end();
    if (known || motion_dof(body.motion) != 1 || ranges[variable].travel == Travel::held) continue;
    chain.variables.push_back(variable);
    chain.velocities.push_back(static_cast<std::size_t>(body.v));
  }
  return chain;
}

Reach measure_reach(const DynamicsModel& dynamics, const LimbChain& chain,
                    const std::vector<VariableRange>& ranges, const std::vector<double>& rest,
                    std::size_t samples) {
  return ReachSearch(dynamics, chain, ranges, rest).run(samples);
}

}  // namespace romas
