// A DynamicsModel as values of a kernel: the frames in which a kernel computes, and each body's moments in
// its frame.
#pragma once

#include <vector>

#include "passes/kernel/algebra/algebra.h"
#include "passes/kernel/bodies/reframe.h"

namespace romas::lowering {

// The variables of a kernel's bodies, with followers as functions of their leaders.
class Variables {
 public:
  // Declares the input arrays q, and v and a where wanted (sizes of the model).
  Variables(KernelBuilder& builder, const DynamicsModel& model, bool velocities, bool accelerations);
  KernelBuilder& builder() const { return builder_; }
  Scalar zero() const { return {builder_, 0.0}; }
  Scalar q(const Body& body, int k = 0) const;
  Scalar v(const Body& body, int k = 0) const;  // 0 without velocities
  Scalar a(const Body& body, int k = 0) const;  // 0 without accelerations
  Angle angle(const Body& body) const;          // of a revolute or screw joint

 private:
  Scalar rate(int array, const Body& body, int k) const;
  KernelBuilder& builder_;
  int v_array_ = -1;
  int a_array_ = -1;
};

// One body. Its frame F turns against the parent's frame by `turns`; it is the body's own frame, or one with
// the same z and origin that does not turn with the joint (BodyChoice::unturned).
struct SymbolicBody {
  const Body* body = nullptr;
  int parent = -1;
  Turns turns;
  Vec p;            // origin in the parent's frame, without `slide`
  Scalar slide;     // further along z of F
  Moments moments;  // in F
  Angle spin;       // of the body's own frame in F, about z
};

// A matrix R(q) for a unit quaternion x y z w.
std::array<Vec, 3> rotation_rows(const std::array<Scalar, 4>& quaternion);

class SymbolicTree {
 public:
  SymbolicTree(const Variables& variables, const DynamicsModel& model, const Choices& choices);
  std::size_t size() const { return bodies_.size(); }
  const SymbolicBody& operator[](std::size_t i) const { return bodies_[i]; }

  // Vectors between the frame of body i and its parent's.
  Vec to_parent(std::size_t i, const Vec& v) const;
  Vec to_body(std::size_t i, const Vec& v) const;
  // Rotated and translated.
  Moments to_parent(std::size_t i, const Moments& moments) const;
  Wrench to_parent(std::size_t i, const Wrench& wrench) const;
  // The motion that a unit of the k-th velocity variable of body i's joint adds, in the frame of body i.
  Twist freedom(std::size_t i, int k) const;

 private:
  void set_frame(std::size_t i, const BodyChoice& choice);
  const Variables& variables_;
  std::vector<SymbolicBody> bodies_;
  std::vector<std::array<Vec, 3>> free_rotation_;  // rows of R_PB of balls and floating bodies
};

}  // namespace romas::lowering
