"""Compares what meshes weigh that stand in files and in the text of an MJCF.

Usage: weights.py ROMASC FOLDER
"""
import json
import os
import subprocess
import sys


def block_with_notch():
    """A prism over a polygon that is not star-shaped about its middle."""
    corners = [(0, 0), (4, 0), (4, 3), (3, 3), (3, 1), (1, 1), (1, 3), (0, 3)]
    caps = [(0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (0, 5, 6), (0, 6, 7)]
    n = len(corners)
    vertices = [(x / 10, y / 10, z) for z in (0, 0.2) for x, y in corners]
    faces = [(c, b, a) for a, b, c in caps] + [(a + n, b + n, c + n) for a, b, c in caps]
    for i in range(n):
        j = (i + 1) % n
        faces += [(i, j, j + n), (i, j + n, i + n)]
    return vertices, faces


def masses(romasc, file):
    done = subprocess.run([romasc, file, "--emit=json"], capture_output=True, text=True, check=False)
    return [link["inertial"] for link in json.loads(done.stdout)["links"] if "inertial" in link] if done.stdout else []


def numbers(value):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return [value]
    if isinstance(value, dict):
        return [n for key in sorted(value) for n in numbers(value[key])]
    return [n for part in value for n in numbers(part)] if isinstance(value, list) else []


def main():
    romasc, folder = sys.argv[1:3]
    vertices, faces = block_with_notch()
    found = set()
    for name, shown in (("notch", faces), ("open", faces[:-3])):
        with open(os.path.join(folder, name + ".obj"), "w", encoding="utf-8") as mesh:
            mesh.writelines(f"v {x} {y} {z}\n" for x, y, z in vertices)
            mesh.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in shown)
        corners = (f'vertex="{" ".join(str(n) for v in vertices for n in v)}" '
                   f'face="{" ".join(str(n) for f in shown for n in f)}"')
        for word in ("none", "legacy", "exact", "convex", "shell"):
            if (name, word) == ("open", "exact"):
                continue
            results = []
            for where, mesh in (("text", corners), ("file", f'file="{name}.obj"')):
                path = os.path.join(folder, f"{name}_{word}{'_text' if where == 'text' else ''}.mjcf")
                said = "" if word == "none" else f'inertia="{word}" '
                with open(path, "w", encoding="utf-8") as robot:
                    robot.write(f'<mujoco model="m"><asset><mesh name="a" {said}scale="2 1 3" {mesh}/></asset><worldbody>'
                                '<body name="b"><joint/><geom type="mesh" mesh="a" density="60"/></body></worldbody></mujoco>')
                results.append(numbers(masses(romasc, path)))
            text, file = results
            alike = len(text) == len(file) >= 7 and all(
                abs(a - b) <= 1e-12 * max(1, abs(a)) for a, b in zip(text, file))
            print(f"{name} {word}: {'as in the text' if alike else results}")
            found.add(round(max(text), 9) if text else None)
    print(len(found), "weights")


if __name__ == "__main__":
    main()
