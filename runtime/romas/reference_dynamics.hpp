// Dynamics of a robot held as data: torques, the mass matrix, accelerations and energies. reference.hpp says
// the shapes, frames and units.
#pragma once

#include <romas/reference_joints.hpp>

namespace romas {
namespace reference {

namespace detail {

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

// g(q): the torques that hold the robot still.
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

// The acceleration by the mass matrix, which also works with mimic joints. False as for forward_dynamics.
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

namespace detail {

// First pass of the articulated-body algorithm, from the root outwards: velocities, the accelerations c_i
// that they cause, and the bias forces p_i.
template <class Model, class S>
void set_biases(const Model& model, Data<Model>& data, const S* q, const S* v) {
  for (int i = 0; i < model.n_links(); ++i) {
    set_joint(model, data, i, q, v);
    const JointState<S>& joint = data.joint[at(i)];
    const int parent = model.body(i).link.parent;
    data.velocity[at(i)] =
        (parent < 0 ? Motion<S>{} : into(joint.X_PC, data.velocity[at(parent)])) + joint.velocity;
    data.acceleration[at(i)] = joint.velocity_bias + cross(data.velocity[at(i)], joint.velocity);  // c_i
    const Inertia<S>& inertia = model.body(i).inertia;
    data.articulated[at(i)] = ArticulatedInertia<S>::of(inertia);
    data.force[at(i)] = cross(data.velocity[at(i)], inertia * data.velocity[at(i)]);  // p_i
  }
}

// Second pass, from the tips inwards: articulated inertias, and the forces that reach the parents. False
// where a moving joint carries no inertia.
template <class Model, class S>
bool set_articulated_inertias(const Model& model, Data<Model>& data, const S* tau) {
  for (int i = model.n_links() - 1; i >= 0; --i) {
    const JointState<S>& joint = data.joint[at(i)];
    ArticulatedInertia<S> rest = data.articulated[at(i)];
    std::array<Force<S>, 6>& U = data.U[at(i)];
    S* D = data.D[at(i)].data();
    for (int k = 0; k < joint.n; ++k) {
      U[at(k)] = rest * joint.axes[k];
      data.u[at(i)][at(k)] = tau[v_start(model, i) + k] - dot(joint.axes[k], data.force[at(i)]);
    }
    for (int k = 0; k < joint.n; ++k)
      for (int m = 0; m < joint.n; ++m) D[6 * k + m] = dot(joint.axes[k], U[at(m)]);
    if (!factor(D, joint.n, 6)) return false;
    const int parent = model.body(i).link.parent;
    if (parent < 0) break;
    S correction[6];
    for (int k = 0; k < joint.n; ++k) correction[k] = data.u[at(i)][at(k)];
    solve(D, joint.n, 6, correction);
    for (int k = 0; k < joint.n; ++k) {
      S inverse[6] = {};  // column k of D^-1
      inverse[k] = S(1);
      solve(D, joint.n, 6, inverse);
      Force<S> W;
      for (int m = 0; m < joint.n; ++m) W += inverse[m] * U[at(m)];
      rest.subtract(W, U[at(k)]);
    }
    Force<S> bias = data.force[at(i)] + rest * data.acceleration[at(i)];
    for (int k = 0; k < joint.n; ++k) bias += correction[k] * U[at(k)];
    data.articulated[at(parent)] = data.articulated[at(parent)] + rest.out_of(joint.X_PC);
    data.force[at(parent)] += out_of(joint.X_PC, bias);
  }
  return true;
}

// Third pass, outwards again: the accelerations.
template <class Model, class S>
void set_accelerations(const Model& model, Data<Model>& data, S* a) {
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
    solve(data.D[at(i)].data(), joint.n, 6, rate);
    for (int k = 0; k < joint.n; ++k) {
      a[v_start(model, i) + k] = rate[k];
      acceleration += rate[k] * joint.axes[k];
    }
  }
}

}  // namespace detail

// Articulated-body algorithm (Featherstone 2008, table 7.1): the acceleration under the torques tau. tau and
// a may be the same array. False if the mass matrix is singular, because a moving joint carries no inertia; a
// is then undefined.
template <class Model, class S>
bool forward_dynamics(const Model& model, Data<Model>& data, const S* q, const S* v, const S* tau, S* a) {
  if (model.has_mimic()) return forward_dynamics_by_mass_matrix(model, data, q, v, tau, a);
  detail::set_biases(model, data, q, v);
  if (!detail::set_articulated_inertias(model, data, tau)) return false;
  detail::set_accelerations(model, data, a);
  return true;
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
