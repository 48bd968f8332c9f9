// The form of a Model from which code targets work: rigid bodies with one elementary motion each. The z axis
// of a body's frame is the axis of motion, and mass moments are about the frame's origin. Fixed links are
// part of their body. Re-framing and regrouping change this form, never a Model: regrouped masses are not
// physical.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas {

// How a body moves against its parent. Planar and universal joints are several bodies.
enum class Motion : std::uint8_t {
  revolute,   // by q about z
  prismatic,  // by q along z
  screw,      // by q about z and pitch * q along z
  ball,       // unit quaternion x y z w; angular velocity in the body's frame
  floating,   // position in the parent's frame, then quaternion; linear, then angular velocity in the body's
              // frame
};
inline int motion_dof(Motion motion) {
  return motion == Motion::floating ? 6 : motion == Motion::ball ? 3 : 1;
}

// Moments of a mass distribution about the origin of a frame: the integrals of 1, r and r rᵀ. The inertia
// tensor about the origin is trace(second) 1 - second. All three add, and the move to another frame is linear
// in them.
struct MassMoments {
  double mass = 0;                   // kg
  Vector3 first = Vector3::Zero();   // kg m
  Matrix3 second = Matrix3::Zero();  // kg m²

  static MassMoments of(const SpatialInertia& inertia);
  MassMoments expressed_in(const RigidTransform& X_PC) const;
  MassMoments& operator+=(const MassMoments& other);
  bool zero() const { return mass == 0 && first.isZero(0) && second.isZero(0); }
};

struct Body {
  int parent = -1;  // -1: the ground
  Motion motion = Motion::revolute;
  RigidTransform X_PB;  // at q = 0
  double pitch = 0;     // metres a radian
  MassMoments inertia;
  // Sum of the magnitudes that went into `inertia`: values below its rounding error count as zero.
  double mass_scale = 0;
  double second_scale = 0;
  int q = 0;  // first position and velocity variable
  int v = 0;
  double multiplier = 1;  // of a follower: it moves by multiplier * q + offset
  double offset = 0;
  // The inertia that the drive adds along each velocity variable of the body itself, kg m² or kg; 0 unless
  // the options ask for it.
  std::array<double, 6> armature{};
  JointId joint;  // invalid for the free base
  LinkId link;    // whose joint this is the last part of; invalid for the massless parts of a planar or
                  // universal joint
};

// The place of a link or named frame F on a body B.
struct Placement {
  int body = -1;  // -1: the ground
  RigidTransform X_BF;
};

// A joint that closes a loop: between the frames of two places it allows the motion of its type, and no
// other.
struct Closure {
  std::size_t loop = 0;  // in Model::loop_joints
  JointType type = JointType::continuous;
  Placement first, second;
  Vector3 axis = Vector3::UnitX();  // unit; the same in both frames
};

// A joint with variables of its own.
struct JointVariables {
  JointId joint;
  int q = 0, n_q = 0;
  int v = 0, n_v = 0;
  double lower, upper, effort,
      velocity;  // infinite where there is none; the followers' limits are intersected in
};

struct DynamicsModel {
  std::vector<Body> bodies;  // parents before children
  std::vector<JointVariables> joints;
  std::vector<LinkId> link_order;
  std::vector<Placement> links;   // by link_order
  std::vector<Placement> frames;  // by Model::frames
  std::vector<Closure> closures;  // by Model::loop_joints
  MassMoments ground;             // the root link and what is fixed to it
  Vector3 gravity = Vector3::Zero();
  int n_q = 0;
  int n_v = 0;
  bool floating_base = false;
  // Result of snapping: how many constant angles became multiples of 90°, and the largest change (radians).
  std::size_t snapped_angles = 0;
  double largest_snap = 0;
};

struct DynamicsOptions {
  bool floating_base = false;
  bool independent_mimics = false;
  bool armature = false;      // the armature of joints counts
  double snap_tolerance = 0;  // radians
  Vector3 gravity = default_gravity();
};

// For models that are one tree, without foreign joints. Forces of the description are not part of it.
DynamicsModel make_dynamics_model(const Model& model, const KinematicTree& tree,
                                  const DynamicsOptions& options);

}  // namespace romas
