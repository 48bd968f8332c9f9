#!/usr/bin/env python3
"""Checks the properties that hold for every example. Usage: translate.py ROMASC EXAMPLE.romas FOLDER [--loses=RULE]

- --strict finds nothing (but what a target cannot say, and that only with --loses)
- URDF, SDF and core form are written, and URDF and core form read back are the same robot
- the core form is printed again to the byte; language -> URDF -> language -> URDF ends after one turn: digits may be spelled as the
  author spelled them in the first URDF, after that every byte stays
- check_urdf accepts the translation, and so does ign where it is installed
"""
import os
import shutil
import subprocess
import sys

romasc, example, folder = sys.argv[1:4]
loses = [argument.split("=", 1)[1] for argument in sys.argv[4:] if argument.startswith("--loses=")]


def run(*arguments):
    done = subprocess.run([romasc, *arguments], capture_output=True, text=True)
    problems, known = [], False
    for line in done.stderr.splitlines():
        if ": warning:" in line or ": error:" in line or line.endswith("]"):
            known = any(line.endswith(f"[-W{rule}]") for rule in loses)  # with the notes that follow
        if not known and any(word in line for word in (": warning:", ": error:", ": note:")):
            problems.append(line)
    if done.returncode != 0 or problems:
        sys.exit(f"romasc {' '.join(arguments)}: status {done.returncode}\n{done.stdout[:2000]}{done.stderr[:4000]}")
    return done.stdout


def same_bytes(first, second):
    with open(first, "rb") as a, open(second, "rb") as b:
        if a.read() != b.read():
            sys.exit(f"{first} and {second} differ")


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
place = lambda name: os.path.join(folder, name)

run("--strict", "--emit=none", example)
for kind in ("urdf", "sdf", "romas"):
    run("--strict", "--emit=" + kind, *(["--verify-output"] if kind != "sdf" else []), "-o", place("1." + kind), example)
    if os.path.getsize(place("1." + kind)) < 100:
        sys.exit(f"{place('1.' + kind)} is empty")

run("--emit=romas", "-o", place("2.romas"), place("1.romas"))
same_bytes(place("1.romas"), place("2.romas"))

run("--emit=romas", "-o", place("3.romas"), place("1.urdf"))
run("--emit=urdf", "-o", place("3.urdf"), place("3.romas"))
run("--emit=romas", "-o", place("4.romas"), place("3.urdf"))
run("--emit=urdf", "-o", place("4.urdf"), place("4.romas"))
same_bytes(place("3.romas"), place("4.romas"))
same_bytes(place("3.urdf"), place("4.urdf"))
for other in ("1.romas", "1.urdf", "1.sdf", "3.urdf"):
    run("--compare", example, place(other))
run("--compare", place("1.urdf"), place("4.romas"))

done = subprocess.run(["check_urdf", place("1.urdf")], capture_output=True, text=True)
if done.returncode != 0 or "Error" in done.stdout + done.stderr:
    sys.exit(f"check_urdf {place('1.urdf')}:\n{done.stdout}{done.stderr}")
if shutil.which("ign"):
    run("--emit=sdf", "--sdf-version=1.9", "-Wno-feature-dropped", "-o", place("old.sdf"), example)
    done = subprocess.run(["ign", "sdf", "-k", place("old.sdf")], capture_output=True, text=True)
    if "Valid." not in done.stdout:
        sys.exit(f"ign sdf -k {place('old.sdf')}:\n{done.stdout}{done.stderr}")
print("translated")
