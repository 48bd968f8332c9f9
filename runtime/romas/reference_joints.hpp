// The joints of a robot held as data (reference_model.hpp) at one instant, and Data: the scratch of every
// algorithm on such a robot.
#pragma once

#include <romas/reference_model.hpp>
#include <romas/robot.hpp>

namespace romas {
namespace reference {

using spatial::ArticulatedInertia;
using spatial::Force;
using spatial::Inertia;
using spatial::Motion;

// The motion of one joint at one instant. The motions are those of the child against the parent, in the
// child's frame.
template <class S>
struct JointState {
  Pose<S> X_PC;             // the link's frame in its parent's
  Motion<S> axes[6];        // a motion for each velocity variable (S of Featherstone 2008, equation 3.33)
  Motion<S> velocity;       // v_J
  Motion<S> velocity_bias;  // c_J: acceleration by the change of the axes
  int n = 0;                // number of axes
};

// Scratch for a model of this size.
template <class Model>
struct Data {
  using S = typename Model::Scalar;
  static constexpr auto kLinks = static_cast<std::size_t>(Model::kMaxLinks);
  static constexpr auto kVariables = static_cast<std::size_t>(Model::kMaxVariables);

  std::array<JointState<S>, kLinks> joint;
  std::array<Pose<S>, kLinks> X_WL;                      // of every link
  std::array<Motion<S>, kLinks> velocity, acceleration;  // in the link's frame
  std::array<Force<S>, kLinks> force;
  std::array<Inertia<S>, kLinks> composite;
  std::array<ArticulatedInertia<S>, kLinks> articulated;
  std::array<std::array<Force<S>, 6>, kLinks> U;  // of ABA: articulated inertia times axes
  std::array<std::array<S, 36>, kLinks> D;        // Cholesky factor of axes^T U
  std::array<std::array<S, 6>, kLinks> u;
  std::array<S, kVariables> vector, zeros{};
  std::array<S, kVariables * kVariables> matrix;
};

namespace detail {

// Two slides along the rows of `plane` across the axis, then a turn about it.
template <class S>
void set_planar_motion(const Vec3<S>& axis, const Mat3<S>& plane, const S* q, const S* v,
                       JointState<S>& joint, Pose<S>& move) {
  using std::cos;
  using std::sin;
  const Vec3<S> none;
  joint.n = 3;
  const Mat3<S> plane_t = plane.transposed();
  move.R = spatial::rotation_about(axis, S(sin(q[2])), S(cos(q[2])));
  move.p = q[0] * plane_t.row[0] + q[1] * plane_t.row[1];
  const Mat3<S> back = move.R.transposed();
  joint.axes[0] = {none, back * plane_t.row[0]};
  joint.axes[1] = {none, back * plane_t.row[1]};
  joint.axes[2] = {axis, none};
  // The plane's axes turn backwards in the link's frame.
  joint.velocity_bias.linear =
      -cross(S(v[2]) * axis, v[0] * joint.axes[0].linear + v[1] * joint.axes[1].linear);
}

// A turn about x, then one about the turned y.
template <class S>
void set_universal_motion(const S* q, const S* v, JointState<S>& joint, Pose<S>& move) {
  using std::cos;
  using std::sin;
  const Vec3<S> none;
  joint.n = 2;
  const S s = sin(q[1]), c = cos(q[1]);
  move.R = spatial::rotation_about(Vec3<S>{S(1), S(0), S(0)}, S(sin(q[0])), S(cos(q[0]))) *
           spatial::rotation_about(Vec3<S>{S(0), S(1), S(0)}, s, c);
  joint.axes[0] = {{c, S(0), s}, none};
  joint.axes[1] = {{S(0), S(1), S(0)}, none};
  joint.velocity_bias.angular = S(v[0] * v[1]) * Vec3<S>{-s, S(0), c};
}

// Sets the axes of a joint, their bias and the pose `move` that its position adds to the joint's origin.
// lead: m/rad, of a screw.
template <class S>
void set_motion(const Vec3<S>& axis, const Mat3<S>& plane, JointType type, const S& lead, const S* q,
                const S* v, JointState<S>& joint, Pose<S>& move) {
  using std::cos;
  using std::sin;
  const Vec3<S> none;
  switch (type) {
    case JointType::fixed: joint.n = 0; break;
    case JointType::revolute:
    case JointType::continuous:
    case JointType::screw:
      joint.n = 1;
      move.R = spatial::rotation_about(axis, S(sin(q[0])), S(cos(q[0])));
      if (type == JointType::screw) move.p = S(lead * q[0]) * axis;
      joint.axes[0] = {axis, type == JointType::screw ? lead * axis : none};
      break;
    case JointType::prismatic:
      joint.n = 1;
      move.p = q[0] * axis;
      joint.axes[0] = {none, axis};
      break;
    case JointType::planar: set_planar_motion(axis, plane, q, v, joint, move); break;
    case JointType::universal: set_universal_motion(q, v, joint, move); break;
    case JointType::ball:
      joint.n = 3;
      move.R = spatial::rotation_from_quaternion(q);
      for (int i = 0; i < 3; ++i) joint.axes[i] = {}, joint.axes[i].angular[i] = S(1);
      break;
    case JointType::floating:
      joint.n = 6;
      move.p = {q[0], q[1], q[2]};
      move.R = spatial::rotation_from_quaternion(q + 3);
      for (int i = 0; i < 3; ++i) {
        joint.axes[i] = {}, joint.axes[i].linear[i] = S(1);
        joint.axes[i + 3] = {}, joint.axes[i + 3].angular[i] = S(1);
      }
      break;
  }
}

// Sets data.joint[link]: pose, axes, and with v also velocities.
template <class Model, class S>
void set_joint(const Model& model, Data<Model>& data, int i, const S* q, const S* v) {
  const auto& body = model.body(i);
  JointState<S>& joint = data.joint[static_cast<std::size_t>(i)];
  joint = {};
  Pose<S> move;
  if (i == 0) {
    if (model.has_floating_base())
      set_motion(body.link.axis, body.plane, JointType::floating, S(0), q, v, joint, joint.X_PC);
  } else if (body.link.type != JointType::fixed) {
    const S lead = body.link.pitch / S(6.283185307179586476925286766559);
    if (body.link.mimic >= 0) {
      // As a joint of its own, driven by the one it follows.
      const S own_q = body.link.multiplier * q[body.q_start] + body.link.offset;
      const S own_v = body.link.multiplier * v[body.v_start];
      set_motion(body.link.axis, body.plane, body.link.type, lead, &own_q, &own_v, joint, move);
      joint.axes[0] = body.link.multiplier * joint.axes[0];
    } else {
      set_motion(body.link.axis, body.plane, body.link.type, lead, q + body.q_start, v + body.v_start, joint,
                 move);
    }
    joint.X_PC = body.link.origin * move;
  } else {
    joint.X_PC = body.link.origin;
  }
  const int start = i == 0 ? 0 : body.v_start;
  for (int k = 0; k < joint.n; ++k) joint.velocity += v[start + k] * joint.axes[k];
}

// Index of the first velocity variable of a link's joint.
template <class Model>
int v_start(const Model& model, int link) {
  return link == 0 ? 0 : model.body(link).v_start;
}

// A link's place in the arrays of Data.
inline std::size_t at(int link) { return static_cast<std::size_t>(link); }

// Joints, and the pose of every link in {W}.
template <class Model, class S>
void set_positions(const Model& model, Data<Model>& data, const S* q, const S* v) {
  for (int i = 0; i < model.n_links(); ++i) {
    set_joint(model, data, i, q, v);
    const int parent = model.body(i).link.parent;
    data.X_WL[at(i)] = parent < 0 ? data.joint[at(i)].X_PC : data.X_WL[at(parent)] * data.joint[at(i)].X_PC;
  }
}

}  // namespace detail

}  // namespace reference
}  // namespace romas
