// The mass that a robot can hold against gravity with the effort limits of its joints.
#pragma once

#include <optional>
#include <vector>

#include "ir/analysis/motion/reach.h"

namespace romas {

struct Payload {
  // kg, a point mass at the origin of the link; infinite where no joint that carries it has an effort limit.
  double mass = 0;
  // The joint that limits it, in DynamicsModel::joints. Absent: none does.
  std::optional<std::size_t> joint;
  // The joint cannot even hold the robot itself; the mass is 0.
  bool overloaded = false;
};

// The largest mass that every joint with one variable between the ground and the link holds at rest in the
// posture. Friction counts nothing. The effort of a joint with followers is that of all of them: what their
// loads add up to, each times its multiplier.
Payload payload_at(const DynamicsModel& dynamics, const LimbChain& chain, Posture& posture,
                   const std::vector<double>& q);

// Joints of one variable between the ground and the link, in DynamicsModel::joints.
std::vector<std::size_t> carriers(const DynamicsModel& dynamics, const LimbChain& chain);

// The posture with the smallest payload that was found, from these. Variables of other limbs stay.
FoundPosture smallest_payload(const DynamicsModel& dynamics, const LimbChain& chain,
                              const std::vector<VariableRange>& ranges,
                              const std::vector<std::vector<double>>& starts);

// The effort that gravity demands of a joint, N m or N, by row of DynamicsModel::joints. Joints with several
// variables have none.
struct GravityEffort {
  std::optional<FoundPosture> worst;  // the largest magnitude that was found
  bool searched = false;  // by GravitySearch, which is close to the largest; else the best of samples
};
// `samples`: postures for joints with followers.
std::vector<GravityEffort> gravity_efforts(const DynamicsModel& dynamics,
                                           const std::vector<VariableRange>& ranges,
                                           const std::vector<std::vector<double>>& samples);

}  // namespace romas
