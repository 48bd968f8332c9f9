"""Robots with numbers from all over the range of a double: every target prints finite numbers, or the number that is too large is an error.

Usage: check_extremes.py ROMASC FOLDER COUNT
"""
import os
import random
import re
import subprocess
import sys

ROMASC, FOLDER, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])
LARGE = ["1e20", "1e74", "1e76", "1e99", "1e149", "1e151", "1e153", "1e155", "1e200", "1e290", "1e300", "1e307", "1.7e308"]
SMALL = ["5e-324", "1e-320", "3e-310", "1e-308", "1e-200", "1e-160", "1e-100", "1e-20"]
NOT_FINITE = re.compile(r"(?<![\w:])-?(nan|inf|infinity)(?!\w)", re.I)
MODELS = ["tree", "urdf", "sdf", "romas", "json", "dot"]
TYPES = ["revolute", "continuous", "prismatic", "fixed", "planar", "floating"]

chance = random.Random(20260101)


class Robot:
    """Ordinary numbers; `extreme` of them, chosen by chance, are replaced."""

    def __init__(self, extreme):
        self.numbers = 0
        self.places = set()
        self.text()
        count = self.numbers
        self.places = {chance.randrange(count) for _ in range(extreme)}

    def n(self, ordinary):
        self.numbers += 1
        if self.numbers - 1 not in self.places:
            return repr(ordinary)
        sign = chance.choice(["", "", "-"]) if ordinary == 0 else ""
        return sign + chance.choice(LARGE + SMALL)

    def three(self, *ordinary):
        return " ".join(self.n(x) for x in ordinary)

    def text(self):
        chance_here = random.Random(7)
        self.numbers = 0
        parts = ['<robot name="far"><link name="l0"/>']
        for i in range(1, 7):
            parent = max(0, i - 1 - chance_here.randrange(2))
            parts.append(
                '<link name="l%d"><inertial><origin xyz="%s" rpy="%s"/><mass value="%s"/><inertia ixx="%s" ixy="%s" ixz="%s" iyy="%s" iyz="%s" izz="%s"/>'
                '</inertial><visual><origin xyz="%s"/><geometry><box size="%s"/></geometry></visual><collision><geometry><mesh filename="a.stl" scale="%s"/>'
                '</geometry></collision></link>'
                % (i, self.three(0.1, 0, 0.2), self.three(0, 0.1, 0), self.n(1.5), self.n(0.02), self.n(0), self.n(0), self.n(0.02), self.n(0), self.n(0.02),
                   self.three(0, 0, 0.1), self.three(0.1, 0.1, 0.2), self.three(1, 1, 1)))
            kind = TYPES[(i - 1) % len(TYPES)]
            mimic = '<mimic joint="j1" multiplier="%s" offset="%s"/>' % (self.n(0.5), self.n(0.1)) if kind == "prismatic" else ""
            parts.append(
                '<joint name="j%d" type="%s"><parent link="l%d"/><child link="l%d"/><origin xyz="%s" rpy="%s"/><axis xyz="%s"/>'
                '<limit lower="%s" upper="%s" effort="%s" velocity="%s"/><dynamics damping="%s" friction="%s"/>%s</joint>'
                % (i, kind, parent, i, self.three(0, 0.1, 0.3), self.three(0.3, 0, 0.2), self.three(0, 0.6, 0.8), self.n(-1), self.n(1), self.n(10), self.n(2),
                   self.n(0.1), self.n(0.1), mimic))
        return "\n".join(parts) + "</robot>\n"


def main():
    problems = []
    refused = accepted = 0
    for number in range(COUNT):
        path = os.path.join(FOLDER, "far%d.urdf" % number)
        with open(path, "w", encoding="utf-8") as file:
            file.write(Robot(1 + number % 4).text())
        runs = [(["--emit=" + t], True) for t in MODELS + ["cpp"]]
        runs += [(["--passes", "", "--emit=tree,json,sdf"], True), (["--passes", "", "--emit=cpp"], True), (["--passes=fold-transforms,lump-fixed-joints", "--emit=urdf"], True),
                 (["-O1", "--lump=all", "--emit=romas"], True), (["--emit=urdf", "--verify-output"], True), (["--compare", path], True)]
        for options, _ in runs:
            done = subprocess.run([ROMASC, *options, path, *([] if "--compare" in options else ["-o", os.path.join(FOLDER, "out%d/" % number)]), "-Wall"],
                                  capture_output=True, text=True)
            texts = [("standard output", done.stdout), ("diagnostics", done.stderr)]
            out = os.path.join(FOLDER, "out%d" % number)
            if os.path.isdir(out):
                for name in os.listdir(out):
                    texts.append((name, open(os.path.join(out, name), encoding="utf-8").read()))
                    os.remove(os.path.join(out, name))
            what = "%s %s" % (os.path.basename(path), " ".join(options[:-1] if "--compare" in options else options))
            if done.returncode not in (0, 1):
                problems.append("%s: exit %d: %s" % (what, done.returncode, (done.stdout + done.stderr)[-300:]))
            if done.returncode == 1 and ": error:" not in done.stderr:
                problems.append("%s: exit 1 without an error: %s" % (what, done.stdout[:300]))
            for name, text in texts:
                for line in text.splitlines():
                    if NOT_FINITE.search(line):
                        problems.append("%s: %s: %s" % (what, name, line.strip()[:200]))
                        break
            if options == ["--emit=cpp"]:
                accepted += done.returncode == 0
                refused += done.returncode == 1
    for problem in problems:
        print(problem)
    print("%d robots, %d with code, %d refused, %d problems" % (COUNT, accepted, refused, len(problems)))
    if accepted < COUNT / 8 or refused < COUNT / 8:
        print("one-sided: the numbers are not extreme enough, or too much so")


main()
