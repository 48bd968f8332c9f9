#!/usr/bin/env python3
"""Random robots against a kinematics that shares no code with romasc: this file reads URDF with Python's own XML reader.

Usage: random_robots.py ROMASC FOLDER RUNTIME [ROBOTS]    (FOLDER is emptied first)

Every translation of a robot must put every link where the robot itself has it, at several positions of the joints, with the same
total mass and centre of mass. For some robots the generated header is compiled: its poses, the torques of gravity against
differences of the potential energy, and its mass matrix against the kinetic energy.
"""
import math
import os
import random
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

TYPES = ["revolute", "continuous", "prismatic", "fixed", "planar", "floating"]
GRAVITY = 9.81  # m/s², along -z
COMPILED = 3  # robots


# --- matrices of 3 x 3 as lists of rows, poses as (R, p) ---------------------------------------------------------------------

def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


def compose(x, y):
    return multiply(x[0], y[0]), [p + q for p, q in zip(apply(x[0], y[1]), x[1])]


IDENTITY = ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0, 0.0, 0.0])


def from_rpy(roll, pitch, yaw):
    """About the fixed axes x, y, z in this order."""
    (sr, cr), (sp, cp), (sy, cy) = ((math.sin(a), math.cos(a)) for a in (roll, pitch, yaw))
    return multiply(multiply([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]], [[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]]), [[1, 0, 0], [0, cr, -sr], [0, sr, cr]])


def about(axis, angle):
    """Rodrigues' formula; the axis has length 1."""
    x, y, z = axis
    s, c = math.sin(angle), math.cos(angle)
    return [[c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
            [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)]]


def from_quaternion(x, y, z, w):
    n = math.sqrt(x * x + y * y + z * z + w * w)
    x, y, z, w = x / n, y / n, z / n, w / n
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]


# --- robots ---------------------------------------------------------------------------------------------------------------

def numbers(chance, count, size):
    return " ".join(repr(round(chance.uniform(-size, size), 6)) for _ in range(count))


def origin(chance):
    return f'<origin xyz="{numbers(chance, 3, 1)}" rpy="{numbers(chance, 3, 3)}"/>'


def make_robot(seed, links, types):
    chance = random.Random(seed)
    parts = [f'<robot name="r{seed}">']
    for i in range(links):
        # Moments of a body of points along the axes: they satisfy the triangle inequality.
        a, b, c = (chance.uniform(0.01, 0.1) for _ in range(3))
        parts.append(f'<link name="l{i}"><inertial>{origin(chance)}<mass value="{chance.uniform(0.5, 3):.6f}"/>'
                     f'<inertia ixx="{b + c!r}" iyy="{a + c!r}" izz="{a + b!r}" ixy="0" ixz="0" iyz="0"/></inertial></link>')
    leaders = []
    for i in range(1, links):
        kind = chance.choice(types)
        axis = f'<axis xyz="{numbers(chance, 3, 1)}"/>' if kind not in ("fixed", "floating") else ""
        limit = '<limit lower="-2" upper="2" effort="50" velocity="3"/>' if kind in ("revolute", "prismatic") else ""
        mimic = ""
        if kind in ("revolute", "continuous", "prismatic"):
            if leaders and chance.random() < 0.2:
                mimic = f'<mimic joint="{chance.choice(leaders)}" multiplier="{chance.uniform(-1, 1):.4f}" offset="{chance.uniform(-1, 1):.4f}"/>'
            else:
                leaders.append(f"j{i}")
        parts.append(f'<joint name="j{i}" type="{kind}">{origin(chance)}<parent link="l{chance.randrange(i)}"/><child link="l{i}"/>{axis}{limit}{mimic}</joint>')
    return "\n".join(parts) + "\n</robot>\n"


def floats(element, name, default):
    return [float(x) for x in (element.get(name) if element is not None and element.get(name) else default).split()]


def pose_of(element):
    """The pose of an element's <origin>."""
    written = element.find("origin")
    if written is not None and written.get("quat_xyzw"):
        return from_quaternion(*floats(written, "quat_xyzw", "")), floats(written, "xyz", "0 0 0")
    return from_rpy(*floats(written, "rpy", "0 0 0")), floats(written, "xyz", "0 0 0")


