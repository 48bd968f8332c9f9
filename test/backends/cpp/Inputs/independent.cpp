// A robot whose loops move in planes, by the joints that move by themselves: against the search for closed
// positions, the dynamics with the loops' forces, and a motion that controllers command. ROBOT is its
// namespace, RANGE how far its independent joints go from CENTRE to either side.
#include HEADER

#include <cmath>
#include <cstdio>
#include <random>
#include <romas/controllers.hpp>
#include <romas/gains.hpp>
#include <romas/independent_plant.hpp>

namespace {

using Whole = ROBOT::Robot;
using Joints = Whole::Independent;
using Robot = romas::IndependentRobot<Whole>;
constexpr int n_v = Whole::n_v, n_q = Whole::n_q, n_c = Whole::n_constraints, n_loops = Joints::n_loops;
static_assert(romas::is_robot<Robot>);
static_assert(Robot::n_v == ROBOT::n_independent && Joints::n_dependent == ROBOT::n_dependent);
static_assert(Robot::n_v + Joints::n_dependent == n_v && n_loops == ROBOT::n_branches);

std::mt19937 engine(1);
double any(double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine); }

void random_position(double* q) {
  for (int i = 0; i < n_q; ++i) q[i] = 0;
  for (const int i : Joints::q_of) q[i] = CENTRE + any(-RANGE, RANGE);
}
template <int N>
double distance(const double* a, const double* b) {
  double difference[N];
  for (int i = 0; i < N; ++i) difference[i] = a[i] - b[i];
  return romas::largest_magnitude<N>(difference);
}
double gap(const double* q) {
  double residual[n_c];
  ROBOT::constraint(q, residual);
  return romas::largest_magnitude<n_c>(residual);
}

// On every choice of branches; near a position there, the search finds the same one.
void positions() {
  double open = 0, apart = 0;
  int told = 0, found_again = 0, tried = 0;
  for (int round = 0; round < 200; ++round)
    for (int choice = 0; choice < 1 << n_loops; ++choice) {
      double q[n_q], branch[n_loops], again[n_loops], searched[n_q];
      random_position(q);
      for (int k = 0; k < n_loops; ++k) branch[k] = (choice >> k & 1) != 0 ? -1 : 1;
      if (!(romas::follow(Whole{}, q, branch) > 1e-3)) continue;
      ++tried;
      open = std::fmax(open, gap(q));
      romas::find_branch(Whole{}, q, again);
      told += distance<n_loops>(branch, again) == 0;
      romas::LoopOptions<Whole> options;
      options.within_limits = false;
      for (const int i : Joints::v_of) options.given[i] = true;
      for (int i = 0; i < n_q; ++i) searched[i] = q[i];
      for (const int i : Joints::dependent_q) searched[i] += any(-1e-3, 1e-3);
      found_again += romas::close_loops(Whole{}, searched, options).converged;
      apart = std::fmax(apart, distance<n_q>(q, searched));
    }
  std::fprintf(stderr, "gap %g, apart %g in %d\n", open, apart, tried);
  std::printf("closed on both branches: %s, as the search: %s, branches told: %s\n",
              open < 1e-12 && tried >= 200 ? "yes" : "no",
              found_again == tried && apart < 1e-9 ? "yes" : "no", told == tried ? "yes" : "no");
}

// Many positions at once, and in single precision.
void packs() {
  constexpr int kLanes = 4;
  using P = romas::Pack<double, kLanes>;
  P many[n_q], branch[n_loops];
  double each[kLanes][n_q], apart = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    random_position(each[lane]);
    for (int i = 0; i < n_q; ++i) many[i].set(lane, each[lane][i]);
    romas::follow(Whole{}, each[lane]);
  }
  for (int k = 0; k < n_loops; ++k) branch[k] = P(Joints::branch[static_cast<std::size_t>(k)]);
  const P room = romas::follow(Whole{}, many, branch);
  bool reached = true;
  for (int lane = 0; lane < kLanes; ++lane) {
    reached = reached && room[lane] > 0;
    for (int i = 0; i < n_q; ++i) apart = std::fmax(apart, std::fabs(many[i][lane] - each[lane][i]));
  }
  double q[n_q];
  float single[n_q];
  random_position(q);
  for (int i = 0; i < n_q; ++i) single[i] = static_cast<float>(q[i]);
  romas::follow(Whole{}, q);
  romas::follow(Whole{}, single);
  double rough = 0;
  for (int i = 0; i < n_q; ++i) rough = std::fmax(rough, std::fabs(q[i] - static_cast<double>(single[i])));
  std::printf("packs agree: %s, single precision: %s\n", reached && apart < 1e-12 ? "yes" : "no",
              rough < 1e-3 ? "yes" : "no");
}

