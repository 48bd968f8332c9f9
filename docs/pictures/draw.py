#!/usr/bin/env python3
"""Draws the pictures of docs/language-tutorial.md from its own programs. Usage: draw.py ROMASC [--check]

A picture of the page, `![…](pictures/language-NAME.svg)`, shows the robot of its program NAME.romas, as `romasc --emit=json` gives it, in a
posture of POSTURES. It is drawn from the shapes that one sees: boxes, cylinders, capsules and spheres. With --check nothing is written, and
pictures that are missing or old are told.
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(os.path.dirname(FOLDER), "language-tutorial.md")
PICTURE = re.compile(r"\]\(pictures/(language-(\w+)\.svg)\)")
PROGRAM = re.compile(r"^```\w+\n(?:// |<!-- )([\w.]+)(?: -->)?\n(.*?)^```$", re.M | re.S)
POSTURES = {  # values of joints in rad and m, by the end of their names; all others are at 0
    "arm": {"shoulder": -0.5, "elbow": 1.7, "lift": 0.05},
    "quadruped": {"knee": -0.6},
    "gripper": {"grip": 0.03},
    "cell": {"shoulder": 0.4, "elbow": 1.2, "slide": 0.45, "grip": 0.02},
}
COLOURS = [(94, 129, 172), (208, 135, 112), (143, 168, 112), (180, 142, 173), (216, 176, 90), (120, 160, 170)]
IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
VIEW = (0.55, -0.80, 0.45)  # towards the eye, in the frame of the root
WIDTH, MARGIN, SIDES = 480, 16, 18


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def apply(rotation, v):
    return tuple(dot(row, v) for row in rotation)


def compose(a, b):
    """The pose b, given in the frame of the pose a; a pose is (rotation, position)."""
    (ra, pa), (rb, pb) = a, b
    columns = [apply(ra, tuple(rb[i][j] for i in range(3))) for j in range(3)]
    return tuple(zip(*columns)), tuple(p + q for p, q in zip(pa, apply(ra, pb)))


def pose(origin):
    if not origin:
        return IDENTITY, (0, 0, 0)
    r = origin["R"]
    return (tuple(r[0:3]), tuple(r[3:6]), tuple(r[6:9])), tuple(origin["xyz"])


def motion(joint, q):
    """The pose of the child in the joint's frame: Rodrigues' formula, or a shift along the axis."""
    axis = joint.get("axis", [1, 0, 0])
    if joint["type"] == "prismatic":
        return IDENTITY, tuple(q * a for a in axis)
    (x, y, z), c, s = axis, math.cos(q), math.sin(q)
    d = 1 - c
    rotation = (
        (c + x * x * d, x * y * d - z * s, x * z * d + y * s),
        (y * x * d + z * s, c + y * y * d, y * z * d - x * s),
        (z * x * d - y * s, z * y * d + x * s, c + z * z * d),
    )
    return rotation, (0, 0, 0)


def values(joints, posture):
    given = {j["name"]: next((q for end, q in posture.items() if j["name"].endswith(end)), 0) for j in joints}
    for joint in joints:
        if mimic := joint.get("mimic"):
            given[joint["name"]] = mimic.get("multiplier", 1) * given[mimic["joint"]] + mimic.get("offset", 0)
    return given


def faces(geometry):
    """The faces of a shape as lists of corners, in its own frame."""
    shape = geometry["shape"]
    if shape == "box":
        x, y, z = (size / 2 for size in geometry["size"])
        corner = lambda i: (x if i & 1 else -x, y if i & 2 else -y, z if i & 4 else -z)
        return [[corner(i) for i in side] for side in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))]
    if shape == "cylinder":
        return lathe([(geometry["radius"], -geometry["length"] / 2), (geometry["radius"], geometry["length"] / 2)])
    if shape in ("sphere", "capsule"):
        r, half = geometry["radius"], geometry.get("length", 0) / 2
        angles = [math.pi * (i / 10 - 0.5) for i in range(11)]
        return lathe([(r * math.cos(a), r * math.sin(a) + (half if a > 0 else -half)) for a in angles])
    raise SystemExit(f"draw.py: it does not know the shape {shape}")


def lathe(outline):
    """The surface that (radius, height) sweep about z, closed at both ends."""
    ring = lambda r, z: [(r * math.cos(2 * math.pi * i / SIDES), r * math.sin(2 * math.pi * i / SIDES), z) for i in range(SIDES)]
    rings = [ring(r, z) for r, z in outline]
    sides = [[a[i], a[(i + 1) % SIDES], b[(i + 1) % SIDES], b[i]] for a, b in zip(rings, rings[1:]) for i in range(SIDES)]
    return [rings[0][::-1], *sides, rings[-1]]


def placed(model, posture):
    """The pose of every link in the frame of the root."""
    q = values(model["joints"], posture)
    by_child = {joint["child"]: joint for joint in model["joints"]}
    poses = {}
    for link in model["tree"]["links_depth_first"]:
        joint = by_child.get(link)
        if joint is None:
            poses[link] = (IDENTITY, (0, 0, 0))
        else:
            at = compose(poses[joint["parent"]], pose(joint.get("origin")))
            poses[link] = compose(at, motion(joint, q[joint["name"]]))
    return poses


def normal(face):
    total = [0.0, 0.0, 0.0]
    for a, b in zip(face, face[1:] + face[:1]):
        for i in range(3):
            total[i] += a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]
    length = math.sqrt(sum(t * t for t in total)) or 1
    return tuple(t / length for t in total)


class Camera:
    """A parallel projection: `right` and `up` span the picture, `eye` points out of it."""

    def __init__(self):
        size = math.sqrt(sum(v * v for v in VIEW))
        self.eye = tuple(v / size for v in VIEW)
        flat = math.hypot(*self.eye[:2])
        self.right = (-self.eye[1] / flat, self.eye[0] / flat, 0)
        self.up = tuple(self.eye[(i + 1) % 3] * self.right[(i + 2) % 3] - self.eye[(i + 2) % 3] * self.right[(i + 1) % 3] for i in range(3))

    def project(self, p):
        return tuple(dot(axis, p) for axis in (self.right, self.up))


def bodies(model, posture):
    """Every shape as a list of (corners, normal) of its faces, in the frame of the root, with its colour."""
    poses = placed(model, posture)
    for index, link in enumerate(model["links"]):
        for visual in link["visuals"]:
            rotation, position = compose(poses[link["name"]], pose(visual.get("origin")))
            out = [[tuple(a + b for a, b in zip(apply(rotation, c), position)) for c in face] for face in faces(visual["geometry"])]
            yield [(corners, normal(corners)) for corners in out], COLOURS[index % len(COLOURS)]


def behind(a, b, eye):
    """Whether the convex body a is behind b: a plane of one of its faces, or of b's, has them on two sides."""
    outside = lambda face, body: all(dot(face[1], c) >= dot(face[1], face[0][0]) - 1e-6 for corners, _ in body for c in corners)
    return any(dot(face[1], eye) > 1e-6 and outside(face, b) for face in a) or any(dot(face[1], eye) < -1e-6 and outside(face, a) for face in b)


