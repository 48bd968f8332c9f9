#!/usr/bin/env python3
"""A random tree of links with joints of every type, in the Romas language: random_tree.py SEED LINKS [simple]

The same for one seed on every machine. 'simple': joints of one variable alone, a third of which follow others.
"""
import random
import sys

SINGLE = ["revolute", "continuous", "prismatic", "screw"]
SEVERAL = ["planar", "universal", "ball", "floating"]
HALF_PI = 1.5707963267948966


class Tree:
    def __init__(self, seed, links, simple):
        self.random = random.Random(seed)
        self.links = links
        self.simple = simple
        self.leaders = []
        # Every type comes once before chance decides.
        self.types = (SINGLE if simple else SINGLE + SEVERAL) + ["fixed"]
        self.random.shuffle(self.types)

    def number(self, lower, upper):
        return round(self.random.uniform(lower, upper), 6)

    def triple(self, lower, upper, unit=""):
        return ", ".join(f"{self.number(lower, upper)}{unit}" for _ in range(3))

    def pose(self):
        square = self.random.random() < 0.5
        angles = [self.random.randrange(4) * HALF_PI if square else self.number(-3, 3) for _ in range(3)]
        return f"xyz({self.triple(-0.4, 0.4, ' m')}) * rpy({', '.join(f'{angle!r} rad' for angle in angles)})"

    def axis(self):
        return self.random.choice(["x", "y", "z", "-x", "-y", "-z", f"({self.number(-1, 1)}, {self.number(-1, 1)}, {self.number(0.1, 1)})"])

    def link(self, index):
        return (f"  link link{index} {{ mass {self.number(0.5, 3)} kg; com ({self.triple(-0.1, 0.1)}) m; "
                f"inertia ({self.triple(0.02, 0.03)}) kg*m^2, ({self.triple(-0.004, 0.004)}) kg*m^2; }}")

    def joint(self, index):
        kind = self.types[index - 1] if index <= len(self.types) else self.random.choice(self.types)
        parent = index - 1 if self.random.random() < 0.5 else self.random.randrange(index)
        words = [f"at {self.pose()};"]
        if kind not in ("fixed", "ball", "floating"):
            words.append(f"axis {self.axis()};")
        if kind == "screw":
            words.append(f"pitch {self.number(-0.3, 0.3)} m;")
        if kind in ("revolute", "prismatic"):
            unit, force, speed = ("rad", "N*m", "rad/s") if kind == "revolute" else ("m", "N", "m/s")
            words.append(f"limit -3 {unit} .. 3 {unit} effort 10 {force} velocity 5 {speed};")
        if kind in SINGLE:
            words += self.mimic(index, kind)
        return f"  joint joint{index} : {kind} link{parent} -> link{index} {{ {' '.join(words)} }}"

    def mimic(self, index, kind):
        """Followers of leaders and of followers; the units of q = multiplier * q_leader + offset are those of the joints."""
        follows = self.simple and len(self.leaders) > 0 and self.random.random() < 0.35
        unit = "m" if kind == "prismatic" else "rad"
        leader, leader_unit = self.random.choice(self.leaders) if follows else ("", "")
        self.leaders.append((f"joint{index}", unit))
        if not follows:
            return []
        ratio = "" if unit == leader_unit else f" {unit}/{leader_unit}"
        return [f"mimic {leader} * {self.number(0.3, 2)}{ratio} + {self.number(0, 0.5)} {unit};"]

    def text(self):
        lines = [self.link(index) for index in range(self.links + 1)] + [self.joint(index) for index in range(1, self.links + 1)]
        return "robot tree {\n" + "\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    print(Tree(int(sys.argv[1]), int(sys.argv[2]), "simple" in sys.argv[3:]).text(), end="")
