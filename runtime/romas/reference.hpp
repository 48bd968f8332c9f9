// Kinematics and dynamics of a robot held as data (reference_model.hpp), by the textbook: R. Featherstone,
// Rigid Body Dynamics Algorithms, 2008. For robots loaded at run time, and as the reference that generated
// code is tested against. Nothing here allocates: Data is the scratch of one thread, as large as its model
// may become.
//
// Shapes, frames and units are those of the generated functions: {W} is the root link's frame, or the world
// with a floating base; q has model.n_q() values, v, a and tau model.n_v(); poses are row-major 3x4 [R | p];
// the Jacobian is 6 x n_v row-major, rows 0-2 linear velocity of the link's origin, 3-5 angular, in {W}.
// Quaternions need not be of length 1. Joints that follow another (mimic) have no variables; their torques
// count for the joint they follow.
#pragma once

#include <romas/reference_model.hpp>
#include <romas/robot.hpp>

namespace romas {
namespace reference {

using spatial::ArticulatedInertia;
using spatial::Force;
using spatial::Inertia;
using spatial::Motion;

// What one joint does at one instant. The motions are those of the child against the parent, in the child's
// frame.
template <class S>
struct JointState {
  Pose<S> X_PC;             // the link's frame in its parent's
  Motion<S> axes[6];        // a motion for each velocity variable (S of Featherstone 2008, equation 3.33)
  Motion<S> velocity;       // v_J
  Motion<S> velocity_bias;  // c_J: what the axes' own change adds to the acceleration
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
    case JointType::planar: {
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
      break;
    }
    case JointType::universal: {
      joint.n = 2;
      const S s = sin(q[1]), c = cos(q[1]);
      move.R = spatial::rotation_about(Vec3<S>{S(1), S(0), S(0)}, S(sin(q[0])), S(cos(q[0]))) *
               spatial::rotation_about(Vec3<S>{S(0), S(1), S(0)}, s, c);
      joint.axes[0] = {{c, S(0), s}, none};
      joint.axes[1] = {{S(0), S(1), S(0)}, none};
      joint.velocity_bias.angular = S(v[0] * v[1]) * Vec3<S>{-s, S(0), c};
      break;
    }
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

template <class Model>
int v_start(const Model& model, int link) {
  return link == 0 ? 0 : model.body(link).v_start;
}
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

template <class S>
void write_pose(const Pose<S>& X, S* out) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) out[4 * row + column] = X.R(row, column);
    out[4 * row + 3] = X.p[row];
  }
}

// L L^T = A in place (lower triangle, n x n, row-major with the given stride); false if A is not positive
// definite.
template <class S>
bool factor(S* A, int n, int stride) {
  using std::sqrt;
  for (int j = 0; j < n; ++j) {
    S diagonal = A[j * stride + j];
    for (int k = 0; k < j; ++k) diagonal = diagonal - A[j * stride + k] * A[j * stride + k];
    if (!(diagonal > S(0))) return false;
    A[j * stride + j] = sqrt(diagonal);
    for (int i = j + 1; i < n; ++i) {
      S sum = A[i * stride + j];
      for (int k = 0; k < j; ++k) sum = sum - A[i * stride + k] * A[j * stride + k];
      A[i * stride + j] = sum / A[j * stride + j];
    }
  }
  return true;
}
// x = A^-1 x with A's factor.
template <class S>
void solve(const S* L, int n, int stride, S* x) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) x[i] = x[i] - L[i * stride + k] * x[k];
    x[i] = x[i] / L[i * stride + i];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] = x[i] - L[k * stride + i] * x[k];
    x[i] = x[i] / L[i * stride + i];
  }
}

}  // namespace detail

// poses: n_links x 12, each link's frame in {W}.
template <class Model, class S>
void forward_kinematics(const Model& model, Data<Model>& data, const S* q, S* poses) {
  detail::set_positions(model, data, q, data.zeros.data());
  for (int i = 0; i < model.n_links(); ++i) detail::write_pose(data.X_WL[detail::at(i)], poses + 12 * i);
}

// pose: 12 values, of one link.
template <class Model, class S>
void link_pose(const Model& model, Data<Model>& data, int link, const S* q, S* pose) {
  detail::set_positions(model, data, q, data.zeros.data());
  detail::write_pose(data.X_WL[detail::at(link)], pose);
}

