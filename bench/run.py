#!/usr/bin/env python3
"""Measures romasc as whole processes, next to other tools in the same run. ./x bench [check|translate|scale|generate|language|xacro|many|server|lsp|code|ik|loops|control|gpu|servo|python|build]...

check      time to check a real robot, next to check_urdf (urdfdom)
translate  time of URDF -> SDF, next to `ign sdf -p` (libsdformat)
scale      seconds and peak memory for 1,000 to 100,000 links
generate   seconds to generate all functions of robots of 10 to 100 joints
language   a program with 200 instances of modules, next to the URDF it expands to
xacro      real robots and up to 100,000 calls of a macro, next to the text that they expand to, and to the program xacro where it is found
many       10,000 descriptions in one call, with and without --cache, and the memory that it takes
server     the language server next to romasc: what an editor waits for
lsp        from a key to its findings, by the size of what is open
code       generated kinematics and dynamics, next to KDL, DART, MuJoCo, and (below ROMAS_BENCH_PREFIX) Pinocchio and CppADCodeGen where they
           are found
ik         all solutions of the inverse kinematics of arms in closed form, next to the runtime's solver that searches for one, KDL's, and (below
           ROMAS_BENCH_IK) files that ikfast wrote and opw_kinematics where they are found
loops      dynamics with closed loops next to a dense solution, and joints that follow in closed form next to a search
control    what the supervisor of a generated controller costs in each cycle
gpu        generated functions over many configurations on a graphics processor, as parts of what it can do; where nvcc and a device are found
python     a package for Python next to the same code called from C++
build      what the build and the tests of romasc themselves cost: units, headers, folders, functions, tests (some ten minutes)
servo      flash and RAM of the generated C of servos, on an ATmega328P and a Cortex-M3 where their compilers are found

Every figure is the median of paired runs: ours, theirs, ours, theirs, ... Machines differ and are noisy: read the ratios. The
tables go to build/bench/ as text and as JSON.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

from build_costs import bench_build
from control_code import bench_control
from generated_code import bench_code
from gpu_code import bench_gpu
from ik_code import bench_ik
from language_server import bench_keys, bench_server
from loops_code import bench_loops
from many_files import bench_many
from python_code import bench_python
from servo_code import bench_servo
from wheel_calls import bench_wheel

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.environ.get("ROMAS_CORPUS", os.path.join(ROOT, "..", "shared", "corpus"))


def run(command):
    """Wall seconds and peak memory (MB) of one run, or None if it failed."""
    before = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - before
    process.returncode = os.waitstatus_to_exitcode(status)
    return (seconds, usage.ru_maxrss / 1024) if process.returncode == 0 else None


def pairs(ours, theirs, count):
    """Medians of alternating runs; None for a command that fails."""
    samples = ([], [])
    for i in range(count + 1):
        for which, command in enumerate((ours, theirs)):
            result = run(command)
            if result is not None and i > 0:  # the first pair warms the caches
                samples[which].append(result[0])
    return [statistics.median(s) if s else None for s in samples]


def milliseconds(seconds):
    return "-" if seconds is None else f"{seconds * 1e3:.1f}"


def table(title, header, rows):
    widths = [max(len(str(row[i])) for row in [header] + rows) for i in range(len(header))]
    lines = [title, ""]
    for row in [header] + rows:
        lines.append("  ".join(str(cell).ljust(w) if i == 0 else str(cell).rjust(w) for i, (cell, w) in enumerate(zip(row, widths))))
    return "\n".join(lines) + "\n"


def real_robots():
    folder = os.path.join(CORPUS, "urdf")
    if not os.path.isdir(folder):
        print("no corpus at " + folder + ": the comparison with other tools is left out")
        return []
    return sorted((os.path.getsize(p), p) for p in (os.path.join(folder, n) for n in os.listdir(folder)) if p.endswith(".urdf"))


def against(title, ours, peer_name, peer, count, header):
    rows, data = [], []
    for size, path in real_robots():
        mine, other = pairs(ours(path), peer(path), count)
        name = os.path.basename(path)[:-5]
        ratio = mine / other if mine and other else None
        rows.append([name, f"{size / 1024:.0f}", milliseconds(mine), milliseconds(other), "-" if ratio is None else f"{ratio:.2f}"])
        data.append({"robot": name, "bytes": size, "romasc_s": mine, peer_name + "_s": other, "ratio": ratio})
    return table(title, header, rows), data


def bench_check(romasc):
    if shutil.which("check_urdf") is None:
        return "check: check_urdf is not installed\n", []
    return against("Checking a robot: whole process, ms", lambda p: [romasc, p, "--emit=none"], "check_urdf", lambda p: ["check_urdf", p], 9,
                   ["robot", "kB", "romasc", "check_urdf", "ratio"])


def bench_translate(romasc):
    if shutil.which("ign") is None:
        return "translate: ign is not installed\n", []
    return against("URDF -> SDF: whole process, ms", lambda p: [romasc, p, "--emit=sdf", "-o", "/dev/null"], "ign", lambda p: ["ign", "sdf", "-p", p], 3,
                   ["robot", "kB", "romasc", "ign sdf -p", "ratio"])


def bench_scale(romasc, folder):
    rows, data = [], []
    for kind in ("chain", "bushy"):
        for links in (1000, 10_000, 100_000):
            path = os.path.join(folder, f"{kind}-{links}.urdf")
            with open(path, "w", encoding="utf-8") as file:
                subprocess.run([sys.executable, os.path.join(ROOT, "bench", "make_urdf.py"), kind, str(links)], stdout=file, check=True)
            size = os.path.getsize(path)
            for what, options in (("check", ["--emit=none"]), ("sdf", ["--emit=sdf", "-o", "/dev/null"]), ("urdf", ["--emit=urdf", "-o", "/dev/null"]),
                                  ("romas", ["--emit=romas", "-o", "/dev/null"])):
                results = [r for r in (run([romasc, path] + options) for _ in range(3)) if r is not None]
                if not results:
                    continue
                seconds = statistics.median(r[0] for r in results)
                memory = statistics.median(r[1] for r in results)
                rows.append([f"{kind} {links}", what, f"{size / 1e6:.1f}", f"{seconds:.3f}", f"{seconds / links * 1e6:.1f}", f"{memory:.0f}", f"{memory * 1.048576e6 / size:.1f}"])
                data.append({"robot": kind, "links": links, "what": what, "bytes": size, "seconds": seconds, "peak_mb": memory})
            os.remove(path)
    return table("Scale", ["robot", "what", "MB", "s", "us/link", "peak MB", "x file"], rows), data


def bench_generate(romasc, folder):
    rows, data = [], []
    for kind in ("chain", "comb", "humanoid"):
        for joints in (10, 20, 40, 60, 80, 100):
            path = os.path.join(folder, f"{kind}-{joints}.urdf")
            with open(path, "w", encoding="utf-8") as file:
                subprocess.run([sys.executable, os.path.join(ROOT, "bench", "make_robot.py"), kind, str(joints)], stdout=file, check=True)
            header = os.path.join(folder, f"{kind}-{joints}.hpp")
            results = [r for r in (run([romasc, path, "--emit=cpp", "-o", header]) for _ in range(3)) if r is not None]
            if not results:
                continue
            seconds = statistics.median(r[0] for r in results)
            size = os.path.getsize(header)
            rows.append([f"{kind} {joints}", f"{seconds:.2f}", f"{seconds / joints * 1e3:.1f}", f"{size / 1e6:.1f}", f"{max(r[1] for r in results):.0f}"])
            data.append({"robot": kind, "joints": joints, "seconds": seconds, "header_bytes": size, "peak_mb": max(r[1] for r in results)})
            os.remove(path)
            os.remove(header)
    return table("Generating all functions: whole process", ["robot", "s", "ms/joint", "MB of header", "peak MB"], rows), data


def bench_language(romasc, folder):
    program = os.path.join(folder, "program.romas")
    with open(program, "w", encoding="utf-8") as file:
        subprocess.run([sys.executable, os.path.join(ROOT, "bench", "make_program.py"), "1000", "200"], stdout=file, check=True)
    rows, data = [], []
    results = {}
    for form in ("urdf", "romas"):
        results[form] = os.path.join(folder, "program-expanded." + form)
        subprocess.run([romasc, program, f"--emit={form}", "-o", results[form]], stderr=subprocess.DEVNULL, check=True)
    lines = sum(1 for _ in open(program, encoding="utf-8"))
    for what, theirs in (("the URDF it expands to", results["urdf"]), ("the core form it expands to", results["romas"])):
        mine, other = pairs([romasc, program, "--emit=none"], [romasc, theirs, "--emit=none"], 15)
        ratio = mine / other if mine and other else None
        rows.append([f"{lines} lines, 200 instances / {what}", milliseconds(mine), milliseconds(other), "-" if ratio is None else f"{ratio:.2f}"])
        data.append({"lines": lines, "instances": 200, "next_to": what, "program_s": mine, "expanded_s": other, "ratio": ratio})
    return table("A program in the language next to what it expands to: checking, whole process, ms", ["", "program", "expanded", "ratio"], rows), data


def write_calls(path, count):
    """A robot of so many links, each from the call of a macro with arithmetic."""
    with open(path, "w", encoding="utf-8") as file:
        file.write('<robot name="calls" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
                   '<xacro:property name="moment" value="0.1"/>\n'
                   '<xacro:macro name="part" params="name mass:=1"><link name="${name}"><inertial><mass value="${mass * 2}"/>'
                   '<inertia ixx="${moment}" ixy="0" ixz="0" iyy="${moment}" iyz="0" izz="${moment}"/></inertial></link></xacro:macro>\n')
        for i in range(count):
            file.write(f'<xacro:part name="link_{i}" mass="{i + 1}"/>\n')
        file.write("</robot>\n")


def bench_xacro(romasc, folder):
    inputs = []
    for count in (1_000, 10_000, 100_000):
        path = os.path.join(folder, f"calls-{count}.xacro")
        write_calls(path, count)
        inputs.append((f"{count} calls", path, []))
    share = os.path.join(CORPUS, "xacro2", "share")
    for name in ("pr2_description/robots/pr2.urdf.xacro", "husarion_ugv_description/urdf/panther.urdf.xacro"):
        if os.path.isfile(os.path.join(share, name)):
            inputs.append((os.path.basename(name), os.path.join(share, name), ["--package-path", share]))
    reference = shutil.which("xacro")
    rows, data = [], []
    for what, path, options in inputs:
        expanded = os.path.join(folder, "expanded.urdf")
        ours = [romasc, path, "--emit=expanded", "-o", expanded] + options
        theirs = [reference, path, "-o", os.path.join(folder, "reference.urdf")] if reference else [romasc, expanded, "--emit=expanded", "-o", "-"]
        mine, other = pairs(ours, theirs, 9)
        peak = run(ours)
        ratio = mine / other if mine and other else None
        rows.append([what, milliseconds(mine), milliseconds(other), "-" if ratio is None else f"{ratio:.3f}", "-" if peak is None else f"{peak[1]:.0f}"])
        data.append({"input": what, "romasc_s": mine, "next_to": "xacro" if reference else "the expanded text", "other_s": other, "ratio": ratio,
                     "peak_mb": peak and peak[1]})
    next_to = "xacro" if reference else "expanded text"
    return table(f"Expansion of xacro next to {next_to}: whole process, ms", ["", "romasc", next_to, "ratio", "MB"], rows), data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("what", nargs="*", default=[])
    arguments = parser.parse_args()
    build = os.path.join(ROOT, arguments.build)
    romasc = os.path.join(build, "bin", "romasc")
    folder = os.path.join(build, "bench")
    os.makedirs(folder, exist_ok=True)
    parts = {"check": lambda: bench_check(romasc), "translate": lambda: bench_translate(romasc), "scale": lambda: bench_scale(romasc, folder),
             "generate": lambda: bench_generate(romasc, folder), "language": lambda: bench_language(romasc, folder),
             "xacro": lambda: bench_xacro(romasc, folder),
             "many": lambda: bench_many(romasc, ROOT, CORPUS, folder, table),
             "server": lambda: bench_server(build, CORPUS, table),
             "lsp": lambda: bench_keys(build, CORPUS, table),
             "code": lambda: bench_code(romasc, CORPUS, folder, table),
             "ik": lambda: bench_ik(romasc, CORPUS, folder, table),
             "loops": lambda: bench_loops(romasc, folder, table),
             "control": lambda: bench_control(romasc, folder, table),
             "gpu": lambda: bench_gpu(romasc, folder, table),
             "servo": lambda: bench_servo(romasc, folder, table),
             "python": lambda: bench_python(romasc, folder, table),
             "wheel": lambda: bench_wheel(build, folder, table),
             "build": lambda: bench_build(build, table)}
    for name in arguments.what or [name for name in parts if name != "build"]:
        if name not in parts:
            sys.exit(f"bench: there is no part '{name}'; there are {', '.join(parts)}")
        text, data = parts[name]()
        print(text)
        with open(os.path.join(folder, name + ".txt"), "w", encoding="utf-8") as file:
            file.write(text)
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1)


if __name__ == "__main__":
    main()
