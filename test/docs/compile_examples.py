#!/usr/bin/env python3
"""Compiles and runs every ```cpp block of docs/runtime.md as the body of a function. Usage: compile_examples.py SOURCE_DIR COMPILER OUTPUT"""
import re
import subprocess
import sys

PRELUDE = """#include <cstdio>
#include <romas/batch.hpp>
#include <romas/controllers.hpp>
#include <romas/hardware.hpp>
#include <romas/inverse_kinematics.hpp>
#include <romas/loop.hpp>
#include <romas/reference_robot.hpp>
#include <romas/trajectory.hpp>
#include <vector>
#include "test/runtime/two_link.h"
namespace arm { using Robot = romas::test::TwoLink; }
"""


def main():
    source, compiler, output = sys.argv[1:4]
    with open(source + "/docs/runtime.md", encoding="utf-8") as file:
        blocks = re.findall(r"^```cpp\n(.*?)^```", file.read(), re.M | re.S)
    program = PRELUDE
    for number, block in enumerate(blocks):
        program += f"int example{number}() {{\n{block}return 0;\n}}\n"
    program += "int main() { return " + " + ".join(f"example{number}()" for number in range(len(blocks))) + "; }\n"
    with open(output + ".cpp", "w", encoding="utf-8") as file:
        file.write(program)
    subprocess.run([compiler, "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-I", source + "/runtime", "-I", source, output + ".cpp", "-o", output], check=True)
    subprocess.run([output], check=True)
    print(f"{len(blocks)} examples")
    return 0 if blocks else 1


if __name__ == "__main__":
    sys.exit(main())