// J: 6 x n_v. Column of a joint on the way to the link: its axis in {W}, and the velocity it gives to the
// link's origin (Featherstone 2008, section 4.1).
template <class Model, class S>
void jacobian(const Model& model, Data<Model>& data, int link, const S* q, S* J) {
  const int n_v = model.n_v();
  for (int i = 0; i < 6 * n_v; ++i) J[i] = S(0);
  detail::set_positions(model, data, q, data.zeros.data());
  const Vec3<S> point = data.X_WL[detail::at(link)].p;
  for (int i = link; i >= 0; i = model.body(i).link.parent) {
    const JointState<S>& joint = data.joint[detail::at(i)];
    const Pose<S>& X_WL = data.X_WL[detail::at(i)];
    for (int k = 0; k < joint.n; ++k) {
      const Vec3<S> angular = X_WL.R * joint.axes[k].angular;
      const Vec3<S> linear = X_WL.R * joint.axes[k].linear + cross(angular, point - X_WL.p);
      const int column = detail::v_start(model, i) + k;
      for (int row = 0; row < 3; ++row) {
        J[row * n_v + column] += linear[row];
        J[(row + 3) * n_v + column] += angular[row];
      }
    }
  }
}

// Recursive Newton-Euler algorithm (Featherstone 2008, table 5.1): the torques for which the joints
// accelerate with a.
template <class Model, class S>
void inverse_dynamics(const Model& model, Data<Model>& data, const S* q, const S* v, const S* a, S* tau) {
  for (int i = 0; i < model.n_v(); ++i) tau[i] = S(0);
  for (int i = 0; i < model.n_links(); ++i) {
    detail::set_joint(model, data, i, q, v);
    const JointState<S>& joint = data.joint[detail::at(i)];
    const int parent = model.body(i).link.parent;
    // Gravity as an acceleration of the world upwards.
    const Motion<S> v_parent = parent < 0 ? Motion<S>{} : into(joint.X_PC, data.velocity[detail::at(parent)]);
    const Motion<S> a_parent = into(
        joint.X_PC, parent < 0 ? Motion<S>{{}, -model.gravity()} : data.acceleration[detail::at(parent)]);
    Motion<S>& velocity = data.velocity[detail::at(i)];
    Motion<S>& acceleration = data.acceleration[detail::at(i)];
    velocity = v_parent + joint.velocity;
    acceleration = a_parent + joint.velocity_bias + cross(velocity, joint.velocity);
    for (int k = 0; k < joint.n; ++k) acceleration += a[detail::v_start(model, i) + k] * joint.axes[k];
    const Inertia<S>& inertia = model.body(i).inertia;
    data.force[detail::at(i)] = inertia * acceleration + cross(velocity, inertia * velocity);
  }
  for (int i = model.n_links() - 1; i >= 0; --i) {
    const JointState<S>& joint = data.joint[detail::at(i)];
    for (int k = 0; k < joint.n; ++k)
      tau[detail::v_start(model, i) + k] += dot(joint.axes[k], data.force[detail::at(i)]);
    const int parent = model.body(i).link.parent;
    if (parent >= 0) data.force[detail::at(parent)] += out_of(joint.X_PC, data.force[detail::at(i)]);
  }
}

// g(q): what holds the robot still.
template <class Model, class S>
void gravity_torque(const Model& model, Data<Model>& data, const S* q, S* tau) {
  inverse_dynamics(model, data, q, data.zeros.data(), data.zeros.data(), tau);
}

// C(q, v) v + g(q).
template <class Model, class S>
void bias_torque(const Model& model, Data<Model>& data, const S* q, const S* v, S* tau) {
  inverse_dynamics(model, data, q, v, data.zeros.data(), tau);
}

