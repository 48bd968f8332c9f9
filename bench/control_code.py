"""The part `control` of bench/run.py: what the supervisor of a generated controller costs in each cycle, beside the control law.

Cycles run without a fault, once without the comparison of torques with motion (residual) and once with it.
"""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROBOTS = {"scara": "examples/arms/scara.romas", "ur5": "examples/arms/ur5.romas", "panda": "examples/arms/panda.romas"}
PROGRAM = """
#include "controller.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>
constexpr int kCases = 256, kRounds = 25;
struct Case { State state; Target target; double tau[Robot::n_v]; };
static std::vector<Case> cases;
static volatile double sink;

template <class Cycle>
double nanoseconds(const Cycle& cycle) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < kCases; ++k) cycle(k);
    times.push_back(1e9 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / kCases);
  }
  std::sort(times.begin(), times.end());
  return times[kRounds / 2];
}

// Positions swing, so that every round is a motion that goes on; torques are what the model needs for it.
static void make_cases() {
  double middle[Robot::n_q];
  romas::neutral_position(Robot{}, middle);
  const romas::Limits<Robot> limits;
  for (int i = 0; i < Robot::n_v; ++i)
    if (limits.upper[i] - limits.lower[i] < 100) middle[limits.position[i]] = (limits.lower[i] + limits.upper[i]) / 2;
  const double w = 2 * 3.141592653589793 / (1e-3 * kCases);
  for (int k = 0; k < kCases; ++k) {
    Case c{};
    for (int i = 0; i < Robot::n_v; ++i) {
      const double size = 0.002, phase = w * 1e-3 * k;
      c.state.q[i] = c.target.q[i] = middle[i] + size * std::sin(phase);
      c.state.v[i] = c.target.v[i] = size * w * std::cos(phase);
      c.target.a[i] = -size * w * w * std::sin(phase);
    }
    Robot{}.inverse_dynamics(c.state.q, c.state.v, c.target.a, c.tau);
    cases.push_back(c);
  }
}

static double supervised(bool residual) {
  romas::SupervisorOptions options;
  options.test_motors = false;
  if (!residual) options.modes[static_cast<std::size_t>(romas::Check::residual)] = romas::CheckMode::off;
  Supervisor supervisor(Robot{}, kThresholds, options);
  supervisor.start(cases[0].state.q, cases[0].state.v, 0, 1e-3);
  double time = 0;
  const double result = nanoseconds([&](int k) {
    const Case& c = cases[static_cast<std::size_t>(k)];
    double tau[Robot::n_v];
    std::copy(c.tau, c.tau + Robot::n_v, tau);
    supervisor.read(true, c.state.q, c.state.v, time += 1e-3);
    supervisor.aim(c.target);
    supervisor.finish(tau);
    supervisor.written(true);
    sink = tau[0];
  });
  if (supervisor.has_fault()) std::printf("fault %d\\n", static_cast<int>(supervisor.fault().check));
  return result;
}

int main() {
  make_cases();
  Controller controller;
  controller.start(cases[0].state, romas::Limits<Robot>(), 1e-3);
  std::printf("law %.1f\\n", nanoseconds([&](int k) {
    const Case& c = cases[static_cast<std::size_t>(k)];
    double tau[Robot::n_v];
    controller.torque(c.state, c.target, 1e-3, tau);
    sink = tau[0];
  }));
  std::printf("checks %.1f\\n", supervised(false));
  std::printf("residual %.1f\\n", supervised(true));
}
"""


def measure(romasc, robot, folder):
    subprocess.run([romasc, os.path.join(ROOT, robot), "--emit=controller", "-o", folder], check=True, capture_output=True)
    source, binary = os.path.join(folder, "cost.cpp"), os.path.join(folder, "cost")
    with open(source, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    subprocess.run(["c++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG", *[f"-I{os.path.join(folder, part)}" for part in ("src", "runtime")], source, "-o", binary], check=True)
    lines = subprocess.run([binary], check=True, capture_output=True, text=True).stdout.split("\n")
    return {name: float(number) for name, number in (line.split() for line in lines if line)}


def bench_control(romasc, folder, table):
    rows, data = [], []
    for name, path in ROBOTS.items():
        result = measure(romasc, path, os.path.join(folder, "control", name))
        if "fault" in result:
            raise SystemExit(f"the supervisor stops the {name} in a motion without a fault")
        rows.append([name, f"{result['law']:.0f}", f"{result['checks']:.0f}", f"{result['residual']:.0f}"])
        data.append({"robot": name, **result})
    return table("Controllers: computed torque, the supervisor's checks, and the checks with the residual, ns a cycle", ["", "law", "checks", "with residual"], rows), data
