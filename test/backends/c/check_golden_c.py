#!/usr/bin/env python3
"""Compiles generated C and compares what it computes with the golden values of the corpus: ../cpp/check_golden.py with another language.

Usage: check_golden_c.py ROMASC CORPUS RUNTIME [--compiler=gcc] [--flags="-O2 ..."] [--level=2] [--snap=0] [--float] [ROBOT...]
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cpp"))
import check_golden  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Werror"]

# Reads q, v, a, tau line by line and prints every output of the functions, one a line.
PROGRAM = """
#include "robot.h"
#include <stdio.h>
typedef %(scalar)s scalar;
static void print(const char *what, const scalar *values, int count)
{
  printf("%%s", what);
  for (int i = 0; i < count; ++i) printf(" %%.17g", (double)values[i]);
  printf("\\n");
}
static int read(scalar *values, int count)
{
  double number;
  for (int i = 0; i < count; ++i) {
    if (scanf("%%lf", &number) != 1) return 0;
    values[i] = (scalar)number;
  }
  return 1;
}
int main(void)
{
  static scalar q[robot_n_q], v[robot_n_v], a[robot_n_v], u[robot_n_v], poses[12 * robot_n_links], tau[robot_n_v], M[robot_n_v * robot_n_v],
    J[6 * robot_n_v], qdd[robot_n_v];
  (void)qdd;
  printf("joints");
  for (int i = 0; i < robot_n_joints; ++i) printf(" %%s", robot_joint_names[i]);
  printf("\\nlinks");
  for (int i = 0; i < robot_n_links; ++i) printf(" %%s", robot_link_names[i]);
  printf("\\n");
  while (read(q, robot_n_q) && read(v, robot_n_v) && read(a, robot_n_v) && read(u, robot_n_v)) {
    robot_forward_kinematics(q, poses);
    print("pose", poses, 12 * robot_n_links);
    robot_inverse_dynamics(q, v, a, tau);
    print("tau", tau, robot_n_v);
    robot_mass_matrix(q, M);
    print("M", M, robot_n_v * robot_n_v);
    if (robot_jacobian(%(tip)s, q, J) != 0) return 1;
    print("J", J, 6 * robot_n_v);
    %(forward)s
  }
  return 0;
}
"""


class CheckC(check_golden.Check):
    def compile(self, folder, golden):
        regular = all(x is not None for x in golden["samples"][0]["aba_qdd"])
        scalar = "float" if self.arguments.float else "double"
        urdf = os.path.join(self.arguments.corpus, golden["file"])
        subprocess.run(
            [self.arguments.romasc, urdf, "--emit=c", f"-O{self.arguments.level}", "--mimic=independent", f"--snap-angles={self.arguments.snap}",
             f"--precision={scalar}", "--kernels=fk,rnea,crba,jacobian" + (",fd" if regular else ""), "--name=robot", "-o", folder],
            check=True, capture_output=True, text=True)
        functions = os.path.join(folder, "robot.c")
        with open(functions, encoding="utf-8") as file:
            tip = file.read().split("link_names[", 1)[1].split("{", 1)[1].split("};", 1)[0].split(", ").index(json.dumps(golden["tip"]))
        forward = 'robot_forward_dynamics(q, v, u, qdd); print("qdd", qdd, robot_n_v);' if regular else ""
        source, program = os.path.join(folder, "main.c"), os.path.join(folder, "main")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM % {"scalar": scalar, "tip": f"(enum robot_link){tip}", "forward": forward})
        done = subprocess.run([self.arguments.compiler, "-std=c99", *self.arguments.flags.split(), *WARNINGS, source, functions, "-o", program, "-lm"],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError("does not compile:\n" + done.stderr[:2000])
        return program


if __name__ == "__main__":
    sys.exit(check_golden.main(CheckC, "gcc"))
