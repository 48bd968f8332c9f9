"""The part `loops` of bench/run.py: dynamics with the forces of closed loops, next to a dense solution, and joints that follow in closed form,
next to the search for closed positions.

The dense solution has the same generated M, bias, J and J' v, and factorises the matrix of M, J and J transposed as a whole, with pivots
(Eigen's PartialPivLU of a fixed size). The search begins 0.05 rad or m beside the solution.
"""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROBOTS = {"gripper": "examples/linkages/gripper.romas", "leg": "examples/linkages/leg.romas", "delta": "examples/linkages/delta.romas",
          "four-bar": "test/backends/cpp/Inputs/four_bar.romas", "slider-crank": "test/backends/cpp/Inputs/slider_crank.romas"}
PROGRAM = """
#include "robot.hpp"
#include <Eigen/LU>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <romas/kinematic_loops.hpp>
#ifdef PLANAR
#include <romas/independent_joints.hpp>
#endif
#include <vector>
using Robot = robot::Robot;
constexpr int n_q = Robot::n_q, n_v = Robot::n_v, n_c = Robot::n_constraints;
constexpr int kCases = 256, kRounds = 15;
struct Case { double q[n_q], near[n_q], v[n_v], tau[n_v]; };
static std::vector<Case> cases;
static volatile double sink;

template <class Solve>
double nanoseconds(const Solve& solve) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (const Case& c : cases) sink = solve(c);
    times.push_back(1e9 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / kCases);
  }
  std::sort(times.begin(), times.end());
  return times[kRounds / 2];
}

double by_loops(const Case& c, double* a) {
  double force[n_c];
  const double stabilization[2] = {0, 0};
  robot::constrained_forward_dynamics(c.q, c.v, c.tau, stabilization, a, force);
  return a[0];
}

double dense(const Case& c, double* a) {
  using Rows = Eigen::Matrix<double, n_c, n_v, Eigen::RowMajor>;
  Eigen::Matrix<double, n_v, n_v, Eigen::RowMajor> M;
  Rows J;
  Eigen::Matrix<double, n_v, 1> bias;
  Eigen::Matrix<double, n_c, 1> constraint_bias;
  robot::mass_matrix(c.q, M.data());
  robot::bias_torque(c.q, c.v, bias.data());
  robot::constraint_jacobian(c.q, J.data());
  robot::constraint_bias(c.q, c.v, constraint_bias.data());
  Eigen::Matrix<double, n_v + n_c, n_v + n_c> K = Eigen::Matrix<double, n_v + n_c, n_v + n_c>::Zero();
  K.template topLeftCorner<n_v, n_v>() = M;
  K.template topRightCorner<n_v, n_c>() = -J.transpose();
  K.template bottomLeftCorner<n_c, n_v>() = J;
  Eigen::Matrix<double, n_v + n_c, 1> right;
  right.template head<n_v>() = Eigen::Map<const Eigen::Matrix<double, n_v, 1>>(c.tau) - bias;
  right.template tail<n_c>() = -constraint_bias;
  const Eigen::Matrix<double, n_v + n_c, 1> solution = K.partialPivLu().solve(right);
  for (int i = 0; i < n_v; ++i) a[i] = solution[i];
  return a[0];
}

int main() {
  std::mt19937 random(1);
  const auto any = [&](double size) { return std::uniform_real_distribution<double>(-size, size)(random); };
  while (cases.size() < kCases) {
    Case c;
    for (double& x : c.q) x = 0.3 + any(0.3);
    romas::LoopOptions<Robot> options;
    options.within_limits = false;
    if (!romas::close_loops(Robot{}, c.q, options).converged) continue;
    for (double& x : c.v) x = any(1);
    romas::close_velocity(Robot{}, c.q, c.v);
    for (double& x : c.tau) x = any(1);
    for (int i = 0; i < n_q; ++i) c.near[i] = c.q[i] + any(0.05);
    cases.push_back(c);
  }
  double apart = 0;
  for (const Case& c : cases) {
    double a[n_v], b[n_v];
    by_loops(c, a), dense(c, b);
    double size = 1;
    for (int i = 0; i < n_v; ++i) size = std::max(size, std::abs(b[i]));
    for (int i = 0; i < n_v; ++i) apart = std::max(apart, std::abs(a[i] - b[i]) / size);
  }
  double a[n_v];
  std::printf("loops %.1f\\n", nanoseconds([&](const Case& c) { return by_loops(c, a); }));
  std::printf("dense %.1f\\n", nanoseconds([&](const Case& c) { return dense(c, a); }));
  std::printf("apart %g\\n", apart);
#ifdef PLANAR
  std::printf("follow %.1f\\n", nanoseconds([&](const Case& c) {
    double q[n_q];
    std::copy(c.q, c.q + n_q, q);
    return romas::follow(Robot{}, q);
  }));
  std::printf("search %.1f\\n", nanoseconds([&](const Case& c) {
    double q[n_q];
    romas::LoopOptions<Robot> options;
    options.within_limits = false;
    for (const int i : Robot::Independent::v_of) options.given[i] = true;
    for (int i = 0; i < n_q; ++i) q[i] = c.near[i];
    return romas::close_loops(Robot{}, q, options).residual;
  }));
#endif
}
"""


def measure(romasc, robot, folder):
    subprocess.run([romasc, os.path.join(ROOT, robot), "--emit=cpp", "--name=robot", "-o", folder], check=True, capture_output=True)
    source, binary = os.path.join(folder, "loops.cpp"), os.path.join(folder, "loops")
    with open(source, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    with open(os.path.join(folder, "robot.hpp"), encoding="utf-8") as header:
        planar = ["-DPLANAR"] if "struct Independent {" in header.read() else []
    subprocess.run(["c++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG", *planar, "-isystem", "/usr/include/eigen3", "-I", os.path.join(ROOT, "runtime"), "-I", folder,
                    source, "-o", binary], check=True)
    lines = subprocess.run([binary], check=True, capture_output=True, text=True).stdout.split("\n")
    return {name: float(number) for name, number in (line.split() for line in lines if line)}


def bench_loops(romasc, folder, table):
    folder = os.path.join(folder, "loops")
    os.makedirs(folder, exist_ok=True)
    rows, data = [], []
    for name, path in ROBOTS.items():
        result = measure(romasc, path, folder)
        followed = [f"{result['follow']:.0f}", f"{result['follow'] / result['search']:.4f}"] if "follow" in result else ["-", "-"]
        rows.append([name, f"{result['loops']:.0f}", f"{result['loops'] / result['dense']:.3f}", f"{result['apart']:.0e}", *followed])
        data.append({"robot": name, **result})
    head = ["", "dynamics, ns", "/ dense", "apart", "follow, ns", "/ search"]
    return table("Loops: dynamics as parts of a dense solution, positions in closed form as parts of a search", head, rows), data