// Composite rigid body algorithm (Featherstone 2008, table 6.2). M: n_v x n_v, full.
template <class Model, class S>
void mass_matrix(const Model& model, Data<Model>& data, const S* q, S* M) {
  const int n_v = model.n_v();
  for (int i = 0; i < n_v * n_v; ++i) M[i] = S(0);
  for (int i = 0; i < model.n_links(); ++i) {
    detail::set_joint(model, data, i, q, data.zeros.data());
    data.composite[detail::at(i)] = model.body(i).inertia;
  }
  for (int i = model.n_links() - 1; i >= 0; --i) {
    const JointState<S>& joint = data.joint[detail::at(i)];
    const int parent = model.body(i).link.parent;
    for (int k = 0; k < joint.n; ++k) {
      const int row = detail::v_start(model, i) + k;
      Force<S> force = data.composite[detail::at(i)] * joint.axes[k];
      for (int m = 0; m < joint.n; ++m)
        M[row * n_v + detail::v_start(model, i) + m] += dot(joint.axes[m], force);
      for (int j = i; model.body(j).link.parent >= 0;) {
        force = out_of(data.joint[detail::at(j)].X_PC, force);
        j = model.body(j).link.parent;
        const JointState<S>& upper = data.joint[detail::at(j)];
        for (int m = 0; m < upper.n; ++m) {
          const int column = detail::v_start(model, j) + m;
          const S entry = dot(upper.axes[m], force);
          M[row * n_v + column] += entry;
          M[column * n_v + row] += entry;
        }
      }
    }
    if (parent >= 0)
      data.composite[detail::at(parent)] =
          data.composite[detail::at(parent)] + data.composite[detail::at(i)].out_of(joint.X_PC);
  }
}

// The acceleration by way of the mass matrix: works with joints that follow others. False as for
// forward_dynamics.
template <class Model, class S>
bool forward_dynamics_by_mass_matrix(const Model& model, Data<Model>& data, const S* q, const S* v,
                                     const S* tau, S* a) {
  const int n_v = model.n_v();
  bias_torque(model, data, q, v, data.vector.data());
  for (int i = 0; i < n_v; ++i) a[i] = tau[i] - data.vector[detail::at(i)];
  mass_matrix(model, data, q, data.matrix.data());
  if (!detail::factor(data.matrix.data(), n_v, n_v)) return false;
  detail::solve(data.matrix.data(), n_v, n_v, a);
  return true;
}

// Articulated-body algorithm (Featherstone 2008, table 7.1): the acceleration under the torques tau. tau and
// a may be the same array. False, and a is of no use, where the mass matrix is singular: a moving joint that
// carries no inertia.
template <class Model, class S>
bool forward_dynamics(const Model& model, Data<Model>& data, const S* q, const S* v, const S* tau, S* a) {
  using detail::at;
  if (model.has_mimic()) return forward_dynamics_by_mass_matrix(model, data, q, v, tau, a);
  for (int i = 0; i < model.n_links(); ++i) {
    detail::set_joint(model, data, i, q, v);
    const JointState<S>& joint = data.joint[at(i)];
    const int parent = model.body(i).link.parent;
    data.velocity[at(i)] =
        (parent < 0 ? Motion<S>{} : into(joint.X_PC, data.velocity[at(parent)])) + joint.velocity;
    data.acceleration[at(i)] = joint.velocity_bias + cross(data.velocity[at(i)], joint.velocity);  // c_i
    const Inertia<S>& inertia = model.body(i).inertia;
    data.articulated[at(i)] = ArticulatedInertia<S>::of(inertia);
    data.force[at(i)] = cross(data.velocity[at(i)], inertia * data.velocity[at(i)]);  // p_i
  }
  for (int i = model.n_links() - 1; i >= 0; --i) {
    const JointState<S>& joint = data.joint[at(i)];
    ArticulatedInertia<S> rest = data.articulated[at(i)];
    std::array<Force<S>, 6>& U = data.U[at(i)];
    S* D = data.D[at(i)].data();
    for (int k = 0; k < joint.n; ++k) {
      U[at(k)] = rest * joint.axes[k];
      data.u[at(i)][at(k)] = tau[detail::v_start(model, i) + k] - dot(joint.axes[k], data.force[at(i)]);
    }
    for (int k = 0; k < joint.n; ++k)
      for (int m = 0; m < joint.n; ++m) D[6 * k + m] = dot(joint.axes[k], U[at(m)]);
    if (!detail::factor(D, joint.n, 6)) return false;
    const int parent = model.body(i).link.parent;
    if (parent < 0) break;
    S correction[6];
    for (int k = 0; k < joint.n; ++k) correction[k] = data.u[at(i)][at(k)];
    detail::solve(D, joint.n, 6, correction);
    for (int k = 0; k < joint.n; ++k) {
      S inverse[6] = {};  // column k of D^-1
      inverse[k] = S(1);
      detail::solve(D, joint.n, 6, inverse);
      Force<S> W;
      for (int m = 0; m < joint.n; ++m) W += inverse[m] * U[at(m)];
      rest.subtract(W, U[at(k)]);
    }
    Force<S> bias = data.force[at(i)] + rest * data.acceleration[at(i)];
    for (int k = 0; k < joint.n; ++k) bias += correction[k] * U[at(k)];
    data.articulated[at(parent)] = data.articulated[at(parent)] + rest.out_of(joint.X_PC);
    data.force[at(parent)] += out_of(joint.X_PC, bias);
  }
  for (int i = 0; i < model.n_links(); ++i) {
    const JointState<S>& joint = data.joint[at(i)];
    const int parent = model.body(i).link.parent;
    const Motion<S> a_parent =
        into(joint.X_PC, parent < 0 ? Motion<S>{{}, -model.gravity()} : data.acceleration[at(parent)]);
    Motion<S>& acceleration = data.acceleration[at(i)];
    acceleration += a_parent;
    S rate[6];
    for (int k = 0; k < joint.n; ++k)
      rate[k] = data.u[at(i)][at(k)] - dot(acceleration, data.U[at(i)][at(k)]);
    detail::solve(data.D[at(i)].data(), joint.n, 6, rate);
    for (int k = 0; k < joint.n; ++k) {
      a[detail::v_start(model, i) + k] = rate[k];
      acceleration += rate[k] * joint.axes[k];
    }
  }
  return true;
}

