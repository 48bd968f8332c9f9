"""Robots with numbers from all over the range of a double: every target prints finite numbers, or the number that
is too large is an error.

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
MODES = [["--emit=" + target] for target in ("tree", "urdf", "sdf", "romas", "json", "dot", "cpp")] + [
    ["--passes", "", "--emit=tree,json,sdf"], ["--passes", "", "--emit=cpp"],
    ["--passes=fold-transforms,lump-fixed-joints", "--emit=urdf"], ["-O1", "--lump=all", "--emit=romas"],
    ["--emit=urdf", "--verify-output"]]
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
            inertial = '<origin xyz="%s" rpy="%s"/><mass value="%s"/>' % (
                self.three(0.1, 0, 0.2), self.three(0, 0.1, 0), self.n(1.5))
            names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
            tensor = " ".join('%s="%s"' % (name, self.n(0.02 if name[1] == name[2] else 0)) for name in names)
            visual = '<origin xyz="%s"/><geometry><box size="%s"/></geometry>' % (
                self.three(0, 0, 0.1), self.three(0.1, 0.1, 0.2))
            collision = '<geometry><mesh filename="a.stl" scale="%s"/></geometry>' % self.three(1, 1, 1)
            parts.append('<link name="l%d"><inertial>%s<inertia %s/></inertial><visual>%s</visual><collision>%s</collision></link>'
                         % (i, inertial, tensor, visual, collision))
            kind = TYPES[(i - 1) % len(TYPES)]
            mimic = ""
            if kind == "prismatic":
                mimic = '<mimic joint="j1" multiplier="%s" offset="%s"/>' % (self.n(0.5), self.n(0.1))
            pose = '<origin xyz="%s" rpy="%s"/><axis xyz="%s"/>' % (
                self.three(0, 0.1, 0.3), self.three(0.3, 0, 0.2), self.three(0, 0.6, 0.8))
            limit = '<limit lower="%s" upper="%s" effort="%s" velocity="%s"/>' % (self.n(-1), self.n(1), self.n(10), self.n(2))
            dynamics = '<dynamics damping="%s" friction="%s"/>' % (self.n(0.1), self.n(0.1))
            parts.append('<joint name="j%d" type="%s"><parent link="l%d"/><child link="l%d"/>%s</joint>'
                         % (i, kind, parent, i, pose + limit + dynamics + mimic))
        return "\n".join(parts) + "</robot>\n"


def run(path, folder, options):
    """How one run ended, and all texts that came of it, by name."""
    out = os.path.join(folder, "out")
    command = [ROMASC, *options, path, "-Wall"]
    if "--compare" not in options:
        command += ["-o", out + "/"]
    done = subprocess.run(command, capture_output=True, text=True)
    texts = {"standard output": done.stdout, "diagnostics": done.stderr}
    for name in os.listdir(out) if os.path.isdir(out) else []:
        with open(os.path.join(out, name), encoding="utf-8") as file:
            texts[name] = file.read()
        os.remove(os.path.join(out, name))
    return done.returncode, texts


def problems_of(code, texts):
    if code not in (0, 1, 4):  # 4: --compare found errors
        yield "exit %d: %s" % (code, (texts["standard output"] + texts["diagnostics"])[-300:])
    if code != 0 and ": error:" not in texts["diagnostics"]:
        yield "exit 1 without an error: %s" % texts["standard output"][:300]
    for name, text in texts.items():
        bad = [line for line in text.splitlines() if NOT_FINITE.search(line)]
        if bad:
            yield "%s: %s" % (name, bad[0].strip()[:200])


def main():
    problems = []
    refused = accepted = 0
    for number in range(COUNT):
        path = os.path.join(FOLDER, "far%d.urdf" % number)
        with open(path, "w", encoding="utf-8") as file:
            file.write(Robot(1 + number % 4).text())
        for options in MODES + [["--compare", path]]:
            code, texts = run(path, FOLDER, options)
            what = "far%d.urdf %s" % (number, " ".join(options))
            problems += ["%s: %s" % (what, problem) for problem in problems_of(code, texts)]
            if options == ["--emit=cpp"]:
                accepted += code == 0
                refused += code != 0
    for problem in problems:
        print(problem)
    print("%d robots, %d with code, %d refused, %d problems" % (COUNT, accepted, refused, len(problems)))
    if accepted < COUNT / 8 or refused < COUNT / 8:
        print("one-sided: the numbers are not extreme enough, or too much so")


main()
