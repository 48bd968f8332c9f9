// Passes on a DynamicsModel that make kernels small and do not change the dynamics.
//
// reframe: a body's frame may turn about its own z and slide along it; so chosen, translations and inertias
// get zeros. regroup: the part of a body's mass distribution that its own joint cannot feel moves to the
// parent.
#pragma once

#include <vector>

#include "ir/analysis/mass/dynamics_model.h"

namespace romas::lowering {

// The free choices of one body. They change operation counts, never results.
struct BodyChoice {
  double turn = 0;   // of the frame about its z, radians
  double slide = 0;  // of the frame along its z, metres
  // Which component of the parent's first moment a point mass at this body's origin takes over from the
  // parent (kg is what it takes): -1 none, 0 x, 1 y.
  int relieve = -1;
  // Computes in a frame that the joint does not turn, rather than in the body's own.
  bool unturned = false;
  // Does the part of the translation along z in the body's frame rather than in the parent's.
  bool axial = false;
  // Takes the squared length of the angular velocity across z from the parent's frame.
  bool inherit_square = false;
  friend bool operator==(const BodyChoice&, const BodyChoice&) = default;
};
using Choices = std::vector<BodyChoice>;

// The same robot with frames turned and slid.
void reframe(DynamicsModel& model, const Choices& choices);

// Base inertial parameters (Khalil and Dombre, Modeling, Identification and Control of Robots, 2002,
// section 9.4), in moments:
//   revolute about z: mass, h_z and S_zz move: a distribution along the axis cannot be felt;
//   prismatic: S moves, since the body turns with its parent.
// Moments that a body gives up are added to its parent exactly. Screws, balls and floating bodies keep all.
void regroup(DynamicsModel& model, const Choices& choices);

// The points at which the common normal of the axes of a body and of its parent meets each of them: the
// slides that put an origin there. Not for parallel axes.
struct CommonNormal {
  bool exists = false;
  double on_parent = 0;  // slide of the parent's frame
  double on_body = 0;    // slide of the body's frame
};
CommonNormal common_normal(const Body& body);

}  // namespace romas::lowering
