"""The part `ik` of bench/run.py: all solutions in closed form, next to numerical solvers that find one.

Each of them gets the same random poses of each arm. The numerical solvers start 0.1 rad beside a solution, which is how a controller uses
them, and from the middle of the joints, with their own restarts, which is how a planner does. KDL's solver (LMA, no limits) has neither
restarts nor a say in which solution it finds. Formulas of others for single arms are in a second table (ik_peers.py).
"""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "backends", "cpp"))
from check_closed_form import ROBOTS, emit  # noqa: E402: the path is set above
from ik_peers import measure_peers  # noqa: E402

FLAGS = ["-O3", "-march=native", "-DNDEBUG"]

EXAMPLES = {"ur5 (ours)": ("arms/ur5.romas", "tool0"), "panda (ours)": ("arms/panda.romas", "panda_link8"), "scara (ours)": ("arms/scara.romas", "tool")}
PROGRAM = """
#include "robot.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>
#ifdef WITH_KDL
#include <kdl/chain.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#endif
using Robot = robot::Robot;
constexpr auto kTip = Robot::Link::TIP;
using Ik = Robot::Ik<kTip>;
constexpr int kPoses = 512, kRounds = 9;
struct Case { double q[Robot::n_q] = {}, near[Robot::n_q] = {}, pose[12], free[Ik::n_free + 1] = {}; };
static std::vector<Case> cases;
static volatile double sink;

// Nanoseconds a pose, and the part of the poses for which `solve` says that it found a solution.
template <class Solve>
void measure(const char* name, const Solve& solve, int stride = 1) {
  std::vector<double> times;
  int found = 0, count = 0;
  for (int round = 0; round < kRounds; ++round) {
    found = count = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < kPoses; k += stride, ++count) found += solve(cases[static_cast<std::size_t>(k)]);
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / count);
  }
  std::sort(times.begin(), times.end());
  std::printf("%s %.1f %.4f\\n", name, 1e9 * times[kRounds / 2], 1.0 * found / count);
}

#ifdef WITH_KDL
// The axes as the Jacobian at q = 0 tells them: a turn about each, fixed in the world.
KDL::Chain chain() {
  double q[Robot::n_q] = {}, J[6 * Robot::n_v], pose[12];
  robot::jacobian<kTip>(q, J);
  robot::link_pose<kTip>(q, pose);
  KDL::Chain result;
  for (int i = 0; i < Ik::n; ++i) {
    const int column = Ik::q_index[static_cast<std::size_t>(i)];
    const auto at = [&](int row) { return J[row * Robot::n_v + column]; };
    const KDL::Vector linear(at(0), at(1), at(2)), axis(at(3), at(4), at(5)), tip(pose[3], pose[7], pose[11]);
    const bool slides = Ik::slides[static_cast<std::size_t>(i)];
    const KDL::Joint joint("j" + std::to_string(i), slides ? KDL::Vector::Zero() : tip + axis * linear, slides ? linear : axis,
                           slides ? KDL::Joint::TransAxis : KDL::Joint::RotAxis);
    KDL::Frame end;
    if (i + 1 == Ik::n) end = KDL::Frame(KDL::Rotation(pose[0], pose[1], pose[2], pose[4], pose[5], pose[6], pose[8], pose[9], pose[10]), tip);
    result.addSegment(KDL::Segment(joint, end));
  }
  return result;
}
#endif

int main() {
  std::mt19937 random(1);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  for (int k = 0; k < kPoses; ++k) {
    Case c;
    for (int i = 0; i < Ik::n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      double& q = c.q[Ik::q_index[at]];
      q = uniform(std::max(Ik::limits[at].lower, -3.0), std::min(Ik::limits[at].upper, 3.0));
      c.near[Ik::q_index[at]] = q + uniform(-0.1, 0.1);
    }
    robot::link_pose<kTip>(c.q, c.pose);
    Ik::free_of(c.q, c.free);
    cases.push_back(c);
  }
  measure("closed", [](const Case& c) {
    const auto all = romas::closed_form_solutions<Ik, double>(c.pose, c.free);
    sink = all.solutions[0].q[0];
    return all.count > 0;
  });
  measure("fk", [](const Case& c) {
    double pose[12];
    robot::link_pose<kTip>(c.q, pose);
    sink = pose[3];
    return true;
  });
  const romas::InverseKinematics<Robot, kTip> numeric;
  romas::IkOptions<double> options;
  options.position_tolerance = options.orientation_tolerance = 1e-9;
  options.position_only = !Ik::whole_pose;
  const auto ours = [&](const double* from, const double* pose) {
    double q[Robot::n_q];
    std::copy(from, from + Robot::n_q, q);
    return numeric.solve(pose, q, options).converged;
  };
  measure("near", [&](const Case& c) { return ours(c.near, c.pose); }, 4);
  const double middle[Robot::n_q] = {};
  measure("far", [&](const Case& c) { return ours(middle, c.pose); }, 16);
#ifdef WITH_KDL
  const KDL::Chain arm = chain();
  KDL::ChainIkSolverPos_LMA kdl(arm, 1e-9, 500);
  KDL::JntArray from(Ik::n), to(Ik::n);
  const auto theirs = [&](const double* q, const double* p) {
    for (unsigned i = 0; i < Ik::n; ++i) from(i) = q[Ik::q_index[i]];
    const KDL::Frame pose(KDL::Rotation(p[0], p[1], p[2], p[4], p[5], p[6], p[8], p[9], p[10]), KDL::Vector(p[3], p[7], p[11]));
    return kdl.CartToJnt(from, pose, to) >= 0;
  };
  if (Ik::whole_pose) {
    measure("kdl_near", [&](const Case& c) { return theirs(c.near, c.pose); }, 4);
    measure("kdl_far", [&](const Case& c) { return theirs(middle, c.pose); }, 16);
  }
#endif
}
"""


