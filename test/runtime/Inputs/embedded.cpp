// A control cycle in single precision, as a microcontroller runs it.
#include <romas/controllers.hpp>
#include <romas/hardware.hpp>
#include <romas/inverse_kinematics.hpp>
#include <romas/trajectory.hpp>

#include "test/runtime/two_link.h"

using Robot = romas::test::TwoLink;

static romas::SimulatedHardware<Robot, float> hardware;
static romas::ComputedTorque<Robot, float> computed_torque;
static romas::JointPid<Robot, float> pid;
static romas::PdGravity<Robot, float> gravity;
static romas::JointImpedance<Robot, float> impedance;
static romas::CartesianImpedance<Robot, Robot::Link::lower, float> cartesian;
static romas::FrictionCompensation<Robot, float> friction;
static romas::Limits<Robot, float> limits;
static romas::InverseKinematics<Robot, Robot::Link::lower, float> solver;

bool cycle(const romas::JointTrajectory<2, romas::Quintic<float>, float>& trajectory, float time, int kind) {
  romas::JointState<Robot, float> state;
  romas::JointTarget<Robot, float> target;
  romas::LinkTarget<float> link;
  float tau[2] = {};
  if (!hardware.read(state.q, state.v)) return false;
  trajectory.at(time, target.q, target.v, target.a);
  switch (kind) {
    case 0: computed_torque.torque(state, target, tau); break;
    case 1: pid.torque(state, target, 1e-3F, tau); break;
    case 2: gravity.torque(state, target, tau); break;
    case 3: impedance.torque(state, target, tau); break;
    case 4: solver.solve(link.pose, target.q); break;
    default: cartesian.torque(state, link, tau); break;
  }
  friction.add(target.v, tau);
  romas::limit_velocity(limits, target.v);
  romas::slow_down_at_stops(limits, state.q, 5.0F, target.v);
  romas::limit_torque(limits, tau);
  return hardware.write(tau, 1e-3F);
}
