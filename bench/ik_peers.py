"""Formulas of others for the inverse kinematics of single arms, for bench/ik_code.py: files that ikfast wrote and that were published, and
opw_kinematics. None of them is part of the project. ROMAS_BENCH_IK names a folder with clones of

  https://github.com/cambel/ur_ikfast              ikfast's file for the UR5
  https://github.com/caelan/pybullet-planning      ikfast's file for the Panda, with joint 7 given
  https://github.com/Jmeyer1292/opw_kinematics     arms with a spherical wrist, by the formulas of Brandstötter, Angerer and Hofbaur (2014)

Each solves poses that its own forward kinematics makes of random positions, since its frames may differ from those of a description.
"""
import os
import re
import subprocess

FOLDER = os.environ.get("ROMAS_BENCH_IK", "")
LONGEST_BUILD = 600  # s
# Names of robots as in ik_code.py: what it is called, the file below the folder, and how it is used.
IKFAST = "ikfast"
IKFAST_O1 = "ikfast, -O1"  # of 109,000 lines, over which g++ sits for more than a quarter of an hour with -O3
OPW = "opw_kinematics"
PEERS = {
    "ur5": [(IKFAST_O1, "ur_ikfast/ur5/ur5_ikfast61.cpp")],
    "ur5 (ours)": [(IKFAST_O1, "ur_ikfast/ur5/ur5_ikfast61.cpp")],
    "panda-moveit": [(IKFAST, "pybullet-planning/pybullet_tools/ikfast/franka_panda/ikfast_panda_arm.cpp")],
    "panda (ours)": [(IKFAST, "pybullet-planning/pybullet_tools/ikfast/franka_panda/ikfast_panda_arm.cpp")],
    "irb2400": [(OPW, "opw_kinematics/include/opw_kinematics/opw_kinematics.h"), (IKFAST, "opw_kinematics/test/abb_irb2400_manipulator_ikfast_solver.cpp")],
}

# Both programs measure nanoseconds a pose, the part of the poses that has a solution, and the mean number of solutions.
MEASURE = """
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>
constexpr int kPoses = 512, kRounds = 9;
static volatile double sink;
template <class Case, class Solve>
void measure(const std::vector<Case>& cases, const Solve& solve) {
  std::vector<double> times;
  int found = 0, count = 0;
  for (int round = 0; round < kRounds; ++round) {
    found = count = 0;
    const auto start = std::chrono::steady_clock::now();
    for (const Case& c : cases) {
      const int here = solve(c);
      found += here > 0, count += here;
    }
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / kPoses);
  }
  std::sort(times.begin(), times.end());
  std::printf("%.1f %.4f %.2f\\n", 1e9 * times[kRounds / 2], 1.0 * found / kPoses, 1.0 * count / kPoses);
}
"""
PROGRAMS = {
    IKFAST: """
#define IKFAST_NO_MAIN
#include PEER
""" + MEASURE + """
#ifdef IKFAST_NAMESPACE
using namespace IKFAST_NAMESPACE;
#endif
struct Case { double p[3], R[9], free[8]; };
int main() {
  std::mt19937 random(1);
  std::vector<Case> cases(kPoses);
  for (Case& c : cases) {
    double q[8];
    for (double& x : q) x = std::uniform_real_distribution<double>(-3, 3)(random);
    ComputeFk(q, c.p, c.R);
    for (int k = 0; k < GetNumFreeParameters(); ++k) c.free[k] = q[GetFreeParameters()[k]];
  }
  ikfast::IkSolutionList<double> solutions;
  measure(cases, [&](const Case& c) {
    solutions.Clear();
    ComputeIk(c.p, c.R, c.free, solutions);
    double q[8];
    for (std::size_t k = 0; k < solutions.GetNumSolutions(); ++k) solutions.GetSolution(k).GetSolution(q, c.free), sink = q[0];
    return static_cast<int>(solutions.GetNumSolutions());
  });
}
""",
    OPW: """
#include <opw_kinematics/opw_parameters_examples.h>
""" + MEASURE + """
int main() {
  std::mt19937 random(1);
  const auto arm = opw_kinematics::makeIrb2400_10<double>();
  std::vector<opw_kinematics::Transform<double>> cases;
  for (int k = 0; k < kPoses; ++k) {
    std::array<double, 6> q;
    for (double& x : q) x = std::uniform_real_distribution<double>(-3, 3)(random);
    cases.push_back(opw_kinematics::forward(arm, q));
  }
  measure(cases, [&](const opw_kinematics::Transform<double>& pose) {
    const auto all = opw_kinematics::inverse(arm, pose);
    int count = 0;
    for (const auto& q : all) count += std::isfinite(q[0] + q[1] + q[2] + q[3] + q[4] + q[5]), sink = q[0];
    return count;
  });
}
""",
}
PROGRAMS[IKFAST_O1] = PROGRAMS[IKFAST]


def solver(path, folder):
    """The part of a file of ikfast that solves, in the folder: some have a module for Python besides, with headers of its own."""
    with open(path, encoding="utf-8") as file:
        text = file.read().split("#ifndef IKFAST_NO_MAIN")[0]
    text = re.sub(r'#include "[^"]*ikfast.h"', "#include <ikfast.h>", re.sub(r'#include "[^"]*Python.h"', "", text))
    copy = os.path.join(folder, "solver.cpp")
    with open(copy, "w", encoding="utf-8") as file:
        file.write(text)
    return copy


def build(kind, path, folder, flags):
    """The program of one peer, or what the compiler said."""
    source, binary = os.path.join(folder, "peer.cpp"), os.path.join(folder, "peer")
    with open(source, "w", encoding="utf-8") as file:
        file.write(PROGRAMS[kind])
    if kind in (IKFAST, IKFAST_O1):
        path = solver(path, folder)
    level = ["-O1"] if kind == IKFAST_O1 else []
    headers = [os.path.join(FOLDER, below) for below in ("opw_kinematics/include", "ur_ikfast/include", "opw_kinematics/test")]
    command = ["c++", "-std=c++17", *flags, *level, "-w", f'-DPEER="{path}"', *[f"-I{header}" for header in headers], "-isystem", "/usr/include/eigen3", source, "-o", binary, "-llapack"]
    try:
        built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST_BUILD)
    except subprocess.TimeoutExpired:
        return None, f"the compiler took more than {LONGEST_BUILD} s"
    return (binary, "") if built.returncode == 0 else (None, next((line for line in built.stderr.splitlines() if "error" in line), "the compiler failed"))


def measure_peers(robot, folder, flags):
    """Rows (name, ns, part of the poses with a solution, mean number of them) of all peers of a robot that are there, and reasons for the others."""
    rows, reasons = [], []
    for kind, below in PEERS.get(robot, []):
        path = os.path.abspath(os.path.join(FOLDER, below))
        if not FOLDER or not os.path.isfile(path):
            reasons.append(f"{robot}: {kind} was not found ({below} below ROMAS_BENCH_IK).")
            continue
        binary, reason = build(kind, path, folder, flags)
        if binary is None:
            reasons.append(f"{robot}: {kind} was not built: {reason}")
            continue
        result = subprocess.run([binary], capture_output=True, text=True, check=True).stdout.split()
        rows.append((kind, *(float(number) for number in result)))
    return rows, reasons
