#!/usr/bin/env python3
"""How two robots differ in their links, where all joints are at 0. Usage: compare_links.py ROMASC FIRST SECOND

Prints the links that only one has, those of the common links whose masses differ by more than 0.01 g, and the largest distance
between the poses of a common link: of the origins in metres, of the rotations in radians; both seen from the first common link.
"""
import json
import math
import subprocess
import sys

romasc, first, second = sys.argv[1:4]


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def inverse(x):
    rotation = [[x[j][i] for j in range(3)] for i in range(3)]
    position = [-sum(rotation[i][k] * x[k][3] for k in range(3)) for i in range(3)]
    return [rotation[i] + [position[i]] for i in range(3)] + [[0, 0, 0, 1]]


def links(path):
    """Mass and pose of every link, in the order of the tree."""
    text = subprocess.run([romasc, path, "--emit=json"], capture_output=True, text=True, check=True).stdout
    robot = json.loads(text)
    masses = {link["name"]: link.get("inertial", {}).get("mass", 0) for link in robot["links"]}
    behind = {joint["child"]: joint for joint in robot["joints"]}
    poses = {}
    for name in robot["tree"]["links_depth_first"]:
        joint = behind.get(name)
        pose = [[float(i == j) for j in range(4)] for i in range(4)]
        if joint is not None:
            origin = joint.get("origin") or {"R": [1, 0, 0, 0, 1, 0, 0, 0, 1], "xyz": [0, 0, 0]}
            local = [origin["R"][3 * i : 3 * i + 3] + [origin["xyz"][i]] for i in range(3)] + [[0, 0, 0, 1]]
            pose = multiply(poses[joint["parent"]], local)
        poses[name] = pose
    return {name: (masses[name], poses[name]) for name in poses}


a, b = links(first), links(second)
common = [name for name in a if name in b]
print("only in the first:", " ".join(name for name in a if name not in b) or "none")
print("only in the second:", " ".join(name for name in b if name not in a) or "none")
for name in common:
    if abs(a[name][0] - b[name][0]) > 1e-5:
        print(f"mass of {name}: {a[name][0]:.6g} kg and {b[name][0]:.6g} kg")
distance = angle = 0.0
from_a, from_b = inverse(a[common[0]][1]), inverse(b[common[0]][1])
for name in common:
    difference = multiply(inverse(multiply(from_a, a[name][1])), multiply(from_b, b[name][1]))
    distance = max(distance, math.sqrt(sum(difference[i][3] ** 2 for i in range(3))))
    # the rotation angle from the skew part and the trace: exact for small angles, too
    skew = [difference[2][1] - difference[1][2], difference[0][2] - difference[2][0], difference[1][0] - difference[0][1]]
    trace = sum(difference[i][i] for i in range(3))
    angle = max(angle, math.atan2(math.sqrt(sum(s * s for s in skew)), trace - 1))
print(f"{len(common)} common links, their poses differ by at most {distance:.1e} m and {angle:.1e} rad")
