// Code that decides by comparisons: limits, gains, controllers, inverse kinematics, a simulated plant, loops.
// Built by check_flags.py for arms of six and seven axes and a linkage; inverse kinematics in C++ and in C.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <romas/closed_form_ik.hpp>
#include <romas/controllers.hpp>
#include <romas/gains.hpp>
#include <romas/independent_plant.hpp>

#include "arm6.hpp"
#include "arm7.hpp"
#include "bent.h"
#include "bent.hpp"
#include "flags.hpp"
#include "ik6.h"
#include "ik6.hpp"
#include "ik7.h"
#include "ik7.hpp"
#include "linkage.hpp"

namespace {

template <class Robot>
void limits_of(const char* name) {
  constexpr int n = Robot::n_v;
  const romas::Limits<Robot> limits;
  double torque[n], velocity[n], slowed[n], position[n];
  flags::fill(torque, n, 1000), flags::fill(velocity, n, 20), flags::fill(slowed, n, 20);
  flags::fill(position, n, 8);
  torque[0] = std::numeric_limits<double>::quiet_NaN();  // moves nothing
  const double cut[4] = {romas::limit_torque(limits, torque) ? 1.0 : 0.0,
                         romas::limit_velocity(limits, velocity) ? 1.0 : 0.0,
                         romas::slow_down_at_stops(limits, position, 5.0, slowed) ? 1.0 : 0.0,
                         romas::limit_position(limits, position) ? 1.0 : 0.0};
  std::printf("%s: ", name), flags::print("limits: cut:", cut, 4);
  std::printf("%s: ", name), flags::print("limits: torque:", torque, n);
  std::printf("%s: ", name), flags::print("limits: velocity:", velocity, n);
  std::printf("%s: ", name), flags::print("limits: slowed:", slowed, n);
  std::printf("%s: ", name), flags::print("limits: position:", position, n);
}

template <class Robot>
void control_of(const char* name) {
  constexpr int n = Robot::n_v;
  const Robot robot{};
  romas::ComputedTorque<Robot> controller;
  romas::JointState<Robot> state{};
  romas::JointTarget<Robot> target{};
  double tau[n];
  romas::GainDesign<Robot> design;
  flags::fill(state.q, n, 0.5), flags::fill(state.v, n, 0.2), flags::fill(target.q, n, 0.5);
  romas::default_gains(robot, state.q, design, controller.kp, controller.kd);
  controller.torque(state, target, tau);
  std::printf("%s: ", name), flags::print("gains: kp:", controller.kp, n);
  std::printf("%s: ", name), flags::print("computed torque: tau:", tau, n);
  romas::Plant<Robot> plant(robot);
  for (int k = 0; k < 3; ++k) plant.step(tau, 1e-3);
  std::printf("%s: ", name), flags::print("plant: q:", plant.q(), n);
  std::printf("%s: ", name), flags::print("plant: v:", plant.v(), n);
  tau[0] = std::numeric_limits<double>::quiet_NaN();
  const double moved = plant.step(tau, 1e-3) ? 1 : 0;
  std::printf("%s: ", name), flags::print("plant: moved by NaN:", &moved, 1);
}

// Prints the solutions for the last link, those of C++ and those of the function of generated C. Eigenvalues
// come in an order of their own: solutions are sorted.
template <class Robot, class InC>
void solutions_of(const char* name, InC* in_c) {
  constexpr auto kTip = static_cast<typename Robot::Link>(Robot::n_links - 1);
  using Ik = typename Robot::template Ik<kTip>;
  using Position = std::array<double, Ik::n>;
  const char* how = Ik::six_revolute ? ", iterated" : "";
  const auto print = [&](const char* language, std::vector<Position> all) {
    std::sort(all.begin(), all.end(), [](const Position& a, const Position& b) {
      const auto place = [](const Position& q) { return q[0] + 0.7 * q[1] + 0.4 * q[2]; };
      return place(a) < place(b);
    });
    for (const Position& q : all)
      std::printf("%s: inverse kinematics%s%s: ", name, language, how), flags::print("q:", q.data(), Ik::n);
  };
  for (int sample = 0; sample < 3; ++sample) {
    double q[Robot::n_q], pose[12], given[Ik::n_free + 1] = {}, found[Ik::most * Ik::n];
    unsigned char of_each[Ik::most];
    flags::fill(q, Robot::n_q, 1);
    q[3] -= 1.2;  // within the limits of these arms
    Robot::template link_pose<kTip>(q, pose);
    Ik::free_of(q, given);
    std::vector<Position> all;
    for (const auto& solution : romas::closed_form_solutions<Ik>(pose, given, q)) {
      all.emplace_back();
      std::copy(solution.q, solution.q + Ik::n, all.back().begin());
    }
    print("", all);
    all.resize(static_cast<std::size_t>(in_c(pose, given, q, 0, found, of_each)));
    for (std::size_t k = 0; k < all.size(); ++k)
      std::copy(found + k * Ik::n, found + (k + 1) * Ik::n, all[k].begin());
    print(" in C", all);
    pose[3] = std::numeric_limits<double>::quiet_NaN();
    const double none[2] = {static_cast<double>(romas::closed_form_solutions<Ik>(pose, given, q).count),
                            static_cast<double>(in_c(pose, given, q, 0, found, of_each))};
    std::printf("%s: ", name), flags::print("inverse kinematics: found for NaN:", none, 2);
  }
}

void linkage_by_its_crank() {
  using Robot = romas::IndependentRobot<linkage::Robot>;
  const Robot robot{};
  double q[Robot::n_q], v[Robot::n_v], tau[Robot::n_v], a[Robot::n_v], all[linkage::n_q];
  for (int sample = 0; sample < 3; ++sample) {
    flags::fill(q, Robot::n_q, 0.4), flags::fill(v, Robot::n_v, 1), flags::fill(tau, Robot::n_v, 1);
    const double room = robot.positions(q, all);
    robot.forward_dynamics(q, v, tau, a);
    flags::print("linkage: room:", &room, 1);
    flags::print("linkage: positions:", all, linkage::n_q);
    flags::print("linkage: forward dynamics:", a, Robot::n_v);
  }
}

}  // namespace

int main() {
  limits_of<arm6::Robot>("arm6"), limits_of<arm7::Robot>("arm7"), limits_of<linkage::Robot>("linkage");
  control_of<arm6::Robot>("arm6"), control_of<arm7::Robot>("arm7");
  solutions_of<ik6::Robot>("ik6", ik6_ik_tool0);
  solutions_of<ik7::Robot>("ik7", ik7_ik_panda_link8);
  solutions_of<bent::Robot>("bent", bent_ik_l6);
  linkage_by_its_crank();
}