// The reduced equations give the accelerations that the loops' forces give.
void dynamics() {
  double worst = 0, round_trip = 0;
  for (int round = 0; round < 100; ++round) {
    const Robot robot;
    double q[n_q], all[n_q], own[Robot::n_q], v[Robot::n_v], rates[n_v], tau[Robot::n_v], whole_tau[n_v];
    double a[Robot::n_v], whole_a[n_v], force[n_c], back[Robot::n_v], still[n_v] = {}, unused[Robot::n_v];
    random_position(q);
    robot.independent_of(q, still, own, unused);
    if (!(robot.positions(own, all) > 1e-2)) continue;
    for (int i = 0; i < Robot::n_v; ++i) v[i] = any(-2, 2), tau[i] = any(-1, 1);
    robot.velocities(all, v, rates);
    robot.torques(tau, whole_tau);
    robot.forward_dynamics(own, v, tau, a);
    const double none[2] = {0, 0};
    ROBOT::constrained_forward_dynamics(all, rates, whole_tau, none, whole_a, force);
    const double scale = 1 + romas::largest_magnitude<n_v>(whole_a);
    for (int i = 0; i < Robot::n_v; ++i)
      worst = std::fmax(worst, std::fabs(a[i] - whole_a[Joints::v_of[static_cast<std::size_t>(i)]]) / scale);
    robot.inverse_dynamics(own, v, a, back);
    round_trip = std::fmax(round_trip, distance<Robot::n_v>(back, tau));
  }
  std::fprintf(stderr, "accelerations %g, torques %g\n", worst, round_trip);
  std::printf("accelerations are those of the closed loops: %s, and torques: %s\n",
              worst < 1e-7 ? "yes" : "no", round_trip < 1e-9 ? "yes" : "no");
}

// A sine of all independent joints, in the simulation of all joints with the loops' forces.
template <class Controller>
double track(Controller& controller, double& widest) {
  romas::PlantOptions<Robot> options;
  options.without_losses();
  options.longest_step = 2.5e-4;
  options.integrator = romas::Integrator::runge_kutta_4;
  romas::Plant<Robot> plant(Robot{}, options);
  constexpr double kSwing = 0.5 * RANGE, kPace = 4;  // rad or m, rad/s
  romas::JointTarget<Robot> target;
  const auto aim = [&](double t) {
    for (int i = 0; i < Robot::n_v; ++i) {
      target.q[i] = CENTRE + kSwing * std::sin(kPace * t);
      target.v[i] = kSwing * kPace * std::cos(kPace * t);
      target.a[i] = -kSwing * kPace * kPace * std::sin(kPace * t);
    }
  };
  aim(0);
  plant.set_state(target.q, target.v);
  double error = 0;
  for (int step = 0; step < 3000; ++step) {
    aim(1e-3 * (step + 0.5));  // the middle of the time for which the torque holds
    romas::JointState<Robot> state;
    for (int i = 0; i < Robot::n_q; ++i) state.q[i] = plant.q()[i];
    for (int i = 0; i < Robot::n_v; ++i) state.v[i] = plant.v()[i];
    double tau[Robot::n_v];
    controller.torque(state, target, tau);
    if (!plant.step(tau, 1e-3)) return INFINITY;
    aim(1e-3 * (step + 1));
    error = std::fmax(error, distance<Robot::n_v>(plant.q(), target.q));
    widest = std::fmax(widest, gap(plant.whole().q()));
  }
  return error;
}

void control() {
  double widest = 0;
  romas::ComputedTorque<Robot> computed;
  romas::PdGravity<Robot> gravity;
  romas::JointPd<Robot> pd;
  romas::Plant<Robot> start;
  romas::gains_from_inertia(Robot{}, start.q(), 100.0, 1.0, gravity.kp, gravity.kd);
  romas::gains_from_inertia(Robot{}, start.q(), 100.0, 1.0, pd.kp, pd.kd);
  for (int i = 0; i < Robot::n_v; ++i) computed.kp[i] = 400, computed.kd[i] = 40;
  const double by_model = track(computed, widest), by_gravity = track(gravity, widest),
               by_pd = track(pd, widest);
  std::fprintf(stderr, "errors %g %g %g of %g, gap %g\n", by_model, by_gravity, by_pd, 0.5 * RANGE, widest);
  std::printf(
      "computed torque tracks: %s, pd with gravity follows: %s, pd follows: %s, loops stay closed: %s\n",
      by_model < 2e-3 * RANGE ? "yes" : "no", by_gravity < 0.2 * RANGE ? "yes" : "no",
      by_pd < 0.5 * RANGE ? "yes" : "no", widest < 1e-9 ? "yes" : "no");
}

// Out of reach there are no forces, which gains leave out of account.
bool has_forces(const double* q) {
  double still[n_v] = {}, own[Robot::n_q], unused[Robot::n_v], tau[Robot::n_v];
  Robot::independent_of(q, still, own, unused);
  Robot{}.gravity_torque(own, tau);
  return std::isfinite(romas::largest_magnitude<Robot::n_v>(tau));
}

// Beyond the reach of the loops positions are numbers, and NaN reaches nothing.
void beyond() {
  double q[n_q] = {}, least = INFINITY;
  bool finite = true, same = true;
  for (int round = 0; round < 500; ++round) {
    for (int i = 0; i < n_q; ++i) q[i] = any(-4, 4);
    const double room = romas::follow(Whole{}, q);
    least = std::fmin(least, room);
    same = same && has_forces(q) == (room >= 0);
    for (const double x : q) finite = finite && std::isfinite(x);
  }
  q[Joints::q_of[0]] = NAN;
  const double room = romas::follow(Whole{}, q);
  std::printf("out of reach: %s, finite: %s, forces within reach alone: %s, from NaN: %s\n",
              least < 0 ? "met" : "never", finite ? "yes" : "no", same ? "yes" : "no",
              room >= 0 ? "reached" : "not reached");
}

}  // namespace

int main() {
  positions();
  packs();
  dynamics();
  control();
  beyond();
}
