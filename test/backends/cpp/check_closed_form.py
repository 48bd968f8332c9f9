#!/usr/bin/env python3
"""Compiles solvers of inverse kinematics for arms of the corpus, and holds them against the poses of the same header.

Usage: check_closed_form.py ROMASC CORPUS RUNTIME [--poses=100000] [--seeds=1] [--flags="-O2 -march=native"] [ROBOT...]
Of random positions each solution must have the pose, and the position itself must be among them.
"""
import argparse
import os
import subprocess
import sys
import tempfile

# File below urdf/, link, and what the solver must say of its structure.
ROBOTS = {
    "ur5": ("tool0", "axes 2, 3 and 4 are parallel, and axes 5 and 6 meet"),
    "ur10e": ("tool0", "axes 2, 3 and 4 are parallel, and axes 5 and 6 meet"),
    "ur3e-cylinders-drake": ("ur_ee_link", "axes 2, 3 and 4 are parallel, and axes 5 and 6 meet"),
    "kr210l150": ("tool0", "axes 4, 5 and 6 meet, and axes 2 and 3 are parallel"),
    "irb2400": ("tool0", "axes 4, 5 and 6 meet, and axes 2 and 3 are parallel"),
    "irb6640": ("tool0", "axes 4, 5 and 6 meet, and axes 2 and 3 are parallel"),
    "fanuc-m10ia": ("tool0", "axes 4, 5 and 6 meet, and axes 2 and 3 are parallel"),
    "panda": ("panda_hand", "axes 1, 2 and 3 meet, and axes 5 and 6 meet; at most 8 solutions; given: 'panda_joint7'"),
    "panda-moveit": ("panda_link8", "axes 1, 2 and 3 meet, and axes 5 and 6 meet; at most 8 solutions; given: 'panda_joint7'"),
    "iiwa14-primitive-drake": ("iiwa_link_ee", "axes 1, 2 and 3 meet, and axes 5, 6 and 7; the elbow's swivel angle is given"),
    "pr2": ("r_gripper_palm_link", "axes 6, 7 and 8 meet, and axes 3 and 4 meet; at most 8 solutions; given: 'torso_lift_joint', 'r_shoulder_pan_joint'"),
    "open-manipulator-x": ("end_effector_link", "axes 2, 3 and 4 are parallel; of the pose the position and the turn in the plane across them count"),
    "kinova-j2n6s300": ("j2n6s300_end_effector", "axes 1, 2, 3, 4, 5 and 6 by the eigenvalues of a matrix; at most 16 solutions."),
    "baxter": ("left_gripper_base_link", "axes 1, 2, 4, 5, 6 and 7 by the eigenvalues of a matrix; at most 16 solutions; given: 'left_e0'."),
}

PROGRAM = """
#include "robot.hpp"
#include "closed_form_check.hpp"
int main() {
  bool good = true;
  for (const unsigned seed : {%(seeds)s}) {
    const check::Report report = check::closed_form<robot::Robot, robot::Robot::Link::%(tip)s>(%(poses)d, seed);
    check::print("%(name)s", report);
    good = good && report.missed == 0 && report.wrong == 0 && report.solutions > 1;
  }
  return good ? 0 : 1;
}
"""


def emit(romasc, corpus, name, tip, folder):
    """The header robot.hpp in the folder, with functions for this link."""
    return subprocess.run([romasc, os.path.join(corpus, "urdf", name + ".urdf"), "--emit=cpp", "--kernels=fk,jacobian,ik", f"--tip={tip}", "--name=robot", "-o", folder],
                          capture_output=True, text=True)


def check(arguments, name):
    tip, structure = ROBOTS[name]
    with tempfile.TemporaryDirectory() as folder:
        emitted = emit(arguments.romasc, arguments.corpus, name, tip, folder)
        if emitted.returncode != 0:
            print(f"{name}: {emitted.stderr}")
            return 1
        with open(os.path.join(folder, "robot.hpp"), encoding="utf-8") as header:
            if f"// Of '{tip}': {structure}" not in header.read():
                print(f"{name}: not solved as wanted: {structure}")
                return 1
        source = os.path.join(folder, "program.cpp")
        with open(source, "w", encoding="utf-8") as program:
            program.write(PROGRAM % {"tip": tip, "name": name, "poses": arguments.poses, "seeds": arguments.seeds})
        binary = os.path.join(folder, "program")
        inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
        subprocess.run(["g++", "-std=c++17", *arguments.flags.split(), "-I", arguments.runtime, "-I", inputs, "-I", folder, source, "-o", binary], check=True)
        return subprocess.run([binary], check=False).returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("romasc")
    parser.add_argument("corpus")
    parser.add_argument("runtime")
    parser.add_argument("--poses", type=int, default=100_000)
    parser.add_argument("--seeds", default="1", help="of random numbers, with commas; poses for each")
    parser.add_argument("--flags", default="-O2 -march=native")
    parser.add_argument("robots", nargs="*")
    arguments = parser.parse_intermixed_args()
    names = arguments.robots or list(ROBOTS)
    failures = sum(check(arguments, name) for name in names)
    print(f"{len(names)} robots, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