// The position after moving with the constant velocity v for dt seconds (n_q values; may be q itself).
template <int Links, int Variables, class S>
void integrate_position(const Model<Links, Variables, S>& model, const S* q, const S* v, S dt, S* out) {
  if (model.has_floating_base()) integrate_joint(JointVariables{0, 7, 0, 6, -1}, q, v, dt, out);
  for (int i = 1; i < model.n_links(); ++i) {
    const auto& body = model.body(i);
    if (body.link.mimic >= 0 || body.link.type == JointType::fixed) continue;
    integrate_joint(JointVariables{body.q_start, position_count(body.link.type), body.v_start,
                                   velocity_count(body.link.type), i},
                    q, v, dt, out);
  }
}

// Zeros, and the identity for quaternions.
template <int Links, int Variables, class S>
void neutral_position(const Model<Links, Variables, S>& model, S* q) {
  for (int i = 0; i < model.n_q(); ++i) q[i] = S(0);
  if (model.has_floating_base()) q[6] = S(1);
  for (int i = 1; i < model.n_links(); ++i) {
    const JointType type = model.body(i).link.type;
    if (type == JointType::ball || type == JointType::floating)
      q[model.body(i).q_start + position_count(type) - 1] = S(1);
  }
}

// Kinetic energy, J. A fixed root does not move.
template <class Model, class S>
S kinetic_energy(const Model& model, Data<Model>& data, const S* q, const S* v) {
  S energy(0);
  for (int i = 0; i < model.n_links(); ++i) {
    detail::set_joint(model, data, i, q, v);
    const JointState<S>& joint = data.joint[detail::at(i)];
    const int parent = model.body(i).link.parent;
    Motion<S>& velocity = data.velocity[detail::at(i)];
    velocity =
        (parent < 0 ? Motion<S>{} : into(joint.X_PC, data.velocity[detail::at(parent)])) + joint.velocity;
    energy = energy + S(0.5) * dot(velocity, model.body(i).inertia * velocity);
  }
  return energy;
}

// Potential energy under gravity, J; zero with everything at the origin of {W}.
template <class Model, class S>
S potential_energy(const Model& model, Data<Model>& data, const S* q) {
  detail::set_positions(model, data, q, data.zeros.data());
  S energy(0);
  for (int i = 0; i < model.n_links(); ++i) {
    const Pose<S>& X = data.X_WL[detail::at(i)];
    const Inertia<S>& inertia = model.body(i).inertia;
    energy = energy - dot(model.gravity(), X.R * inertia.first_moment + inertia.mass * X.p);
  }
  return energy;
}

}  // namespace reference
}  // namespace romas
