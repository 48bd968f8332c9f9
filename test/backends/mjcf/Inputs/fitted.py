"""Writes MJCF files with shapes that are fitted to random meshes.
    python3 fitted.py FOLDER COUNT
"""

import random
import sys

TYPES = ("sphere", "capsule", "cylinder", "ellipsoid", "box")
SIDES = ("1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6")


def numbers(count, least, most):
    return " ".join(repr(random.uniform(least, most)) for _ in range(count))


def mesh(path):
    """A box whose corners are moved."""
    edges = (random.uniform(0.1, 0.2), random.uniform(0.3, 0.5), random.uniform(0.7, 0.9))
    with open(path, "w", encoding="utf-8") as out:
        for i in range(8):
            corner = (edges[k] * (i >> k & 1) + random.uniform(0, 0.05) for k in range(3))
            out.write("v %r %r %r\n" % tuple(corner))
        for side in SIDES:
            out.write(f"f {side}\n")


def robot(folder, i):
    mesh(f"{folder}/m{i}.obj")
    size = random.choice((1, 0.1, 0.02, 0.005))  # of some millimetres, MuJoCo finds other axes
    inertia = random.choice(("", 'inertia="exact"', 'inertia="shell"'))
    with open(f"{folder}/r{i}.xml", "w", encoding="utf-8") as out:
        out.write(f'<mujoco><compiler fitaabb="{("true", "false")[i % 2]}"/><asset>\n')
        scale = " ".join(repr(size * random.uniform(0.5, 1)) for _ in range(3))
        out.write(f'<mesh name="m" file="m{i}.obj" scale="{scale}" refpos="{numbers(3, -1, 1)}" {inertia}/>\n')
        out.write('</asset><worldbody><body name="b"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>\n')
        for kind in TYPES:
            out.write(f'<geom name="{kind}" type="{kind}" mesh="m" fitscale="{numbers(1, 0.5, 2)}"'
                      f' pos="{numbers(3, -1, 1)}" euler="{numbers(3, -90, 90)}"/>\n')
        out.write("</body></worldbody></mujoco>\n")


random.seed(7)
for number in range(int(sys.argv[2])):
    robot(sys.argv[1], number)
