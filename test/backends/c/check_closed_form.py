#!/usr/bin/env python3
"""Solvers of inverse kinematics in generated C against those of the C++ header (Inputs/closed_form.cpp).

Usage: check_closed_form.py ROMASC FILE TIP RUNTIME [--options=...] [--compilers=gcc:g++] [--poses=2000] [--float]
"""
import argparse
import os
import subprocess
import sys
import tempfile

from check_values import STRICT, run


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("romasc", "file", "tip", "runtime"):
        parser.add_argument(name)
    parser.add_argument("--options", default="")
    parser.add_argument("--compilers", default="gcc:g++")
    parser.add_argument("--poses", default="2000")
    parser.add_argument("--float", action="store_true")
    arguments = parser.parse_args()
    cc, cxx = arguments.compilers.split(":")
    scalar, tolerance = ("float", "2e-3") if arguments.float else ("double", "1e-8")
    with tempfile.TemporaryDirectory() as folder:
        run([arguments.romasc, arguments.file, "--emit=c,cpp", "--kernels=fk,ik", f"--tip={arguments.tip}", "--name=robot", f"--precision={scalar}",
             *arguments.options.split(), "-o", folder])
        compiled, program = os.path.join(folder, "robot.o"), os.path.join(folder, "main")
        run([cc, *STRICT, "-O1", "-c", os.path.join(folder, "robot.c"), "-o", compiled])
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs", "closed_form.cpp")
        # C's functions have the names of the robot, and C++ a namespace of that name.
        run([cxx, "-std=c++17", "-ffp-contract=off", "-O1", "-Wall", "-Wextra", "-Werror", "-I", arguments.runtime, "-I", folder, f"-DSCALAR={scalar}",
             f"-DTIP={arguments.tip}", f"-DPOSES={arguments.poses}", f"-DTOLERANCE={tolerance}", source, compiled, "-o", program])
        done = subprocess.run([program], capture_output=True, text=True)
    print(done.stdout + done.stderr, end="")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
