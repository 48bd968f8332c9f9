"""Holds what romasc makes of meshes with refpos, refquat and scale against what MuJoCo makes of them.

Models are made at random: a mesh in a file or in the text, with or without each of refpos, refquat (quarter turns, half turns, any
turn) and scale (equal, unequal, negative), said at the mesh or in <default>, weighed in each way, as a shape of its own or with a
simple shape fitted to it. MuJoCo reads the model and what romasc writes of it.

Usage: mesh_transforms.py ROMASC FOLDER_OF_MUJOCO_JS WORK COUNT SEED
"""
import json
import pathlib
import random
import subprocess
import sys
import time

JUDGE = pathlib.Path(__file__).with_name("mesh_transforms.mjs")
TOLERANCE = 2e-5  # of the size: MuJoCo's corners are of single precision

# A prism over an L, away from the origin; no two of its axes are alike.
OUTLINE = [(0.03, -0.02), (0.15, -0.02), (0.15, 0.01), (0.07, 0.01), (0.07, 0.07), (0.03, 0.07)]
CAP = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
CORNERS = [(x, y, z) for z in (0.025, 0.075) for x, y in OUTLINE]
FACES = ([(c, b, a) for a, b, c in CAP] + [(a + 6, b + 6, c + 6) for a, b, c in CAP] +
         [face for i in range(6) for face in ((i, (i + 1) % 6, (i + 1) % 6 + 6), (i, (i + 1) % 6 + 6, i + 6))])
SHAPES = ["box", "sphere", "capsule", "cylinder", "ellipsoid"]


def text(values):
    return " ".join(repr(value) for value in values)


def quaternion(chance):
    kind = chance.choice(["none", "quarter", "twice", "half", "any"])
    turns = {"quarter": [(1, 1, 0, 0), (1, 0, -1, 0), (1, 0, 0, 1)],
             "twice": [(0.5, 0.5, 0.5, 0.5), (0.5, -0.5, 0.5, 0.5), (0.5, 0.5, -0.5, 0.5)],
             "half": [(0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 1, 0), (0, 0, 1, -1)]}
    if kind in turns:
        return kind, chance.choice(turns[kind])
    return kind, tuple(round(chance.uniform(-1, 1), 3) for _ in range(4)) if kind == "any" else None


def scale(chance):
    kind = chance.choice(["none", "equal", "unequal", "unequal", "two", "negative", "turned"])
    size = lambda: round(chance.uniform(0.4, 2.5), 2)
    if kind == "none":
        return kind, None
    if kind == "equal":
        return kind, (size(),) * 3
    x, y, z = size(), size(), size()
    if kind == "two":
        y = x
    if kind == "negative":
        return kind, chance.choice([(-x, y, z), (x, -y, z), (-x, -y, -z)])
    return kind, chance.choice([(-x, -y, z), (x, -y, -z)]) if kind == "turned" else (x, y, z)


def model(chance):
    """The text of a model, and what it has."""
    turn, refquat = quaternion(chance)
    stretch, factors = scale(chance)
    refpos = tuple(round(chance.uniform(-0.2, 0.2), 3) for _ in range(3)) if chance.random() < 0.6 else None
    mirrored = factors is not None and factors[0] * factors[1] * factors[2] < 0
    # MuJoCo finds the hull of a mirrored mesh turned inside out, and refuses it.
    weighs = chance.choice([None, "legacy", "exact", "shell"] + ([] if mirrored else ["convex"]))
    in_file = chance.random() < 0.7
    said = {"scale": text(factors) if factors else None, "inertia": weighs}
    in_default = {key for key in said if chance.random() < 0.3}
    attributes = lambda keys: "".join(f' {key}="{said[key]}"' for key in keys if said[key])
    own = attributes([key for key in said if key not in in_default])
    if refpos:
        own += f' refpos="{text(refpos)}"'
    if refquat:
        own += f' refquat="{text(refquat)}"'
    corners = ('file="part.obj"' if in_file else
               f'vertex="{text(n for v in CORNERS for n in v)}" face="{text(n for f in FACES for n in f)}"')
    # Shells cannot be fitted in their own words; a fitted shape weighs as what it is.
    kind = "mesh" if chance.random() < 0.6 else chance.choice(SHAPES)
    pose = f' pos="{text(round(chance.uniform(-0.3, 0.3), 2) for _ in range(3))}" euler="{text(chance.choice([0, 30, 90, -75]) for _ in range(3))}"'
    around = ' fitaabb="true"' if chance.random() < 0.4 else ""
    weight = chance.choice(['density="700"', 'mass="1.5"'])
    made = (f'<mujoco model="m"><compiler{around}/><default><mesh{attributes(sorted(in_default))}/></default><asset><mesh name="k"{own} {corners}/></asset>'
            f'<worldbody><body name="b"><freejoint/><geom type="{kind}" mesh="k" {weight}{pose if chance.random() < 0.7 else ""}/></body></worldbody></mujoco>')
    return made, f"{kind} {turn} turn, {stretch} scale, {weighs}, {'file' if in_file else 'text'}"


