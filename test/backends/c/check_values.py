#!/usr/bin/env python3
"""Every function of generated C against that of the generated C++ header, on random inputs.

Usage: check_values.py ROMASC FILE [--options="--kernels=..."] [--compilers=gcc:g++] [--flags=...] [--tolerance=0] [--float]
Both take their sines from the C library (--standalone), and products and sums are not fused: the results are equal to the bit. Each function
of a link or frame is called by its name and through the function that chooses; with every output in the place of every input of its length, too.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

STRICT = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Wstrict-prototypes",
          "-Wmissing-prototypes", "-ffp-contract=off"]
PROTOTYPE = re.compile(r"^(void|int) (\w+)\((?:enum \w+_(link|frame) \w+, )?(.*)\);$", re.M)
PARAMETER = re.compile(r"(const )?(?:double|float) (?:\*(?=\w+(?:,|$)))?(\w+)(?:\[(\d+)\])?")  # a pointer: no elements
SAMPLES = 3

PROGRAM = """
#include "robot.hpp"
#include "robot.h"
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
using S = %(scalar)s;
static unsigned long long state = 1;
static int failures = 0, values = 0;
static void fill(S* x, int n) {
  for (int i = 0; i < n; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    x[i] = S(double(state >> 40) / (1 << 23) - 1);
  }
}
static void compare(const char* what, const S* c, const S* cpp, int n) {
  S largest = 0, error = 0;
  for (int i = 0; i < n; ++i) {
    largest = std::fmax(largest, std::fabs(cpp[i]));
    error = std::isfinite(c[i]) ? std::fmax(error, std::fabs(c[i] - cpp[i])) : std::numeric_limits<S>::infinity();
  }
  values += n;
  if (error > S(%(tolerance)s) * largest) {
    std::printf("%%s is off by %%g of its largest value\\n", what, double(error / largest));
    ++failures;
  }
}
%(functions)s
int main() {
  for (int sample = 0; sample < %(samples)d; ++sample) {
%(calls)s
  }
  std::printf("%%d functions, %%d values, %%d failures\\n", %(count)d, values, failures);
  return failures != 0;
}
"""


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{os.path.basename(command[0])} ended with {done.returncode}: {(done.stdout + done.stderr)[:3000]}")
    return done.stdout


class Function:
    """A function of the C header: its name, the same in C++, and the call that chooses it."""

    def __init__(self, name, cpp, choosing, parameters):
        self.name, self.cpp, self.choosing = name, cpp, choosing
        self.parameters = [(bool(const), array, int(size or 0)) for const, array, size in PARAMETER.findall(parameters)]
        assert len(self.parameters) == parameters.count(",") + 1, parameters

    def call(self, function, named, first=""):
        return f"  {function}({first}{', '.join(named(const, array) for const, array, _ in self.parameters)});"

    def text(self, index):
        lines = [f"static void check_{index}() {{", "  // " + self.name]
        outputs = [(array, size) for const, array, size in self.parameters if not const]
        for const, array, size in self.parameters:
            lines.append(f"  S {array}_[{max(size, 1)}]" + ("; fill(%s_, %d);" % (array, size) if const else f", {array}_cpp[{size}];"))
        lines.append(self.call(self.cpp, lambda const, array: array + ("_" if const else "_cpp")))

        def compared(what, place=""):
            lines.extend(f"  compare(\"{self.name}{what}: {array}\", {place if array == place[:-1] else array + '_'}, {array}_cpp, {size});" for array, size in outputs)

        lines.append(self.call(self.name, lambda const, array: array + "_"))
        compared("")
        if self.choosing:
            function, value = self.choosing
            lines += [f"  std::memset({array}_, 0, sizeof {array}_);" for array, _ in outputs]
            call = self.call(function, lambda const, array: array + "_", value + ", ").strip()[:-1]
            lines.append(f"  if ({call} != 0) ++failures;")
            compared(" chosen")
        for const, given, size in self.parameters:
            for output, length in outputs:
                if const and size == length:
                    shared = "shared_" + given + "_" + output
                    lines += [f"  S {shared}[{size}];", f"  std::memcpy({shared}, {given}_, sizeof {shared});"]
                    lines.append(self.call(self.name, lambda const, array: shared if array in (given, output) else array + "_"))
                    lines += [f"  compare(\"{self.name}, {output} in the place of {given}: {array}\", {shared if array == output else array + '_'}, {array}_cpp, {n});" for array, n in outputs]
        return "\n".join(lines + ["}"])


def functions(header):
    """All functions of a header, in its order."""
    found, choosing, number = [], None, 0
    for result, name, place, parameters in PROTOTYPE.findall(header):
        word = name.removeprefix("robot_")
        if result == "int":
            choosing, number = (name, place, parameters), 0
        elif choosing and name.startswith(choosing[0]) and parameters == choosing[2]:
            found.append(Function(name, f"robot::{choosing[0].removeprefix('robot_')}<static_cast<robot::{choosing[1].capitalize()}>({number})>",
                                  (choosing[0], f"static_cast<robot_{choosing[1]}>({number})"), parameters))
            number += 1
        else:
            found.append(Function(name, "robot::" + word, None, parameters))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("romasc")
    parser.add_argument("file")
    parser.add_argument("--options", default="")
    parser.add_argument("--compilers", default="gcc:g++")
    parser.add_argument("--flags", default="-O1")
    parser.add_argument("--tolerance", default="0")
    parser.add_argument("--float", action="store_true")
    arguments = parser.parse_args()
    scalar = "float" if arguments.float else "double"
    cc, cxx = arguments.compilers.split(":")
    flags = arguments.flags.split()
    with tempfile.TemporaryDirectory() as folder:
        run([arguments.romasc, arguments.file, "--emit=c,cpp", "--standalone", "--name=robot", f"--precision={scalar}", *arguments.options.split(), "-o", folder])
        with open(os.path.join(folder, "robot.h"), encoding="utf-8") as file:
            header = file.read()
        run([cc, *STRICT, *flags, "-c", os.path.join(folder, "robot.c"), "-o", os.path.join(folder, "robot.o")])
        all_functions = functions(header)
        source = os.path.join(folder, "main.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM % {
                "scalar": scalar, "samples": SAMPLES, "count": len(all_functions), "tolerance": arguments.tolerance,
                "functions": "\n".join(function.text(k) for k, function in enumerate(all_functions)),
                "calls": "\n".join(f"    check_{k}();" for k in range(len(all_functions)))})
        program = os.path.join(folder, "main")
        run([cxx, "-std=c++17", "-ffp-contract=off", *flags, "-w", source, os.path.join(folder, "robot.o"), "-o", program])
        done = subprocess.run([program], capture_output=True, text=True)
    print(done.stdout + done.stderr, end="")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
