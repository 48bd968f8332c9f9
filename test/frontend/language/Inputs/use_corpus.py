#!/usr/bin/env python3
"""Every robot of the corpus can be used in a robot of the language. Usage: use_corpus.py ROMASC CORPUS_URDF_FOLDER FOLDER INSTANCES

A cell holds so many instances of it. Its links, joints and mass are those of the instances, what is written is read back the same, and
every link and joint has its name behind the instance's. Robots that are refused on their own, and robots with several roots, are left out.
"""
import glob
import json
import os
import shutil
import subprocess
import sys

romasc, corpus, folder, instances = sys.argv[1:4] + [int(sys.argv[4])]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)


def model(path):
    done = subprocess.run([romasc, path, "--emit=json"], capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout) if done.returncode == 0 else None


def mass(robot):
    return sum(link.get("inertial", {}).get("mass", 0) for link in robot["links"])


tried, problems = 0, []
for path in sorted(glob.glob(os.path.join(corpus, "*.urdf"))):
    name = os.path.basename(path)
    robot = model(path)
    if robot is None or len(robot["tree"]["roots"]) != 1:
        continue
    root = robot["tree"]["roots"][0].replace('"', '\\"')
    cell = os.path.join(folder, name.replace(".urdf", ".romas"))
    with open(cell, "w", encoding="utf-8") as file:
        file.write(f'import "{path}" as thing;\nrobot cell {{\n  link ground;\n')
        for i in range(instances):
            file.write(f'  use thing as unit{i};\n  joint "mount{i}" : fixed ground -> unit{i}."{root}" {{ at xyz({i} m, 0, 0); }}\n')
        file.write("}\n")
    tried += 1
    out = cell.replace(".romas", ".d")
    done = subprocess.run([romasc, cell, "--emit=urdf,romas", "--verify-output", "-o", out], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        problems.append(f"{name}: status {done.returncode}: {errors[:1]}")
        continue
    whole = model(cell)
    for kind in ("links", "joints"):
        wanted = {f"unit{i}_{item['name']}" for i in range(instances) for item in robot[kind]}
        missing = wanted - {item["name"] for item in whole[kind]}
        if missing or len(whole[kind]) != instances * len(robot[kind]) + (1 if kind == "links" else instances):
            problems.append(f"{name}: {kind} differ: {sorted(missing)[:3]}")
    if abs(mass(whole) - instances * mass(robot)) > 1e-9 * (1 + mass(whole)):
        problems.append(f"{name}: {mass(whole)} kg, not {instances} times {mass(robot)} kg")
print("\n".join(problems))
print(f"{tried} robots, {len(problems)} problems")
sys.exit(1 if problems or tried < 30 else 0)
