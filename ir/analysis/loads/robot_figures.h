// Figures of a robot that follow from its model: reach, manipulability, singular postures, payload and the
// efforts that gravity demands of the joints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/analysis/loads/payload.h"
#include "ir/analysis/motion/manipulability.h"
#include "ir/analysis/motion/named_postures.h"

namespace romas {

// A posture in the eyes of one limb.
struct LimbPosture {
  MotionEllipsoid ellipsoid;
  Vector3 position = Vector3::Zero();  // of the link's origin in {W}, m
  std::optional<Payload> payload;      // absent where loads do not follow from the model
};

// The efforts that gravity demands of the joints of a limb in one posture.
struct StretchedLoads {
  Payload payload;
  struct JointLoad {
    std::size_t joint = 0;  // in DynamicsModel::joints
    double empty = 0;       // that holds it, N m or N
    double loaded = 0;      // with the payload; without one that has a limit, the same
  };
  std::vector<JointLoad> joints;  // those between the ground and the link
};

struct LimbFigures {
  LimbChain chain;
  // Absent: no joint that travels moves the link.
  std::optional<Reach> reach;
  bool counts_turns = false;             // of the ellipsoids; else translations alone
  int directions = 0;                    // in which the link moves
  double length = 0;                     // m, of the ellipsoids
  std::vector<LimbPosture> postures;     // by RobotFigures::postures
  std::vector<MotionEllipsoid> sampled;  // at random postures, by volume
  FoundPosture best;                     // the largest volume that was found
  std::vector<SingularPostures> singular;
  std::size_t singular_starts = 0;  // of the search for them
  // The smallest payload that was found; absent where loads do not follow.
  std::optional<FoundPosture> least;
  Payload least_payload;
  // Stretched out horizontally (Reach::stretched).
  std::optional<StretchedLoads> stretched;
};

struct RobotFigures {
  KinematicTree tree;
  DynamicsModel dynamics;  // fixed at its root, followers coupled
  std::vector<VariableRange> ranges;
  std::vector<NamedPosture> postures;
  std::vector<LimbFigures> limbs;
  std::vector<std::size_t> sampled;  // by limb: number of random positions
  bool has_masses = false;           // of anything that moves
  bool loads = false;   // loads follow from the model: a tree with masses, without loop joints and forces
  bool stands = false;  // on its root, as far as the description tells
  std::vector<GravityEffort> efforts;           // by DynamicsModel::joints; empty without loads
  std::vector<Eigen::VectorXd> static_efforts;  // of gravity by posture, then velocity variable
};

struct FigureOptions {
  Vector3 gravity = default_gravity();
  double snap_tolerance = 0;  // radians
  const Semantics* semantics = nullptr;
  std::vector<LinkId> tips;  // empty: those of chain_ends
};

// With more bodies that move, nobody waits for the figures: only counts and limits are given.
inline constexpr std::size_t kMostMeasuredBodies = 1000;

// Every figure is the same in every run. Links on which gravity does not act weigh nothing. A model whose
// frames and joints are resolved, without foreign joints that move anything: those count as fixed.
RobotFigures measure_robot(const Model& model, const FigureOptions& options);

}  // namespace romas
