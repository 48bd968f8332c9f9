// Kinematics of a robot held as data: poses of links, Jacobians, and the integration of positions.
// reference.hpp says the shapes, frames and units.
#pragma once

#include <romas/reference_joints.hpp>

namespace romas {
namespace reference {

namespace detail {

template <class S>
void write_pose(const Pose<S>& X, S* out) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) out[4 * row + column] = X.R(row, column);
    out[4 * row + 3] = X.p[row];
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

}  // namespace reference
}  // namespace romas