def is_near(ours, theirs, size):
    return len(ours) == len(theirs) and all(abs(a - b) <= TOLERANCE * size for a, b in zip(ours, theirs))


def differences(theirs, ours, is_sheared):
    if "why" in theirs or "why" in ours:
        return [] if "why" in theirs and "why" in ours else [theirs.get("why") or "MuJoCo refuses the output: " + ours["why"]]
    found = []
    reach = max(map(abs, theirs["com"])) + 0.1
    if not is_near([ours["mass"]], [theirs["mass"]], theirs["mass"]):
        found.append(f"mass {ours['mass']} for {theirs['mass']}")
    if not is_near(ours["com"], theirs["com"], reach):
        found.append(f"centre {ours['com']} for {theirs['com']}")
    if not is_near(ours["inertia"], theirs["inertia"], max(map(abs, theirs["inertia"]))):
        found.append(f"inertia {ours['inertia']} for {theirs['inertia']}")
    wanted = theirs["shapes"][0]
    for shape in ours["shapes"]:
        if shape["type"] != wanted["type"]:
            found.append(f"a shape of type {shape['type']}")
        elif not is_sheared and not is_near(shape["numbers"], wanted["numbers"], reach):
            found.append(f"shape {shape['numbers']} for {wanted['numbers']}")
    return found if ours["shapes"] else found + ["no shape"]


def main():
    romasc, folder, work, count, seed = sys.argv[1:]
    seed = time.strftime("%Y%m%d") if seed == "today" else seed
    chance = random.Random(seed)
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    (work / "part.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS) +
                                   "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES))
    cases, sheared = [], 0
    for k in range(int(count)):
        made, what = model(chance)
        source, output = work / f"m{k}.xml", work / f"out{k}.xml"
        source.write_text(made)
        ran = subprocess.run([romasc, source, "--emit=mjcf", "-o", output, "--format=concise"], capture_output=True, text=True, check=False)
        is_sheared = "[-Wmesh-sheared]" in ran.stderr
        sheared += is_sheared
        cases.append((source, output if ran.returncode == 0 else None, what, is_sheared, ran.stderr))
    names = [str(name) for case in cases for name in case[:2] if name]
    judged = subprocess.run(["node", JUDGE, folder], input="\n".join(names), capture_output=True, text=True, check=True)
    results = {result["file"]: result for result in map(json.loads, judged.stdout.splitlines())}
    wrong = refused = 0
    for source, output, what, is_sheared, said in cases:
        theirs = results[str(source)]
        if output is None:
            refused += 1
            found = [] if "why" in theirs else [f"romasc refuses it: {said.splitlines()[0]}"]
        else:
            found = differences(theirs, results[str(output)], is_sheared)
        if found:
            wrong += 1
            print(f"{source.name}: {what}: {'; '.join(found)}")
    print(f"{len(cases)} models, {sheared} sheared, {refused} refused by both, {wrong} differ, with the seed {seed}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
