// The generated functions and the runtime's textbook algorithms on the same robot (both written by
// --emit=controller): every function, and the pose and Jacobian of every link, at random positions.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <romas/reference.hpp>
#include <utility>
#include <vector>

#include "model_data.hpp"
#include "robot.hpp"

namespace {

constexpr std::size_t kQ = Robot::n_q, kV = Robot::n_v;
constexpr int kPositions = 10;
using Model = romas::reference::Model<model_data::kLinks, Robot::n_v>;
using Data = romas::reference::Data<Model>;
using Values = std::vector<double>;

double random_number() {
  static unsigned long long state = 88172645463325252ULL;  // xorshift64
  state ^= state << 13U, state ^= state >> 7U, state ^= state << 17U;
  return static_cast<double>(state >> 11U) * 0x1p-53 * 2 - 1;
}

double tolerance = 0;
int comparisons = 0, failures = 0;

void compare(const char* what, const Values& found, const Values& wanted, double factor = 1) {
  double size = 1e-3, error = 0;
  for (const double x : wanted) size = std::fmax(size, std::fabs(x));
  for (std::size_t i = 0; i < found.size(); ++i)
    error = std::isfinite(found[i]) ? std::fmax(error, std::fabs(found[i] - wanted[i])) : INFINITY;
  ++comparisons;
  if (error <= factor * tolerance * size) return;
  std::printf("%s differs by %g of %g\n", what, error, size);
  ++failures;
}

int reference_index(std::string_view name) {
  for (int k = 0; k < model_data::kLinks; ++k)
    if (name == model_data::kLinkNames[k]) return k;
  std::printf("the data have no link %.*s\n", static_cast<int>(name.size()), name.data());
  ++failures;
  return 0;
}

template <int I>
void compare_link(const Model& model, Data& data, const Values& q, const Values& poses) {
  const int k = reference_index(Robot::link_names[static_cast<std::size_t>(I)]);
  Values found(12), wanted(12), J(6 * kV), wanted_J(6 * kV);
  Robot::link_pose<static_cast<Robot::Link>(I)>(q.data(), found.data());
  romas::reference::link_pose(model, data, k, q.data(), wanted.data());
  compare("pose", found, wanted);
  compare("pose among all", Values(poses.begin() + 12 * I, poses.begin() + 12 * I + 12), wanted);
  Robot::jacobian<static_cast<Robot::Link>(I)>(q.data(), J.data());
  romas::reference::jacobian(model, data, k, q.data(), wanted_J.data());
  compare("Jacobian", J, wanted_J);
}

template <int... I>
void compare_links(const Model& model, Data& data, const Values& q, std::integer_sequence<int, I...>) {
  Values poses(12 * static_cast<std::size_t>(Robot::n_links));
  Robot::forward_kinematics(q.data(), poses.data());
  (compare_link<I>(model, data, q, poses), ...);
}

void compare_all(const Model& model, Data& data) {
  Values q(kQ), v(kV), a(kV), found(kV), wanted(kV), torque(kV), M(kV * kV), wanted_M(kV * kV);
  const Robot robot{};
  for (double& rate : v) rate = 2 * random_number();
  romas::neutral_position(robot, q.data());
  romas::integrate_position(robot, q.data(), v.data(), 1.0, q.data());
  for (double& rate : v) rate = 2 * random_number();
  for (double& rate : a) rate = 5 * random_number();
  compare_links(model, data, q, std::make_integer_sequence<int, Robot::n_links>());
  Robot::inverse_dynamics(q.data(), v.data(), a.data(), torque.data());
  romas::reference::inverse_dynamics(model, data, q.data(), v.data(), a.data(), wanted.data());
  compare("inverse dynamics", torque, wanted);
  Robot::bias_torque(q.data(), v.data(), found.data());
  romas::reference::bias_torque(model, data, q.data(), v.data(), wanted.data());
  compare("bias torque", found, wanted);
  Robot::gravity_torque(q.data(), found.data());
  romas::reference::gravity_torque(model, data, q.data(), wanted.data());
  compare("gravity torque", found, wanted);
  Robot::mass_matrix(q.data(), M.data());
  romas::reference::mass_matrix(model, data, q.data(), wanted_M.data());
  compare("mass matrix", M, wanted_M);
  // Both solve with M, which costs digits where it is nearly singular.
  Robot::forward_dynamics(q.data(), v.data(), torque.data(), found.data());
  compare("forward dynamics", found, a, 1e3);
  // An output may be one of the inputs of its length.
  const auto in_place = [&](const char* what, const Values& apart, Values array, auto call, double factor) {
    call(array.data());
    compare(what, array, apart, factor);
  };
  in_place(
      "inverse dynamics over accelerations", torque, a,
      [&](double* x) { Robot::inverse_dynamics(q.data(), v.data(), x, x); }, 1);
  in_place(
      "inverse dynamics over velocities", torque, v,
      [&](double* x) { Robot::inverse_dynamics(q.data(), x, a.data(), x); }, 1);
  in_place(
      "forward dynamics over torques", found, torque,
      [&](double* x) { Robot::forward_dynamics(q.data(), v.data(), x, x); }, 1e3);
  in_place(
      "forward dynamics over velocities", found, v,
      [&](double* x) { Robot::forward_dynamics(q.data(), x, torque.data(), x); }, 1e3);
  Robot::bias_torque(q.data(), v.data(), found.data());
  in_place(
      "bias torque over velocities", found, v, [&](double* x) { Robot::bias_torque(q.data(), x, x); }, 1);
  if (kQ != kV) return;
  Robot::gravity_torque(q.data(), found.data());
  in_place(
      "gravity torque over positions", found, q, [&](double* x) { Robot::gravity_torque(x, x); }, 1);
}

}  // namespace

int main(int count, char** arguments) {
  tolerance = count > 1 ? std::atof(arguments[1]) : 1e-11;
  const auto model = std::make_unique<Model>();
  const auto data = std::make_unique<Data>();
  if (!model_data::fill(*model)) return std::puts("the data make no model"), 1;
  if (model->n_q() != Robot::n_q || model->n_v() != Robot::n_v)
    return std::puts("the data have other variables than the generated model"), 1;
  for (int i = 0; i < kPositions; ++i) compare_all(*model, *data);
  std::printf("%d variables, %d links, %d comparisons, %d failed\n", Robot::n_v, Robot::n_links, comparisons,
              failures);
  return failures == 0 ? 0 : 1;
}
