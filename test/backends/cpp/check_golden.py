#!/usr/bin/env python3
"""Compiles generated headers and compares what they compute with the golden values of the corpus.

Usage: check_golden.py ROMASC CORPUS RUNTIME [--compiler=g++] [--flags="-O2 ..."] [--level=2] [--snap=0] [--float] [ROBOT...]
--level is romasc's -O, --flags are the C++ compiler's. Without robots: all of golden/.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]

# Reads q, v, a, tau line by line and prints every output of the functions, one a line.
PROGRAM = """
#include "robot.hpp"
#include <cstdio>
#include <vector>
using S = %(scalar)s;
static void print(const char* what, const std::vector<S>& values) {
  std::printf("%%s", what);
  for (S x : values) std::printf(" %%.17g", static_cast<double>(x));
  std::printf("\\n");
}
int main() {
  using namespace robot;
  const auto read = [](std::size_t n) {
    std::vector<S> values(n);
    for (S& x : values) {
      double number = 0;
      if (std::scanf("%%lf", &number) != 1) return std::vector<S>();
      x = static_cast<S>(number);
    }
    return values;
  };
  std::printf("joints");
  for (std::string_view name : joint_names) std::printf(" %%.*s", static_cast<int>(name.size()), name.data());
  std::printf("\\nlinks");
  for (std::string_view name : link_names) std::printf(" %%.*s", static_cast<int>(name.size()), name.data());
  std::printf("\\n");
  for (int sample = 0; sample < %(samples)d; ++sample) {
    const auto q = read(n_q), v = read(n_v), a = read(n_v), u = read(n_v);
    if (u.empty()) return 0;  // asked for the names alone
    std::vector<S> poses(12 * n_links), tau(n_v), M(n_v * n_v), J(6 * n_v), qdd(n_v);
    forward_kinematics(q.data(), poses.data());
    print("pose", poses);
    inverse_dynamics(q.data(), v.data(), a.data(), tau.data());
    print("tau", tau);
    mass_matrix(q.data(), M.data());
    print("M", M);
    jacobian<static_cast<Link>(%(tip)d)>(q.data(), J.data());
    print("J", J);
    %(forward)s
  }
}
"""


def fail(robot, message):
    print(f"{robot}: {message}")
    return 1


def largest(values):
    return max((abs(x) for x in values), default=0.0)


class Check:
    def __init__(self, arguments):
        self.arguments = arguments

    def compile(self, folder, golden):
        regular = all(x is not None for x in golden["samples"][0]["aba_qdd"])
        urdf = os.path.join(self.arguments.corpus, golden["file"])
        subprocess.run(
            [self.arguments.romasc, urdf, "--emit=cpp", f"-O{self.arguments.level}", "--mimic=independent", f"--snap-angles={self.arguments.snap}", "--name=robot", "-o", folder],
            check=True, capture_output=True, text=True)
        with open(os.path.join(folder, "robot.hpp"), encoding="utf-8") as file:
            header = file.read()
        if ("void forward_dynamics(" in header) != regular:
            raise RuntimeError("forward_dynamics is there" if not regular else "forward_dynamics is not there")
        tip = header.split("link_names = {", 1)[1].split("};", 1)[0].split(", ").index(json.dumps(golden["tip"]))
        forward = 'forward_dynamics(q.data(), v.data(), u.data(), qdd.data()); print("qdd", qdd);' if regular else "static_cast<void>(u);"
        source = os.path.join(folder, "main.cpp")
        with open(source, "w", encoding="utf-8") as file:
            scalar = "float" if self.arguments.float else "double"
            file.write(PROGRAM % {"samples": len(golden["samples"]), "tip": tip, "forward": forward, "scalar": scalar})
        program = os.path.join(folder, "main")
        flags = self.arguments.flags.split()
        # The program itself narrows nothing; -Wsign-conversion comes with -Wconversion in clang.
        done = subprocess.run([self.arguments.compiler, "-std=c++17", *flags, *WARNINGS, "-Wno-sign-conversion", "-isystem", self.arguments.runtime, source, "-o", program],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError("does not compile:\n" + done.stderr[:2000])
        return program

    def run(self, robot):
        with open(os.path.join(self.arguments.corpus, "golden", robot + ".json"), encoding="utf-8") as file:
            golden = json.load(file)
        names = [joint["name"] for joint in golden["joints"]]
        with tempfile.TemporaryDirectory() as folder:
            try:
                program = self.compile(folder, golden)
            except RuntimeError as problem:
                return fail(robot, problem)
            first = subprocess.run([program], input="", capture_output=True, text=True).stdout.splitlines()[0].split()[1:]
            order = [names.index(name) for name in first]
            lines = []
            for sample in golden["samples"]:
                for key in ("q", "qd", "qdd", "aba_tau"):
                    lines.append(" ".join(repr(sample[key][k]) for k in order))
            done = subprocess.run([program], input="\n".join(lines), capture_output=True, text=True)
        if done.returncode != 0 or done.stderr:
            return fail(robot, f"ended with {done.returncode}: {done.stderr[:500]}")
        rows = [line.split() for line in done.stdout.splitlines()]
        links = rows[1][1:]
        outputs = [row[0] for row in rows[2:]]
        each = ["pose", "tau", "M", "J"] + ["qdd"] * ("qdd" in outputs)
        if outputs != each * len(golden["samples"]):
            return fail(robot, "printed " + " ".join(outputs))
        failures = 0
        sample = -1
        for what, *texts in rows[2:]:
            values = [float(text) for text in texts]
            sample += what == "pose"
            wanted = self.wanted(golden["samples"][sample], what, order, links)
            if len(values) != len(wanted) or not all(map(math.isfinite, values)):
                failures += fail(robot, f"{what} has the wrong size or is not finite")
                continue
            error = largest(x - y for x, y in zip(values, wanted)) / max(largest(wanted), 1.0 if what in "pose J" else 1e-9)
            if error > self.tolerance(what):
                failures += fail(robot, f"{what} of sample {sample} is off by {error:.3g} of its largest value")
        return failures

    @staticmethod
    def wanted(sample, what, order, links):
        if what == "pose":
            return [x for link in links for x in sample["pose"][link]]
        if what == "tau":
            return [sample["tau"][k] for k in order]
        if what == "qdd":
            return [sample["aba_qdd"][k] for k in order]
        if what == "M":
            return [sample["mass_matrix"][r][c] for r in order for c in order]
        return [sample["jacobian"][r][c] for r in range(6) for c in order]

    def tolerance(self, what):
        # Solving with M costs digits where M is nearly singular.
        if self.arguments.float:
            return 1e-4 if what != "qdd" else 1e-1
        if self.arguments.snap == 0:
            return 1e-11
        return 1e-7 if what != "qdd" else 1e-5


def main(kind=Check, compiler="g++"):
    parser = argparse.ArgumentParser()
    parser.add_argument("romasc")
    parser.add_argument("corpus")
    parser.add_argument("runtime")
    parser.add_argument("--compiler", default=compiler)
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--snap", type=float, default=0)
    parser.add_argument("--float", action="store_true")
    parser.add_argument("robots", nargs="*")
    arguments = parser.parse_intermixed_args()
    robots = arguments.robots or sorted(
        name[:-5] for name in os.listdir(os.path.join(arguments.corpus, "golden")) if name.endswith(".json") and not name.startswith("bench-"))
    check = kind(arguments)
    failures = sum(check.run(robot) for robot in robots)
    print(f"{len(robots)} robots, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
