#!/usr/bin/env python3
"""Compiles a generated header for a Cortex-M4F in single precision; with qemu, runs it there and compares with the host in double.

Usage: check_cortex_m4.py ROMASC RUNTIME [--run] FILE...
"""
import argparse
import os
import subprocess
import sys
import tempfile

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
CPU = ["-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Werror"]
# Arithmetic in double, the heap, exceptions: nothing of them may be called. (Numbers become double to be printed.)
FORBIDDEN = ["__aeabi_dadd", "__aeabi_dsub", "__aeabi_dmul", "__aeabi_ddiv", "__aeabi_d2f", "malloc", "operator new", "__cxa_"]
TOLERANCE = 1e-4


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(f"{os.path.basename(command[0])} ended with {done.returncode}: {done.stderr[:2000]}")
    return done.stdout


def outputs(text):
    """Values of each output, one list for each time it was printed: 'tau' and five others follow each other."""
    blocks = []
    for line in text.splitlines():
        name, value = line.split()
        if not blocks or blocks[-1][0] != name:
            blocks.append((name, []))
        blocks[-1][1].append(float(value))
    return blocks


def compare(found, wanted):
    if [(name, len(values)) for name, values in found] != [(name, len(values)) for name, values in wanted] or not wanted:
        raise RuntimeError("the outputs are not the same ones")
    worst = 0.0
    for (name, values), (_, right) in zip(found, wanted):
        error = max(abs(x - y) for x, y in zip(values, right)) / max(1e-6, *map(abs, right))
        if not error <= TOLERANCE:
            raise RuntimeError(f"{name} is off by {error:.3g} of its largest value")
        worst = max(worst, error)
    return f"{len(wanted)} outputs agree to {worst:.2g}"


def check(arguments, file, folder):
    run([arguments.romasc, file, "--emit=cpp", "--precision=float", "--name=robot", "-o", folder])
    source = os.path.join(INPUTS, "cortex_m4.cpp")
    includes = ["-std=c++17", "-O2", f"-I{arguments.runtime}", f"-I{folder}"]
    bare = [*CPU, "-fno-exceptions", "-fno-rtti", "-DSCALAR=float", *includes]
    made = os.path.join(folder, "robot.o")
    run(["arm-none-eabi-g++", *bare, *WARNINGS, "-c", source, "-o", made])
    symbols = run(["arm-none-eabi-nm", "-u", "--demangle", made])
    for name in FORBIDDEN:
        if name in symbols:
            raise RuntimeError(f"{name} is called")
    if not arguments.run:
        return "compiles"
    program, host = os.path.join(folder, "robot.elf"), os.path.join(folder, "host")
    run(["arm-none-eabi-g++", *bare, "--specs=rdimon.specs", "-Wl,--section-start=.vectors=0", source, os.path.join(INPUTS, "cortex_m4_startup.cpp"), "-o", program])
    run(["g++", *includes, "-DSCALAR=double", source, "-o", host])
    there = run(["qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-monitor", "none", "-serial", "none",
                 "-semihosting-config", "enable=on,target=native", "-kernel", program])
    return compare(outputs(there), outputs(run([host])))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("romasc")
    parser.add_argument("runtime")
    parser.add_argument("--run", action="store_true")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_intermixed_args()
    failures = 0
    for file in arguments.files:
        with tempfile.TemporaryDirectory() as folder:
            try:
                text = check(arguments, file, folder)
            except (RuntimeError, subprocess.TimeoutExpired) as problem:
                failures += 1
                text = str(problem)
        print(f"{os.path.basename(file)}: {text}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
