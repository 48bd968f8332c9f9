"""--fix on every file of a corpus that has safe fixes: the text still reads, nothing safe is left to fix, the robot is the same, doing it again
changes nothing, and the diff of a dry run makes the same text.

  fix_corpus.py ROMASC CORPUS FOLDER LEAST     FOLDER is for copies; at least LEAST files must have fixes
"""
import json
import pathlib
import subprocess
import sys

romasc, corpus, folder, least = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), int(sys.argv[4])
# The fixes of axes beside a coordinate axis move them by rounding noise; a truncated pi/2 (1.57) was off by a milliradian, which adds up
# along a chain.
TOLERANCE, PI_TOLERANCE = "--tolerance=2e-5", "--tolerance=2e-2"


def run(*arguments):
    return subprocess.run([romasc, "--no-project", *map(str, arguments)], capture_output=True)


def findings(*files):
    return json.loads(run(*files, "--emit=none", "-Weverything", "--format=json", "--error-limit=0").stderr)


def is_safe(finding):
    return bool(finding["fixes"]) and all(fix["safe"] for fix in finding["fixes"])


fixable = {}
for finding in findings(*sorted(corpus.rglob("*.urdf"))):
    entry = fixable.setdefault(finding["file"], [0, False]) if "file" in finding else [0, False]
    entry[0] += is_safe(finding)
    entry[1] |= finding["severity"] == "error"
fixable = {path: errors for path, (fixes, errors) in fixable.items() if fixes > 0}
assert len(fixable) >= least, f"only {len(fixable)} files of the corpus have fixes"

problems = []
for number, (path, errors) in enumerate(sorted(fixable.items())):
    before = folder / f"{number}-before.urdf"
    after = folder / f"{number}.urdf"
    before.write_bytes(pathlib.Path(path).read_bytes())
    after.write_bytes(before.read_bytes())
    dry = subprocess.run([romasc, "--no-project", "--fix-dry-run", "-Weverything", after.name], capture_output=True, cwd=folder)
    if after.read_bytes() != before.read_bytes():
        problems.append(f"{path}: the dry run changed the file")
    if run("--fix", "-Weverything", after).returncode not in ((0, 1) if errors else (0,)):
        problems.append(f"{path}: --fix fails")
    if after.read_bytes() == before.read_bytes():
        if b"not applied" not in dry.stderr:
            problems.append(f"{path}: nothing was fixed, and nothing said why")
        continue
    patched = subprocess.run(["patch", "-s", "-p0", "--binary", "-o", "-", before.name], input=dry.stdout, capture_output=True, cwd=folder)
    if patched.stdout != after.read_bytes():
        problems.append(f"{path}: the diff makes another text: {patched.stderr}")
    left = findings(after)
    if any(is_safe(finding) for finding in left):
        problems.append(f"{path}: safe fixes are left")
    if not errors and any(finding["severity"] == "error" for finding in left):
        problems.append(f"{path}: there are errors now")
    exact = folder / f"{number}-exact.urdf"
    exact.write_bytes(before.read_bytes())
    run("--fix", "-Weverything", "-Wno-rpy-truncated-pi", exact)
    for other, tolerance in ((exact, TOLERANCE), (after, PI_TOLERANCE)):
        if errors:
            continue
        # Fixes take away what a joint has no use for: the axis of a fixed one.
        found = json.loads(run("--compare", "--format=json", tolerance, before, other).stdout)["differences"]
        problems += [f"{path}: another robot: {d['message']}" for d in found if d["topic"] != "unused_motion"]
    once = after.read_bytes()
    run("--fix", "-Weverything", after)
    if after.read_bytes() != once:
        problems.append(f"{path}: doing it again changes something")
print(len(fixable), "files with fixes")
sys.exit("\n".join(problems) if problems else 0)
