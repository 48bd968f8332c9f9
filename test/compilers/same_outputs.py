#!/usr/bin/env python3
"""Builds romasc with the newest clang++, where a warning is an error, and compares what it makes with what BUILD/bin/romasc makes.

    same_outputs.py BUILD [ROBOT-OR-FOLDER…] [--romasc OTHER]

takes every target of every example and of the named robots, and each function that code has where it is asked for: exit statuses,
messages and files, byte for byte. The exit status is 77 without a clang++.
"""
import argparse
import concurrent.futures
import datetime
import filecmp
import os
import subprocess
import sys
import tempfile

from compilers import newest_first

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENDINGS = (".romas", ".urdf", ".xacro", ".sdf", ".mjcf", ".assembly.xml")
ASKED = ("loops", "independent", "forces", "rnea_derivatives", "fd_derivatives", "minv", "coriolis", "motion", "centroidal", "regressor", "identification", "hessian", "ik")


def other_romasc(build, compiler):
    folder = os.path.join(build, "other-compiler")
    options = ["CMAKE_BUILD_TYPE=Release", f"CMAKE_CXX_COMPILER={compiler}", "ROMAS_WERROR=ON", "ROMAS_TESTS=OFF", "ROMAS_STUDIO=OFF", "ROMAS_VSCODE=OFF"]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *["-D" + option for option in options]], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, "--quiet", "romasc"], check=True)
    return os.path.join(folder, "bin", "romasc")


def robots_in(place):
    if os.path.isfile(place):
        return [place]
    return sorted(os.path.join(at, name) for at, _, names in os.walk(place) for name in names if name.endswith(ENDINGS))


def run(romasc, robot, target, folder):
    """Exit status and messages, without the name of the folder, into which the outputs go. A target is a list of options."""
    os.makedirs(folder)
    done = subprocess.run([romasc, "--jobs=1", *target, "-o", os.path.join(folder, "out"), robot], capture_output=True, cwd=ROOT)
    return done.returncode, *(text.replace(folder.encode(), b"FOLDER") for text in (done.stdout, done.stderr))


def files_below(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


def compare(first, second, robot, target):
    """Returns the differences, and how many files were compared."""
    with tempfile.TemporaryDirectory() as folder:
        a, b = (os.path.join(folder, name) for name in "ab")
        results = [run(first, robot, target, a), run(second, robot, target, b)]
        if results[0] != results[1]:
            return [f"status or messages, {results[0]} and {results[1]}"], 0
        names = files_below(a)
        if names != files_below(b):
            return [f"files, {names} and {files_below(b)}"], 0
        return filecmp.cmpfiles(a, b, names, shallow=False)[1], len(names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("places", nargs="*", metavar="ROBOT-OR-FOLDER")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="each N-th run, others on another day")
    parser.add_argument("--romasc", help="the other romasc, which is not built then")
    arguments = parser.parse_args()
    build, places, second = os.path.abspath(arguments.build), arguments.places, arguments.romasc
    if second is None:
        compilers = newest_first("clang++")
        if not compilers:
            print("there is no clang++")
            return 77
        second = other_romasc(build, compilers[0])
    first = os.path.join(build, "bin", "romasc")
    listed = subprocess.run([first, "--print-targets"], capture_output=True, text=True, check=True).stdout
    targets = [["--emit=" + line.split()[0]] for line in listed.splitlines()]
    targets += [["--emit=cpp", "--kernels=" + kernel] for kernel in ASKED]
    robots = [robot for place in [os.path.join(ROOT, "examples"), *places] for robot in robots_in(os.path.abspath(place))]
    runs = [(robot, target) for robot in robots for target in targets][datetime.date.today().toordinal() % arguments.sample :: arguments.sample]
    files = differing = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (robot, target), (found, count) in zip(runs, pool.map(lambda pair: compare(first, second, *pair), runs)):
            files += count
            differing += bool(found)
            for name in found:
                print(os.path.relpath(robot, ROOT), *target, "differs:", name)
    print(f"{len(runs)} runs of two romascs: {files} files compared, {differing} runs differ")
    return 1 if differing or not files else 0


if __name__ == "__main__":
    sys.exit(main())
