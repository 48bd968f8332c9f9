// A data-driven model (reference.hpp) as a Robot for controllers, plants and inverse kinematics (robot.hpp):
// for robots loaded at run time whose counts are known when the program is compiled.
#pragma once

#include <romas/reference.hpp>
#include <romas/robot.hpp>

namespace romas {
namespace reference {

// Refers to a finished model and to scratch for one thread; both must outlive it.
template <int NJoints, int NQ, int NV, class ModelType = Model<>>
class Robot {
 public:
  static constexpr int n_joints = NJoints, n_q = NQ, n_v = NV,
                       n_links = ModelType::kMaxLinks;  // at most so many links
  enum class Link : int {};

  std::array<int, static_cast<std::size_t>(NJoints)> q_index{}, v_index{};
  std::array<JointLimits, static_cast<std::size_t>(NJoints)> limits{};
  std::array<double, static_cast<std::size_t>(NV)> joint_damping{}, joint_friction{};

  Robot(const ModelType& model, Data<ModelType>& data) : model_(&model), data_(&data) {
    int joints = 0;
    for (int i = 1; i < model.n_links(); ++i) {
      const auto& body = model.body(i);
      if (body.link.type == JointType::fixed || body.link.mimic >= 0) continue;
      if (joints < NJoints) {
        const auto at = static_cast<std::size_t>(joints);
        q_index[at] = body.q_start, v_index[at] = body.v_start, limits[at] = body.link.limits;
        for (int k = 0; k < velocity_count(body.link.type) && body.v_start + k < NV; ++k) {
          joint_damping[static_cast<std::size_t>(body.v_start + k)] = static_cast<double>(body.link.damping);
          joint_friction[static_cast<std::size_t>(body.v_start + k)] =
              static_cast<double>(body.link.friction);
        }
      }
      ++joints;
    }
    matches_ =
        model.error() == ModelError::none && joints == NJoints && model.n_q() == NQ && model.n_v() == NV;
  }
  // The model has exactly the joints and variables that the template arguments say. Nothing else may be
  // called if it has not.
  bool matches() const { return matches_; }

  template <class S>
  void forward_kinematics(const S* q, S* poses) const {
    reference::forward_kinematics(*model_, *data_, q, poses);
  }
  template <Link L, class S>
  void link_pose(const S* q, S* pose) const {
    reference::link_pose(*model_, *data_, static_cast<int>(L), q, pose);
  }
  template <Link L, class S>
  void jacobian(const S* q, S* J) const {
    reference::jacobian(*model_, *data_, static_cast<int>(L), q, J);
  }
  template <class S>
  void inverse_dynamics(const S* q, const S* v, const S* a, S* tau) const {
    reference::inverse_dynamics(*model_, *data_, q, v, a, tau);
  }
  template <class S>
  void gravity_torque(const S* q, S* tau) const {
    reference::gravity_torque(*model_, *data_, q, tau);
  }
  template <class S>
  void bias_torque(const S* q, const S* v, S* tau) const {
    reference::bias_torque(*model_, *data_, q, v, tau);
  }
  template <class S>
  void mass_matrix(const S* q, S* M) const {
    reference::mass_matrix(*model_, *data_, q, M);
  }
  // Accelerations are NaN where the mass matrix is singular.
  template <class S>
  void forward_dynamics(const S* q, const S* v, const S* tau, S* a) const {
    if (reference::forward_dynamics(*model_, *data_, q, v, tau, a)) return;
    for (int i = 0; i < NV; ++i) a[i] = S(NAN);
  }

 private:
  const ModelType* model_;
  Data<ModelType>* data_;
  bool matches_ = false;
};

}  // namespace reference
}  // namespace romas
