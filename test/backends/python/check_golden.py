"""Compares packages of real robots with the golden values of the corpus.

Usage: check_golden.py ROMASC CORPUS PYTHON FOLDER [--precision=float] ROBOT…
Called with --compare PACKAGE GOLDEN DERIVATIVES it is the part that runs in PYTHON, the one that has NumPy.
"""
import importlib
import json
import os
import subprocess
import sys


def compare(package, golden_file, derivatives_file):
    import numpy as np

    robot = importlib.import_module(package)
    golden, derivatives = (json.load(open(name, encoding="utf-8")) for name in (golden_file, derivatives_file))
    names = [joint["name"] for joint in golden["joints"]]
    order = [names.index(name) for name in robot.joint_names]
    columns = np.array(order)
    tenfold = (10 * columns[:, None] + np.arange(10)).ravel()
    float64 = robot.dtype == np.float64
    failures = 0

    def close(what, ours, wanted, tolerance, least=1e-9):
        nonlocal failures
        error = np.abs(ours - wanted).max() / max(np.abs(wanted).max(), least)
        if ours.shape != wanted.shape or not error <= (tolerance if float64 else 1e-4 * tolerance / 1e-11):
            failures += 1
            print(f"{package}: {what} is off by {error:.3g} of its largest value")

    def of(samples, key, *axes):
        values = np.array([sample[key] for sample in samples], float)
        for axis in axes:
            values = values.take(tenfold if axis == 10 else columns, 2 if axis == 10 else axis)
        return values

    samples, tip = golden["samples"], golden["tip"]
    q, v, a, u = (of(samples, key, 1) for key in ("q", "qd", "qdd", "aba_tau"))
    poses = robot.forward_kinematics(q)
    close("pose", poses, np.array([[sample["pose"][link] for link in robot.link_names] for sample in samples]).reshape(poses.shape), 1e-11, 1)
    close("tau", robot.inverse_dynamics(q, v, a), of(samples, "tau", 1), 1e-11)
    close("M", robot.mass_matrix(q), of(samples, "mass_matrix", 1, 2), 1e-11)
    close("J", robot.jacobian(tip, q), of(samples, "jacobian", 2), 1e-11, 1)
    close("a", robot.forward_dynamics(q, v, u), of(samples, "aba_qdd", 1), 1e-11 if float64 else 1e-8)
    for one, many in zip(samples, robot.inverse_dynamics(q, v, a)):
        close("tau of one", robot.inverse_dynamics(*(np.array(one[key])[order] for key in ("q", "qd", "qdd"))), many, 1e-12)
    samples = derivatives["samples"]
    q, v, a, u = (of(samples, key, 1) for key in ("q", "qd", "qdd", "aba_tau"))
    for what, ours, wanted in zip(("dtau_dq", "dtau_dv"), robot.inverse_dynamics_derivatives(q, v, a), (of(samples, "dtau_dq", 1, 2), of(samples, "dtau_dv", 1, 2))):
        close(what, ours, wanted, 1e-9)
    if float64:
        for what, ours, key in zip(("da_dq", "da_dv", "Minv"), robot.forward_dynamics_derivatives(q, v, u), ("dqdd_dq", "dqdd_dv", "minv")):
            close(what, ours, of(samples, key, 1, 2), 1e-9)
    close("C", robot.coriolis_matrix(q, v), of(samples, "coriolis", 1, 2), 1e-9)
    close("Y", robot.regressor(q, v, a), of(samples, "regressor", 1, 10), 1e-9)
    close("dJ", robot.jacobian_dot(tip, q, v), of(samples, "jacobian_dot", 2), 1e-9, 1)
    close("velocity", robot.link_velocity(tip, q, v), of(samples, "tip_velocity"), 1e-9, 1)
    close("acceleration", robot.link_acceleration(tip, q, v, a), of(samples, "tip_acceleration"), 1e-9, 1)
    return failures


def main():
    romasc, corpus, python, folder, *robots = sys.argv[1:]
    options = [robot for robot in robots if robot.startswith("--")]
    robots = [robot for robot in robots if robot not in options]
    failures = 0
    for robot in robots:
        files = [os.path.join(corpus, kind, robot + ".json") for kind in ("golden", "golden-derivatives")]
        with open(files[0], encoding="utf-8") as file:
            urdf = os.path.join(corpus, json.load(file)["file"])
        project, package = os.path.join(folder, robot), "robot_" + robot.replace("-", "_")
        kernels = "fk,jacobian,rnea,crba,fd,rnea_derivatives,fd_derivatives,coriolis,motion,regressor"
        subprocess.run([romasc, urdf, "--emit=python", f"--kernels={kernels}", "--mimic=independent", "--snap-angles=0", "--name=" + package, "-o", project, *options],
                       check=True, stderr=subprocess.DEVNULL)
        subprocess.run([python, os.path.join(project, "build_kernels.py"), "--only=baseline"], check=True, env=dict(os.environ, CXXFLAGS="-O1"))
        done = subprocess.run([python, os.path.abspath(__file__), "--compare", package, *files], env=dict(os.environ, PYTHONPATH=project))
        failures += done.returncode != 0
    print(f"{len(robots)} robots, {failures} failures")


if __name__ == "__main__":
    if sys.argv[1] == "--compare":
        sys.exit(compare(*sys.argv[2:]))
    main()