class Robot:
    def __init__(self, text):
        self.root = xml.fromstring(text)
        self.joints = {j.get("name"): j for j in self.root.findall("joint")}
        self.carrier = {j.find("child").get("link"): j for j in self.joints.values()}

    def motion(self, joint, q):
        """The pose of the child in the joint's frame; q is by joint, a number or a tuple."""
        kind = joint.get("type")
        follows = joint.find("mimic")
        value = q.get(joint.get("name"), 0.0)
        if follows is not None:
            leader = q.get(follows.get("joint"), 0.0)
            value = float(follows.get("multiplier", "1")) * leader + float(follows.get("offset", "0"))
        axis = floats(joint.find("axis"), "xyz", "1 0 0")
        length = math.sqrt(sum(x * x for x in axis)) or 1.0
        axis = [x / length for x in axis]
        if kind in ("revolute", "continuous"):
            return about(axis, value), [0.0, 0.0, 0.0]
        if kind == "prismatic":
            return IDENTITY[0], [value * x for x in axis]
        return IDENTITY  # planar and floating joints stay at zero here

    def pose(self, link, q):
        joint = self.carrier.get(link)
        if joint is None:
            return IDENTITY
        return compose(self.pose(joint.find("parent").get("link"), q), compose(pose_of(joint), self.motion(joint, q)))

    def poses(self, q):
        return {link.get("name"): self.pose(link.get("name"), q) for link in self.root.findall("link")}

    def bodies(self, q):
        """Yields for each link with a mass: mass, centre of mass in the world, inertia tensor about it along the world's axes."""
        for link in self.root.findall("link"):
            inertial = link.find("inertial")
            if inertial is None:
                continue
            R, p = compose(self.pose(link.get("name"), q), pose_of(inertial))
            i = inertial.find("inertia")
            ixx, ixy, ixz, iyy, iyz, izz = (float(i.get(k)) for k in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
            turned = multiply(multiply(R, [[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]]), [list(row) for row in zip(*R)])
            yield float(inertial.find("mass").get("value")), p, turned

    def energy(self, q):
        return sum(mass * GRAVITY * com[2] for mass, com, _ in self.bodies(q))


def apart(x, y):
    return max([abs(a - b) for r, s in zip(x[0], y[0]) for a, b in zip(r, s)] + [abs(a - b) for a, b in zip(x[1], y[1])])


# --- what romasc makes of them --------------------------------------------------------------------------------------------

class Check:
    def __init__(self, romasc, folder, runtime):
        self.romasc, self.folder, self.runtime = romasc, folder, runtime
        self.problems = []

    def translate(self, path, *options, ending):
        out = os.path.join(self.folder, f"out{len(os.listdir(self.folder))}{ending}")
        done = subprocess.run([self.romasc, path, *options, "-o", out], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{options}: status {done.returncode}: {done.stderr[:500]}")
        return out

    def expect(self, condition, what):
        if not condition:
            self.problems.append(what)

    def same(self, name, robot, path, chance):
        with open(path, encoding="utf-8") as file:
            other = Robot(file.read())
        for _ in range(3):
            q = {joint: chance.uniform(-2, 2) for joint in robot.joints}
            theirs = other.poses(q)
            for link, pose in robot.poses(q).items():
                self.expect(link in theirs and apart(pose, theirs[link]) < 1e-9, f"{name}: link {link} is elsewhere or missing")
            mass, other_mass = (sum(m for m, _, _ in r.bodies(q)) for r in (robot, other))
            self.expect(abs(mass - other_mass) < 1e-9 * mass, f"{name}: the mass is {other_mass}, not {mass}")
            self.expect(abs(robot.energy(q) - other.energy(q)) < 1e-7, f"{name}: the centre of mass is elsewhere")

    def translations(self, seed):
        chance = random.Random(seed + 1000)
        # Without planar and floating joints, which SDF says in other joints; every third robot has them and no SDF.
        all_types = seed % 3 == 0
        text = make_robot(seed, chance.randrange(3, 20), TYPES if all_types else TYPES[:4])
        path = os.path.join(self.folder, f"{seed}.urdf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        robot = Robot(text)
        self.same(f"{seed} -O1", robot, self.translate(path, "-O1", "--emit=urdf", ending=".urdf"), chance)
        romas = self.translate(path, "--emit=romas", ending=".romas")
        self.same(f"{seed} by romas", robot, self.translate(romas, "--emit=urdf", ending=".urdf"), chance)
        self.same(f"{seed} sorted", robot, self.translate(path, "--passes=normalize-axes,sort-tree", "--emit=urdf", ending=".urdf"), chance)
        if not all_types:
            sdf = self.translate(path, "--emit=sdf", ending=".sdf")
            self.same(f"{seed} by SDF", robot, self.translate(sdf, "--emit=urdf", ending=".urdf"), chance)

    def header(self, seed):
        text = make_robot(seed, 9, TYPES[:4])
        path = os.path.join(self.folder, f"h{seed}.urdf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        robot = Robot(text)
        place = os.path.join(self.folder, f"h{seed}")
        subprocess.run([self.romasc, path, "--emit=cpp", "--name=robot", "--kernels=fk,rnea,crba", "-o", place], check=True, capture_output=True)
        with open(os.path.join(place, "main.cpp"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        program = os.path.join(place, "main")
        subprocess.run(["g++", "-std=c++17", "-O0", "-isystem", self.runtime, os.path.join(place, "main.cpp"), "-o", program], check=True)
        names, links = (line.split()[1:] for line in subprocess.run([program], input="", capture_output=True, text=True).stdout.splitlines()[:2])
        chance = random.Random(seed)
        for _ in range(5):
            q = [chance.uniform(-2, 2) for _ in names]
            v = [chance.uniform(-2, 2) for _ in names]
            done = subprocess.run([program], input=" ".join(map(repr, q + v)), capture_output=True, text=True, check=True)
            rows = {row[0]: [float(x) for x in row[1:]] for row in map(str.split, done.stdout.splitlines()[2:])}
            self.compare(seed, robot, names, links, q, v, rows)

    def compare(self, seed, robot, names, links, q, v, rows):
        at = dict(zip(names, q))
        for i, link in enumerate(links):
            R, p = robot.pose(link, at)
            three = [rows["pose"][12 * i + 4 * r:12 * i + 4 * r + 4] for r in range(3)]  # [R | p]
            self.expect(apart((R, p), ([row[:3] for row in three], [row[3] for row in three])) < 1e-9, f"{seed}: the header has link {link} elsewhere")
        step = 1e-5

        def moved(k, by):
            return {**at, names[k]: at[names[k]] + by}

        for k in range(len(names)):
            slope = (robot.energy(moved(k, step)) - robot.energy(moved(k, -step))) / (2 * step)
            self.expect(abs(slope - rows["gravity"][k]) < 1e-5 * max(1, abs(slope)), f"{seed}: joint {names[k]} holds {rows['gravity'][k]}, not {slope}")
        kinetic = 0.5 * sum(v[r] * rows["M"][r * len(v) + c] * v[c] for r in range(len(v)) for c in range(len(v)))
        wanted = self.kinetic(robot, at, dict(zip(names, v)), step)
        self.expect(abs(kinetic - wanted) < 1e-5 * max(1, wanted), f"{seed}: the kinetic energy is {kinetic}, not {wanted}")

    @staticmethod
    def kinetic(robot, q, v, step):
        """By differences: centres of mass and frames a little before and after."""
        before, after = ({j: q[j] + s * step * v[j] for j in q} for s in (-1, 1))
        energy = 0.0
        frames = [link.get("name") for link in robot.root.findall("link") if link.find("inertial") is not None]
        for (mass, p, _), (_, r, _), (_, _, tensor), link in zip(robot.bodies(before), robot.bodies(after), robot.bodies(q), frames):
            velocity = [(b - a) / (2 * step) for a, b in zip(p, r)]
            R0, R1 = robot.pose(link, before)[0], robot.pose(link, after)[0]
            turn = multiply(R1, [list(row) for row in zip(*R0)])
            rate = [(turn[2][1] - turn[1][2]) / (4 * step), (turn[0][2] - turn[2][0]) / (4 * step), (turn[1][0] - turn[0][1]) / (4 * step)]
            energy += 0.5 * mass * sum(x * x for x in velocity) + 0.5 * sum(a * b for a, b in zip(rate, apply(tensor, rate)))
        return energy


PROGRAM = """
#include "robot.hpp"
#include <cstdio>
#include <vector>
static void print(const char* what, const std::vector<double>& values) {
  std::printf("%s", what);
  for (double x : values) std::printf(" %.17g", x);
  std::printf("\\n");
}
int main() {
  using namespace robot;
  std::printf("joints");
  for (std::string_view name : joint_names) std::printf(" %.*s", static_cast<int>(name.size()), name.data());
  std::printf("\\nlinks");
  for (std::string_view name : link_names) std::printf(" %.*s", static_cast<int>(name.size()), name.data());
  std::printf("\\n");
  std::vector<double> q(n_q), v(n_v), none(n_v), poses(12 * n_links), tau(n_v), M(n_v * n_v);
  for (auto* values : {&q, &v})
    for (double& x : *values)
      if (std::scanf("%lf", &x) != 1) return 0;
  forward_kinematics(q.data(), poses.data());
  print("pose", poses);
  inverse_dynamics(q.data(), none.data(), none.data(), tau.data());
  print("gravity", tau);
  mass_matrix(q.data(), M.data());
  print("M", M);
}
"""


def main():
    romasc, folder, runtime = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    check = Check(romasc, folder, runtime)
    for seed in range(count):
        check.translations(seed)
    for seed in range(COMPILED):
        check.header(seed)
    print("\n".join(check.problems[:20]))
    print(f"{count} robots translated, {COMPILED} compiled, {len(check.problems)} problems")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
