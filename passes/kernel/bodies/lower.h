// Lowering: from a model to the kernel of each generated function.
//
// Sources: Featherstone, Rigid Body Dynamics Algorithms, 2008 (chapters 5 to 7); Khalil and Dombre, Modeling,
// Identification and Control of Robots, 2002 (chapters 9 and 10). Everything is expressed in {W}: the root
// link's frame, or the world of a free base.
#pragma once

#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/kernel.h"
#include "passes/kernel/bodies/reframe.h"

namespace romas::lowering {

// A model with chosen frames and regrouped masses, and the choices.
struct DynamicsPlan {
  DynamicsModel model;
  Choices choices;
};
DynamicsPlan make_plan(const DynamicsModel& model, const Choices& choices);

// tau(q, v, a) by recursive Newton-Euler; without accelerations the bias, without velocities the gravity
// torque too. as_made: see KernelBuilder.
enum class Dynamics : unsigned char { inverse, bias, gravity };
Kernel lower_inverse_dynamics(const DynamicsPlan& plan, Dynamics kind, bool as_made = false);
// M(q), n_v × n_v, by composite bodies.
Kernel lower_mass_matrix(const DynamicsPlan& plan, bool as_made = false);
// a(q, v, tau) from M(q) a = tau - bias(q, v), M factorised from the leaves to the root, so that branches
// stay apart.
Kernel lower_forward_dynamics_factorised(const DynamicsPlan& mass_plan, const DynamicsPlan& bias_plan);
// a(q, v, tau) by articulated bodies. Only without followers.
Kernel lower_forward_dynamics_articulated(const DynamicsPlan& plan);

// dtau_dq and dtau_dv (q, v, a), n_v × n_v each. A column of the first is a step of q along a velocity
// variable.
Kernel lower_inverse_dynamics_derivatives(const DynamicsPlan& plan);
// da_dq, da_dv and da_dtau = M⁻¹ (q, v, tau), n_v × n_v each, from dtau_dq and dtau_dv (q, v, a).
Kernel lower_forward_dynamics_derivatives(const DynamicsPlan& mass_plan, const DynamicsPlan& bias_plan,
                                          const Kernel& of_inverse_dynamics);
// M⁻¹(q), n_v × n_v, full.
Kernel lower_mass_matrix_inverse(const DynamicsPlan& plan);
// C(q, v), n_v × n_v, with C v + g = bias and dM/dt - 2 C antisymmetric.
Kernel lower_coriolis_matrix(const DynamicsPlan& plan);

// 3 × 4 row-major poses of placements in {W}.
Kernel lower_poses(const DynamicsModel& model, const std::vector<Placement>& placements, std::string name,
                   std::string output);
// 12 values, of one placement.
Kernel lower_pose(const DynamicsModel& model, const Placement& placement, std::string name);
// 6 × n_v: linear velocity of the placement's origin, then angular velocity, in {W}.
Kernel lower_jacobian(const DynamicsModel& model, const Placement& placement, std::string name);
// 6, as the rows of its Jacobian: velocity (q, v), acceleration (q, v, a) of the placement. Accelerations are
// classical, without gravity.
Kernel lower_velocity(const DynamicsModel& model, const Placement& placement, std::string name);
Kernel lower_acceleration(const DynamicsModel& model, const Placement& placement, std::string name);
// 6 × n_v: the rate of its Jacobian (q, v).
Kernel lower_jacobian_dot(const DynamicsModel& model, const Placement& placement, std::string name);
// 6 × n_v × n_v: the derivative of its Jacobian by steps of q along each velocity variable.
Kernel lower_pose_hessian(const DynamicsModel& model, const Placement& placement, std::string name);
// 3 × n_v: of the centre of all masses.
Kernel lower_center_of_mass_jacobian(const DynamicsModel& model);
// A, 6 × n_v, and A v: linear momentum and angular momentum about the centre of all masses, in {W}.
Kernel lower_centroidal_momentum(const DynamicsModel& model);
// Y(q, v, a), n_v × 10 for each moving link: tau = Y π but for the armature. π: for each of them m, m c, Ixx,
// Ixy, Iyy, Ixz, Iyz, Izz about the origin and along the axes of the link's frame.
Kernel lower_regressor(const DynamicsModel& model);
// How many of its columns belong to one moving link.
inline constexpr std::size_t kLinkParameters = 10;
// The links that joints move, in the order of the regressor's columns.
std::vector<LinkId> links_of_regressor(const DynamicsModel& model);
// π of the description, what is fixed to a moving link included.
std::vector<double> inertial_parameters(const DynamicsModel& model);

// The centre of all masses, the root link's among them.
Kernel lower_center_of_mass(const DynamicsModel& model);
// Kinetic energy and potential energy, which is 0 where the centre of mass is at the height of the origin.
Kernel lower_energy(const DynamicsModel& model);

}  // namespace romas::lowering
