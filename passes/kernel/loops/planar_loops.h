// Loops of links that move in a plane, and the joints that follow from the others there, in closed form.
//
// Around a loop, the motions of its joints, forwards up to the joint that closes it and backwards from there,
// make no motion together. In a plane this is three equations: of the joints around a loop, the one that
// closes it among them, three follow from the rest. Three turning joints are the corners of a triangle of
// which two sides are known; where one of them slides, a point moves on a line (Hunt, Kinematic Geometry of
// Mechanisms, 1978, chapter 1; McCarthy and Soh, Geometric Design of Linkages, 2011, chapter 2).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/kernel/code_model.h"

namespace romas::lowering {

// Directions out of the plane and lengths beside it up to this part of a unit and of the loop's size are
// rounding.
inline constexpr double kPlanarTolerance = 1e-10;

// One motion around a loop, in the loop's plane at q = 0: x and y lie in it, z is its normal.
struct LoopFactor {
  enum class Kind : unsigned char { turn, slide, constant } kind = Kind::constant;
  int body = -1;                         // in DynamicsModel::bodies; -1: the joint that closes the loop
  bool backwards = false;                // the inverse of the body's motion
  Vector3 axis = Vector3::UnitZ();       // of a turn z or -z; of a slide a unit vector in the plane
  RigidTransform X;                      // of a turn: p is its centre; of a constant the motion itself
  std::optional<std::size_t> dependent;  // in PlanarLoops::dependents
  bool follows = false;                  // from the others around the loop
};

// The motions around one loop, in its order; it begins with those that follow: turning, turning or sliding,
// turning.
struct PlanarLoop {
  std::vector<LoopFactor> factors;
  double length = 0;  // m, of its size
};

struct FoundLoops {
  PlanarLoops facts;
  std::vector<PlanarLoop> loops;  // as facts.loops
};

// All loops of a robot, where each of them moves in a plane and shares no joint that follows with another
// one. Else nothing, and `reason` says why: "loop joint 'pin' is part of two loops". The joints that are not
// to follow are those that `driven` names; then those with a transmission or a command interface, a servo or
// an effort limit above 0; then those nearer to the root.
std::optional<FoundLoops> find_planar_loops(const Model& model, const DynamicsModel& dynamics,
                                            const std::vector<std::string>& driven, std::string& reason);

// Sines, cosines and rooms (q, branch). Nothing if two of a loop's centres fall together, so that nothing
// determines an angle; `reason` says so then.
std::optional<Kernel> lower_dependent_positions(const Model& model, const DynamicsModel& dynamics,
                                                const FoundLoops& found, std::string& reason);
// Finds how the description means its loops to be assembled, and sets the branch of each: as they are closed
// at q = 0; else the branch that is more often within the limits of the joints that follow; else that of the
// position that a search from q = 0 finds first. `positions`: the kernel of these.
void choose_branches(const Model& model, const DynamicsModel& dynamics, const Kernel& positions,
                     PlanarLoops& loops);
// G(q), n_v × the number of independent velocity variables: v = G v_independent. Not finite at dead centres.
Kernel lower_independent_jacobian(const DynamicsModel& dynamics, const FoundLoops& found);
// (q, v): the rate of G, times the independent of v.
Kernel lower_independent_bias(const DynamicsModel& dynamics, const FoundLoops& found);

// The velocity variables that are no dependent ones, in order.
std::vector<int> independent_velocities(const DynamicsModel& dynamics, const PlanarLoops& loops);

}  // namespace romas::lowering
