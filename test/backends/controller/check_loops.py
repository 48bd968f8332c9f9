#!/usr/bin/env python3
"""Runs the test loop_converges of generated controllers: for each robot, all kinds of control.

Usage: check_loops.py ROMASC [--kinds=pd,pid,...] [--options="--floating-base"] [--flags=-O1] FILE...
The laws and the test of every kind's project are put into one program, each in a namespace of its own, so that the model's header is
compiled once a robot. A robot that romasc refuses a controller (no joint moves, or no forward dynamics: RM1903, RM1904, RM1906) is listed and
counted apart.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

KINDS = ["pd", "pid", "gravity", "computed-torque", "impedance", "cartesian"]
REFUSALS = ("-Wno-movable-joint", "-Wkernel-joint", "-Wsingular-mass-matrix")


def text_of(path):
    """A source of the project without what can stand only once: includes, and the marks of a header."""
    with open(path, encoding="utf-8") as file:
        return "".join(line for line in file if not line.startswith(("#include", "#pragma once")))


def program(projects):
    """The C++ text of all kinds; argument 1 chooses one."""
    system = set()
    for project in projects.values():
        for path in ("src/controller.hpp", "src/motion.hpp", "test/loop_converges.cpp"):
            with open(os.path.join(project, path), encoding="utf-8") as file:
                system |= set(re.findall(r"^#include <.*>$", file.read(), re.M))
    text = "\n".join(sorted(system)) + '\n#include "robot.hpp"\n#include <cstring>\n'
    for kind, project in projects.items():
        loop = text_of(os.path.join(project, "test/loop_converges.cpp")).replace("int main()", "int run()")
        text += f"#undef SAGS\nnamespace kind_{kind.replace('-', '_')} {{\n"
        text += text_of(os.path.join(project, "src/controller.hpp")) + text_of(os.path.join(project, "src/motion.hpp")) + loop + "}\n"
    text += "int main(int, char** words) {\n"
    for kind in projects:
        text += f'  if (std::strcmp(words[1], "{kind}") == 0) return kind_{kind.replace("-", "_")}::run();\n'
    return text + "  return 2;\n}\n"


def make_projects(arguments, file, folder):
    """The projects' folders by kind, or what went wrong."""
    projects = {}
    for kind in arguments.kinds.split(","):
        projects[kind] = os.path.join(folder, kind)
        # The model is taken from the first project; the others are there for what does not depend on it.
        level = [] if len(projects) == 1 else ["-O0"]
        made = subprocess.run([arguments.romasc, file, "--emit=controller", f"--control={kind}", *arguments.options.split(), *level, "-o", projects[kind]],
                              capture_output=True, text=True, check=False)
        if made.returncode != 0:
            return made.stderr
    return projects


def check(arguments, file, folder):
    """Lines to print, the kinds that failed, and whether there was a controller."""
    projects = make_projects(arguments, file, folder)
    if isinstance(projects, str):
        refused = [line for line in projects.splitlines() if "error:" in line and any(rule in line for rule in REFUSALS)]
        return ([f"  refused: {refused[0].split('error: ')[1][:120]}"], [], False) if refused else ([projects[:1000]], ["all"], True)
    source, target = os.path.join(folder, "loops.cpp"), os.path.join(folder, "loops")
    with open(source, "w", encoding="utf-8") as output:
        output.write(program(projects))
    first = next(iter(projects.values()))
    built = subprocess.run([arguments.compiler, "-std=c++17", *arguments.flags.split(), *[f"-I{os.path.join(first, part)}" for part in ("model", "runtime", "src")],
                            source, "-o", target, "-lpthread"], capture_output=True, text=True, check=False)
    if built.returncode != 0:
        return ["  does not compile:\n" + built.stderr[:2000]], ["all"], True
    lines, failed = [], []
    for kind in projects:
        ran = subprocess.run([target, kind], capture_output=True, text=True, check=False)
        lines.append(f"  {kind}: " + "; ".join((ran.stdout + ran.stderr).splitlines()))
        if ran.returncode != 0:
            failed.append(kind)
    return lines, failed, True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("romasc")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--options", default="")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--flags", default="-O1")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_intermixed_args()
    failures, controlled = [], 0
    for file in arguments.files:
        name = os.path.basename(file)
        with tempfile.TemporaryDirectory() as folder:
            lines, failed, exists = check(arguments, file, folder)
        controlled += exists
        failures += [f"{name} {kind}" for kind in failed]
        print("\n".join([f"{name}: {'FAILED ' + ' '.join(failed) if failed else 'good' if exists else 'no controller'}"] + lines), flush=True)
    print(f"{len(arguments.files)} robots, {controlled} with a controller, {len(failures)} failures" + "".join("\n  " + f for f in failures))
    return 1 if failures or controlled == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
