#!/usr/bin/env python3
"""Compares generated code with the runtime's textbook algorithms on the same robot, for files and for random trees.

Usage: check_reference.py ROMASC [--trees=FIRST:LAST] [--links=12] [--options="--floating-base"] [FILE...]
Trees with an odd seed have followers and joints of one variable alone (Inputs/random_tree.py), the others joints of every type.
"""
import argparse
import os
import subprocess
import sys
import tempfile

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")


def check(arguments, file, folder):
    """The program's last line, or what went wrong."""
    project = os.path.join(folder, "project")
    made = subprocess.run([arguments.romasc, file, "--emit=controller", "--snap-angles=0", *arguments.options.split(), "-o", project],
                          capture_output=True, text=True)
    if made.returncode != 0:
        return False, f"romasc ended with {made.returncode}: {made.stderr[:2000]}"
    program = os.path.join(folder, "agree")
    parts = ["model", "runtime", "src", "test"]
    built = subprocess.run([arguments.compiler, "-std=c++17", *arguments.flags.split(), "-Wall", "-Wextra", "-Werror",
                            *[f"-I{os.path.join(project, part)}" for part in parts], os.path.join(INPUTS, "agree.cpp"), "-o", program],
                           capture_output=True, text=True)
    if built.returncode != 0:
        return False, "does not compile:\n" + built.stderr[:2000]
    ran = subprocess.run([program], capture_output=True, text=True)
    lines = (ran.stdout + ran.stderr).splitlines()
    return ran.returncode == 0, "\n".join(lines if ran.returncode else lines[-1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("romasc")
    parser.add_argument("--trees", default="0:0")
    parser.add_argument("--links", type=int, default=12)
    parser.add_argument("--options", default="")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--flags", default="-O1")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_intermixed_args()
    first, last = (int(text) for text in arguments.trees.split(":"))
    failures = 0
    robots = [(os.path.basename(file), file, None) for file in arguments.files] + [(f"tree {seed}", "", seed) for seed in range(first, last)]
    for name, file, seed in robots:
        with tempfile.TemporaryDirectory() as folder:
            if seed is not None:
                file = os.path.join(folder, "tree.romas")
                kind = ["simple"] if seed % 2 else []
                with open(file, "w", encoding="utf-8") as output:
                    subprocess.run([sys.executable, os.path.join(INPUTS, "random_tree.py"), str(seed), str(arguments.links), *kind], check=True, stdout=output)
            good, text = check(arguments, file, folder)
        failures += not good
        print(f"{name}: {text}", flush=True)
    print(f"{len(robots)} robots, {failures} failures")
    return 1 if failures or not robots else 0


if __name__ == "__main__":
    sys.exit(main())