def has_kdl():
    return os.path.exists("/usr/include/kdl/chain.hpp")


def measure(folder, tip):
    source, binary = os.path.join(folder, "ik.cpp"), os.path.join(folder, "ik")
    with open(source, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    peer = ["-DWITH_KDL", "-isystem", "/usr/include/eigen3"] if has_kdl() else []
    subprocess.run(["c++", "-std=c++17", *FLAGS, f"-DTIP={tip}", *peer, "-I", os.path.join(ROOT, "runtime"), "-I", folder, source, "-o", binary]
                   + (["-lorocos-kdl"] if peer else []), check=True)
    lines = subprocess.run([binary], check=True, capture_output=True, text=True).stdout.split("\n")
    return {name: (float(ns), float(found)) for name, ns, found in (line.split() for line in lines if line)}


def robots(romasc, corpus, folder):
    """Names and links of the arms whose headers could be made, one after the other."""
    if os.path.isdir(corpus):
        for name, (tip, _) in ROBOTS.items():
            if emit(romasc, corpus, name, tip, folder).returncode == 0:
                yield name, tip
    else:
        for name, (path, tip) in EXAMPLES.items():
            subprocess.run([romasc, os.path.join(ROOT, "examples", path), "--emit=cpp", "--kernels=fk,jacobian,ik", f"--tip={tip}", "--name=robot", "-o", folder], check=True)
            yield name, tip


def bench_ik(romasc, corpus, folder, table):
    folder = os.path.join(folder, "ik")
    os.makedirs(folder, exist_ok=True)
    rows, data, peers, missing = [], [], [], []
    for name, tip in robots(romasc, corpus, folder):
        result = measure(folder, tip)
        closed = result["closed"][0]

        def other(key, result=result, closed=closed):
            if key not in result:
                return "-"
            ns, found = result[key]
            return f"{closed / ns:.4f}" + ("" if found > 0.999 else f" ({found:.0%})")
        rows.append([name, f"{closed:.0f}", f"{closed / result['fk'][0]:.1f}", *(other(key) for key in ("near", "far", "kdl_near", "kdl_far"))])
        data.append({"robot": name, "ns": {key: value[0] for key, value in result.items()}, "found": {key: value[1] for key, value in result.items()}})
        others, reasons = measure_peers(name, folder, FLAGS)
        missing += reasons
        for kind, ns, found, count in others:
            peers.append([name, kind, f"{ns:.0f}", f"{closed / ns:.3f}", f"{found:.0%}", f"{count:.1f}"])
            data[-1]["ns"][kind] = ns
    head = ["", "all, ns", "/ FK", "/ numeric, near", "/ numeric, far", "/ KDL, near", "/ KDL, far"]
    note = "\n(n %): the part of the poses for which that solver found a solution; where nothing stands, all.\n"
    text = table("Inverse kinematics: all solutions in closed form, as parts of the time of solvers that find one", head, rows) + note
    if peers:
        text += "\n" + table("All solutions, next to formulas of others", ["", "by", "ns", "ours / theirs", "poses solved", "solutions"], peers)
    text += "".join(line + "\n" for line in ([] if has_kdl() else ["KDL was not found (liborocos-kdl-dev)."]) + missing)
    return text, data
