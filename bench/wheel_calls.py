"""The part `wheel` of bench/run.py: calls of the package romasc for Python, next to the command on the same robot.

Runs itself with --inside ROMASC ROBOT… in a Python that has NumPy, with the package on its path; everything is measured there, in turns.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROBOTS = ["docs/first-look/pendulum.urdf", "examples/arms/ur5.romas", "examples/ur-family/ur.urdf.xacro", "examples/humanoid/humanoid.urdf.xacro"]
ROUNDS = 60


def calls_of(romasc, command, robot):
    return {
        "check": lambda: romasc.check(robot),
        "load": lambda: romasc.load(robot),
        "to_mjcf": lambda: romasc.translate(robot, "mjcf"),
        "the command": lambda: subprocess.run([command, robot, "--emit=none"], capture_output=True, check=True),
    }


def inside(command, robots):
    before = time.perf_counter()
    import romasc

    data = {"import": (time.perf_counter() - before) * 1e3}
    for robot in robots:
        calls = calls_of(romasc, command, robot)
        taken = {name: [] for name in calls}
        for _ in range(ROUNDS):
            for name, call in calls.items():
                begin = time.perf_counter()
                call()
                taken[name].append((time.perf_counter() - begin) * 1e3)
        data[robot] = {name: statistics.median(times) for name, times in taken.items()}
    print(json.dumps(data))


def bench_wheel(build, folder, table):
    """Returns the text and the data: milliseconds, medians."""
    package = os.path.join(folder, "wheel")
    python = next((name for name in (shutil.which("python3"), "/usr/bin/python3")
                   if name and subprocess.run([name, "-c", "import numpy"], capture_output=True).returncode == 0), None)
    if python is None or not os.path.exists(os.path.join(build, "bin", "libromasc.so")):
        return "calls from Python: not measured, because NumPy or libromasc.so is not there\n", {}
    subprocess.run([python, os.path.join(ROOT, "tools", "python", "make_wheel.py"), "--package", build, "0", package], check=True)
    done = subprocess.run([python, os.path.abspath(__file__), "--inside", os.path.join(build, "bin", "romasc"), *ROBOTS], cwd=ROOT,
                          env=os.environ | {"PYTHONPATH": package}, check=True, capture_output=True, text=True)
    data = json.loads(done.stdout)
    names = list(data[ROBOTS[0]])
    rows = [[robot] + [f"{data[robot][name]:.2f}" for name in names] for robot in ROBOTS]
    text = table("A robot from Python, milliseconds, medians", ["robot"] + names, rows)
    return text + f"\nimporting the package: {data['import']:.0f} ms\n", data


if __name__ == "__main__":
    inside(sys.argv[2], sys.argv[3:])