def from_behind(found, eye):
    """The bodies in the order in which they are drawn: what is behind another one comes first, then what is farther away."""
    depth = lambda item: sum(dot(eye, corners[0]) for corners, _ in item[0]) / len(item[0])
    left, order = sorted(found, key=depth), []
    while left:
        free = [a for a in left if not any(behind(b[0], a[0], eye) and not behind(a[0], b[0], eye) for b in left if b is not a)]
        first = (free or left)[0]
        left.remove(first)
        order.append(first)
    return order


def shapes(model, posture):
    """(corners, colour) of every face that looks at the eye, in the plane of the picture, from behind to the front."""
    camera = Camera()
    for body, colour in from_behind(bodies(model, posture), camera.eye):
        for corners, n in body:
            if dot(n, camera.eye) > 1e-9:
                light = 0.62 + 0.38 * max(0, 0.3 * n[0] - 0.35 * n[1] + 0.88 * n[2])
                yield [camera.project(c) for c in corners], tuple(round(c * light) for c in colour)


def svg(model, posture):
    items = list(shapes(model, posture))
    xs, ys = zip(*(point for points, _ in items for point in points))
    scale = (WIDTH - 2 * MARGIN) / max(max(xs) - min(xs), max(ys) - min(ys))
    width, height = (round((max(v) - min(v)) * scale + 2 * MARGIN) for v in (xs, ys))
    place = lambda p: (f"{(p[0] - min(xs)) * scale + MARGIN:.1f}", f"{(max(ys) - p[1]) * scale + MARGIN:.1f}")
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" stroke-linejoin="round">']
    lines.append('<rect width="100%" height="100%" fill="#f6f7f9"/>')
    for points, colour in items:
        text = " ".join(",".join(place(p)) for p in points)
        name = "#%02x%02x%02x" % colour
        lines.append(f'<polygon points="{text}" fill="{name}" stroke="{name}" stroke-width="0.6"/>')
    return "\n".join([*lines, "</svg>", ""])


def same(a, b):
    """Whether two pictures differ by no more than the last digit of a place, which another libm may round differently."""
    split = lambda text: re.split(r"(\d+\.\d)", text)
    parts = list(zip(split(a), split(b)))
    return len(split(a)) == len(split(b)) and all(abs(float(x) - float(y)) < 0.15 if i % 2 else x == y for i, (x, y) in enumerate(parts))


def main():
    romasc, check = os.path.abspath(sys.argv[1]), "--check" in sys.argv[2:]
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    wanted, problems = PICTURE.findall(page), []
    with tempfile.TemporaryDirectory() as place:
        for name, code in PROGRAM.findall(page):
            with open(os.path.join(place, name), "w", encoding="utf-8") as file:
                file.write(code)
        for picture, name in wanted:
            done = subprocess.run([romasc, name + ".romas", "--emit=json"], cwd=place, check=True, capture_output=True, text=True)
            text = svg(json.loads(done.stdout), POSTURES.get(name, {}))
            path = os.path.join(FOLDER, picture)
            old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
            if not check:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            elif old is None or not same(text, old):
                problems.append(f"docs/pictures/{picture} is {'missing' if old is None else 'old'}: docs/pictures/draw.py ROMASC draws it")
    print("\n".join(problems + [f"{len(wanted)} pictures, {len(problems)} problems"]))
    return 1 if problems or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
