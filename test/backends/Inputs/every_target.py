"""No robot, and no robot with a mistake, ends in an internal error, whatever the target: all targets are written and read back.

every_target.py ROMASC FOLDER MUTATIONS SEED ROBOT...; MUTATIONS texts of each robot differ from it in one to three points. SEED is a
word, or "today".
"""
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

romasc, folder, mutations, seed, *robots = sys.argv[1:]
seed = time.strftime("%Y-%m-%d") if seed == "today" else seed
folder = pathlib.Path(folder)
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
READ_BACK = ["urdf", "sdf", "mjcf", "romas"]
CALLS = [*READ_BACK, "tree,dot,json,report,kernel,cpp,c,js,python"]
VALUES = ["", "0", "-1", "1e-320", "1e308", "nan", "inf", "0 0 0", "1 2 3", "-0 0 1e200", "true", "x", "a b", "3.1416", "1,5", "${1}", "\N{WARNING SIGN}"]
ATTRIBUTE = re.compile(r'([\w:.-]+)\s*=\s*"([^"<]*)"')
ELEMENT = re.compile(r"<([\w:.-]+)[^<>]*/>|<([\w:.-]+)[^<>/]*>[^<>]*</\2>")
TEXT = re.compile(r">([^<>]*\w[^<>]*)<")


def mutate(text, chance):
    """The text with one value, text, element or attribute changed."""
    spots = {"value": list(ATTRIBUTE.finditer(text)), "text": list(TEXT.finditer(text)), "element": list(ELEMENT.finditer(text))}
    kind = chance.choice([name for name, found in spots.items() if found])
    spot = chance.choice(spots[kind])
    other = chance.choice(spots[kind])
    if kind == "element":
        new = chance.choice(["", spot[0] * 2, other[0], spot[0] + other[0]])
        return text[: spot.start()] + new + text[spot.end():]
    group = 2 if kind == "value" else 1
    whole = kind == "value" and chance.random() < 0.2
    if kind == "value" and spot[1] == "name":
        return text[: spot.start(2)] + other[2] + text[spot.end(2):]  # MJCF gives a name to what has none
    new = chance.choice(["", other[0]]) if whole else chance.choice([*VALUES, other[group], spot[group] + " 1"])
    begin, end = spot.span(0 if whole else group)
    return text[:begin] + new + text[end:]


calls = written = 0


def run(file, what):
    global calls, written
    for targets in CALLS:
        out = folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        options = ["--verify-output"] if targets in READ_BACK else []
        call = [romasc, str(file), f"--emit={targets}", *options, "--error-limit=1", "--max-operations=200000", "-o", f"{out}/"]
        ended = subprocess.run(call, capture_output=True, text=True, timeout=120)
        calls += 1
        written += ended.returncode == 0
        if ended.returncode not in (0, 1):
            print(f"{what}, --emit={targets}: status {ended.returncode}: {ended.stderr[-600:]}")
            global failed
            failed = True
            if file.parent == folder:
                shutil.copy(file, folder / f"fails-{calls}{file.suffix}")


failed = False
for robot in map(pathlib.Path, robots):
    run(robot, str(robot))
    for i in range(int(mutations)):
        chance = random.Random(f"{seed} {robot.name} {i}")
        text = robot.read_text(errors="replace")
        for _ in range(chance.choice([1, 1, 2, 3])):
            text = mutate(text, chance)
        changed = folder / f"changed{robot.suffix}"
        changed.write_text(text)
        run(changed, f"{robot}, mutation {i} of {seed}")
print(f"{len(robots)} robots, {calls} calls, {written} with outputs, seed {seed}")
sys.exit(failed)
