"""Where the corners of a mesh are, and what it weighs, by what MuJoCo says that it does: corners less refpos, turned back by refquat,
then scaled. The mesh is a tetrahedron, so that mass and centre follow from its corners.

Usage: mesh_places.py ROMASC WORK
"""
import json
import math
import pathlib
import subprocess
import sys

CORNERS = [(0.1, 0.2, -0.1), (0.4, 0.25, -0.05), (0.15, 0.5, -0.1), (0.1, 0.2, 0.4)]
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
H = math.sqrt(0.5)
CASES = {
    "nothing": {},
    "moved": {"refpos": (0.1, -0.2, 0.3)},
    "scaled": {"scale": (1, 2, 3)},
    "moved and scaled": {"refpos": (0.1, -0.2, 0.3), "scale": (1, 2, 3)},
    "turned and scaled alike": {"refquat": (0.9, 0.1, -0.3, 0.2), "scale": (2, 2, 2)},
    "mirrored alike": {"refquat": (0.9, 0.1, -0.3, 0.2), "scale": (-2, -2, -2)},
    "quarter turn": {"refpos": (0.1, -0.2, 0.3), "refquat": (1, 1, 0, 0), "scale": (1, 2, 3)},
    "all axes change places": {"refpos": (0.1, -0.2, 0.3), "refquat": (0.5, 0.5, 0.5, 0.5), "scale": (1, 2, 3)},
    "mirrored quarter turn": {"refpos": (0.1, -0.2, 0.3), "refquat": (1, 0, 1, 0), "scale": (1, -2, 3)},
    "half turn": {"refquat": (0, 1, 1, 0), "scale": (1, 2, 3)},
    "two mirrors": {"refquat": (1, 0, 0, 1), "scale": (-1, 2, -3)},
    "turn in the plane of equal scales": {"refpos": (0.1, 0, 0), "refquat": (math.cos(0.3), 0, 0, math.sin(0.3)), "scale": (2, 2, 3)},
    "mirrors of one size": {"refquat": (0.9, 0.1, -0.3, 0.2), "scale": (2, -2, 2)},
    "sheared": {"refpos": (0.1, -0.2, 0.3), "refquat": (0.9, 0.1, -0.3, 0.2), "scale": (1, 2, 3)},
    "sheared and mirrored": {"refquat": (H, 0, 0.4, 0.1), "scale": (1, -2, 3)},
}


def rotation(w, x, y, z):
    n = math.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / n, x / n, y / n, z / n
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]


def in_mesh(corner, refpos=(0, 0, 0), refquat=(1, 0, 0, 0), scale=(1, 1, 1)):
    moved = [a - b for a, b in zip(corner, refpos)]
    R = rotation(*refquat)
    return [scale[i] * sum(R[k][i] * moved[k] for k in range(3)) for i in range(3)]


def is_near(a, b):
    return all(abs(x - y) < 1e-9 for x, y in zip(a, b))


def faults(model, case):
    link = next(link for link in model["links"] if link["name"] == "b")
    corners = [in_mesh(corner, **case) for corner in CORNERS]
    a, b, c = ([corner[i] - corners[0][i] for i in range(3)] for corner in corners[1:])
    volume = abs(sum(a[i] * (b[(i + 1) % 3] * c[(i + 2) % 3] - b[(i + 2) % 3] * c[(i + 1) % 3]) for i in range(3))) / 6
    centre = [sum(corner[i] for corner in corners) / 4 for i in range(3)]
    found = []
    if abs(link["inertial"]["mass"] - 1000 * volume) > 1e-6:
        found.append(f"mass {link['inertial']['mass']} for {1000 * volume}")
    if not is_near(link["inertial"].get("origin", {"xyz": (0, 0, 0)})["xyz"], centre):
        found.append(f"centre {link['inertial']['origin']['xyz']} for {centre}")
    for shape in link.get("visuals", []) + link.get("collisions", []):
        pose = shape.get("origin", {"xyz": (0, 0, 0), "R": (1, 0, 0, 0, 1, 0, 0, 0, 1)})
        scale = shape["geometry"].get("scale", (1, 1, 1))
        for corner, wanted in zip(CORNERS, corners):
            at = [pose["xyz"][i] + sum(pose["R"][3 * i + k] * scale[k] * corner[k] for k in range(3)) for i in range(3)]
            if not is_near(at, wanted):
                found.append(f"a corner at {at} for {wanted}")
                break
    return found


def main():
    romasc, work = sys.argv[1], pathlib.Path(sys.argv[2])
    (work / "part.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS) + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES))
    text = (f'vertex="{" ".join(str(n) for v in CORNERS for n in v)}" face="{" ".join(str(n) for f in FACES for n in f)}"')
    for name, case in CASES.items():
        said = " ".join(f'{key}="{" ".join(map(repr, value))}"' for key, value in case.items())
        for way in ("legacy", "exact", "convex"):
            for corners in ('file="part.obj"', text):
                (work / "m.xml").write_text(f'<mujoco model="m"><asset><mesh name="k" inertia="{way}" {said} {corners}/></asset><worldbody><body name="b">'
                                            '<joint/><geom type="mesh" mesh="k"/></body></worldbody></mujoco>')
                done = subprocess.run([romasc, work / "m.xml", "--emit=json", "--format=concise"], capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    print(f"{name}, {way}: {done.stderr}")
                    continue
                found = faults(json.loads(done.stdout), case)
                is_sheared = "[-Wmesh-sheared]" in done.stderr
                shapes = [fault for fault in found if fault.startswith("a corner")]
                if corners != text and is_sheared != name.startswith("sheared") or bool(shapes) != (corners != text and name.startswith("sheared")):
                    print(f"{name}, {way}: {'is' if is_sheared else 'not'} told as sheared: {found}")
                elif len(found) > len(shapes):
                    print(f"{name}, {way}: {found}")
    print(len(CASES), "cases")


if __name__ == "__main__":
    main()
